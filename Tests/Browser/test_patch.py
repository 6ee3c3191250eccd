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


OPTIONS = [{"value": n, "label": f"option {n}"} for n in range(3)]


def made(id, type, before, after):
    """A component, what `set` makes of it, in the words of `props`."""
    return {"id": id, "type": type, "props": {"label": id, **before}}, {"op": "set", "id": id, "props": after}


SET = [
    made("slider", "slider", {"min": 0, "max": 10}, {"max": 200, "step": 5}),
    made("area", "text_area", {"rows": 2}, {"rows": 9}),
    made("date", "date_input", {"max": "2020-01-01"}, {"max": "2030-01-01"}),
    made("text", "text_input", {}, {"keyboardType": "phonePad"}),
    made("code", "otp_input", {"length": 4}, {"length": 8}),
    made("radio", "radio_group", {"options": OPTIONS}, {"layout": "vertical"}),
    made("secret", "secure_input", {"canReveal": True}, {"canReveal": False}),
    made("dropdown", "dropdown", {"options": OPTIONS}, {"searchable": True}),
    made("button", "button", {"style": "secondary"}, {"style": "danger"}),
    made("words", "text", {"text": "words"}, {"style": "headline"}),
    made("row", "hstack", {"wrap": False}, {"wrap": True}),
    made("scroll", "scroll", {"axis": "horizontal"}, {"axis": "vertical"}),
    made("section", "section", {"title": "Section"}, {"collapsible": True}),
]
SEEN = """() => {
  const element = document.querySelector('oyna-screen');
  const [control, node] = [(key) => element.control(key), (id) => element.node(id)];
  return [control('slider').max, control('area').rows, control('date').max, control('text').type,
    control('code').style.getPropertyValue('--length'), node('radio').querySelector('.vertical') !== null,
    node('secret').querySelector('.reveal') === null, control('dropdown').getAttribute('role'),
    node('button').className, node('words').localName, node('row').style.flexWrap, node('scroll').className,
    node('section').querySelector('button') !== null];
}"""


def test_set_changes_what_a_component_is_made_of_too(world):
    page = world.page("/")
    document = {"oyna": "1", "id": "p", "title": "p", "body": {"id": "stack", "type": "vstack", "children": [
        *(component for component, _ in SET),
        {"id": "go", "type": "button", "props": {"label": "Go"}, "on": {"tap": {"type": "patch", "patch": [
            operation for _, operation in SET]}}}]}}
    page.evaluate("wanted => document.querySelector('oyna-screen').open(wanted)", document)
    page.get_by_label("area").fill("typed")
    before = page.evaluate(SEEN)
    assert before == ["10", 2, "2020-01-01", "text", "4", False, False, None, "button secondary", "p", "nowrap",
                      "box scroll horizontal", False], before
    page.evaluate("document.querySelector('oyna-screen').send({ tap: 'go' })")
    page.locator("[role=combobox]").wait_for()
    after = page.evaluate(SEEN)
    assert after == ["200", 9, "2030-01-01", "tel", "8", True, True, "combobox", "button danger", "h2", "",
                     "box scroll", True], after
    assert page.get_by_label("area").input_value() == "typed"
    assert page.get_by_label("area").evaluate("e => e.getRootNode().activeElement === e")


def test_what_stays_leaves_a_container_that_is_replaced_and_a_row_that_it_had(world):
    page = world.page("/")
    field = {"id": "name", "type": "text_input", "props": {"label": "Name"}}
    document = {"oyna": "1", "id": "p", "title": "p", "body": {"id": "stack", "type": "vstack", "children": [
        {"id": "box", "type": "vstack", "children": [field]},
        {"id": "rows", "type": "list", "children": [
            {"id": "one", "type": "text", "props": {"text": "one"}}, {"id": "two", "type": "text", "props": {"text": "two"}}]},
        {"id": "go", "type": "button", "props": {"label": "Go"}, "on": {"tap": {"type": "patch", "patch": [
            {"op": "replace", "id": "box", "component": {"id": "box", "type": "card", "children": [field]}},
            {"op": "move", "id": "one", "parent": "stack", "index": 0}]}}}]}}
    page.evaluate("wanted => document.querySelector('oyna-screen').open(wanted)", document)
    page.get_by_label("Name").fill("Zuhra")
    page.evaluate("document.querySelector('oyna-screen').send({ tap: 'go' })")
    page.locator(".card").wait_for()
    name = page.locator(".card").get_by_label("Name")
    assert name.input_value() == "Zuhra"
    assert name.evaluate("e => e.getRootNode().activeElement === e")
    assert page.locator(".rows .row").all_inner_texts() == ["two"]
