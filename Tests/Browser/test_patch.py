"""A patch while somebody types: the field keeps its text, its focus, its caret, and the page its place."""

ROWS = 40
DOCUMENT = {
    "oyna": "1", "id": "p", "title": "p", "body": {"id": "stack", "type": "vstack", "children": [
        *({"id": f"row{n}", "type": "text", "props": {"text": f"row {n}"}} for n in range(ROWS)),
        {"id": "first", "type": "text_input", "props": {"label": "First"}},
        {"id": "box", "type": "card", "children": [
            {"id": "second", "type": "text_input", "props": {"label": "Second"}}]},
        {"id": "good", "type": "button", "props": {"label": "Good"}, "on": {"tap": {"type": "patch", "patch": [
            {"op": "insert", "parent": "stack", "index": 0,
             "component": {"id": "news", "type": "banner", "props": {"text": "news"}}},
            {"op": "remove", "id": "row3"},
            {"op": "replace", "id": "row4", "component": {"id": "row4", "type": "text", "props": {"text": "replaced"}}},
            {"op": "move", "id": "first", "parent": "box", "index": 1},
            {"op": "set", "id": "second", "props": {"label": "Second, renamed"}}]}}},
        {"id": "bad", "type": "button", "props": {"label": "Bad"}, "on": {"tap": {"type": "patch", "patch": [
            {"op": "remove", "id": "row5"}, {"op": "remove", "id": "nobody"}]}}}]}}

TEXT = "() => document.querySelector('oyna-screen').shadowRoot.textContent"


def opened(world):
    page = world.page("/")
    page.evaluate("wanted => document.querySelector('oyna-screen').open(wanted)", DOCUMENT)
    page.get_by_label("First").wait_for()
    return page


def test_what_stays_keeps_its_text_focus_caret_and_place(world):
    page = opened(world)
    field = page.get_by_label("First")
    field.fill("Zuhra Karimova")
    field.evaluate("e => e.setSelectionRange(2, 5)")
    page.evaluate("scrollTo(0, 700)")
    place = field.evaluate("e => e.getBoundingClientRect().top")
    # As an answer of the server would do it: nothing is clicked.
    page.evaluate("document.querySelector('oyna-screen').send({ tap: 'good' })")
    page.get_by_label("Second, renamed").wait_for()
    state = page.evaluate("""() => {
      const focused = document.querySelector('oyna-screen').shadowRoot.activeElement;
      return [focused?.value, focused?.selectionStart, focused?.selectionEnd,
        focused?.closest('.card') !== null];
    }""")
    assert state == ["Zuhra Karimova", 2, 5, True], state
    text = page.evaluate(TEXT)
    assert "news" in text and "row 2replacedrow 5" in text, text
    moved = page.get_by_label("First").evaluate("e => e.getBoundingClientRect().top") - place
    assert abs(moved) < 140, f"the field that somebody types in jumped by {moved} px"


def test_a_patch_that_cannot_be_done_changes_nothing(world):
    page = opened(world)
    page.get_by_label("First").fill("kept")
    before = page.evaluate(TEXT)
    page.evaluate("document.querySelector('oyna-screen').send({ tap: 'bad' })")
    assert page.evaluate(TEXT) == before
    assert page.get_by_label("First").input_value() == "kept"
