"""Members that Docs/Format promises, seen in the page."""

import datetime

PIXEL = ("data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAA"
         "AABJRU5ErkJggg==")


def opened(world, *children, **members):
    page = world.page("/")
    document = {"oyna": "1", "id": "x", "title": "x", "body": {"id": "stack", "type": "vstack", "children": [
        {"type": "text", "props": {"text": "Title", "style": "title"}}, *children]}, **members}
    page.evaluate("wanted => document.querySelector('oyna-screen').open(wanted)", document)
    page.get_by_role("heading", name="Title").wait_for()
    return page


def field(id, type="text_input", accessibility=None, **props):
    component = {"id": id, "type": type, "props": {"label": f"Label {id}", **props}}
    return {**component, "accessibility": accessibility} if accessibility else component


def attributes(page, key, *names):
    return page.evaluate("""([key, names]) => {
      const control = document.querySelector('oyna-screen').control(key);
      return names.map((name) => control.getAttribute(name));
    }""", [key, names])


def test_pictures_colours_and_sizes(world):
    page = opened(
        world, {"type": "image", "props": {"src": PIXEL, "alt": "dot", "width": 40, "height": 40}},
        {"id": "size", "type": "icon", "props": {"name": "info", "size": 48}},
        *({"id": name, "type": "text", "props": {"text": name, "color": name}} for name in ("ink", "warning", "accent")))
    world.until(page, "() => document.querySelector('oyna-screen').shadowRoot.querySelector('img').naturalWidth === 1")
    look = page.evaluate("""() => {
      const node = (id) => document.querySelector('oyna-screen').node(id);
      return [node('size').firstChild.getBoundingClientRect().width,
        new Set(['ink', 'warning', 'accent'].map((id) => getComputedStyle(node(id)).color)).size];
    }""")
    assert look == [48, 3], look


def test_a_field_has_a_name_and_help_of_its_own_for_who_hears_the_page(world):
    words = {"label": "The whole name", "hint": "More help"}
    options = [{"value": 1, "label": "one"}]
    page = opened(world, field("text", accessibility=words), field("toggle", "toggle_switch", accessibility=words),
                  field("radio", "radio_group", accessibility=words, options=options), field("plain"))
    for key in ("text", "toggle", "radio"):
        assert attributes(page, key, "aria-label", "aria-description") == ["The whole name", "More help"], key
    assert page.get_by_role("radiogroup", name="The whole name").count() == 1
    assert attributes(page, "plain", "aria-label", "aria-description") == [None, None]


def test_the_bounds_of_a_date_and_the_field_to_begin_with(world):
    page = opened(world, field("first"), field("day", "date_input", min="2020-01-01", max="today", autofocus=True))
    assert attributes(page, "day", "min", "max") == ["2020-01-01", datetime.date.today().isoformat()]
    world.until(page, """() => {
      const element = document.querySelector('oyna-screen');
      return element.shadowRoot.activeElement === element.control('day');
    }""")


def test_a_wizard_has_a_title_and_a_tab_keeps_the_focus_while_its_title_changes(world):
    page = opened(
        world,
        {"id": "flow", "type": "stepper_flow", "props": {"title": "The whole way"}, "children": [
            {"id": "one", "type": "step", "props": {"title": "First"}, "children": [field("a")]}]},
        {"id": "tabs", "type": "tabs", "props": {"label": "Tabs"}, "children": [
            {"id": "left", "type": "tab", "props": {"title": "Left {{ n }}"}, "children": [field("b")]},
            {"id": "right", "type": "tab", "props": {"title": "Right"}, "children": [field("c")]}]},
        {"id": "more", "type": "button", "props": {"label": "More"},
         "on": {"tap": {"type": "set_value", "key": "n", "expression": "n + 1"}}}, state={"n": 1})
    assert page.get_by_role("heading", name="The whole way").is_visible()
    page.get_by_role("tab", name="Left 1").focus()
    page.evaluate("document.querySelector('oyna-screen').send({ tap: 'more' })")
    page.get_by_role("tab", name="Left 2").wait_for()
    assert page.get_by_role("tab", name="Left 2").evaluate("e => e.getRootNode().activeElement === e")
    page.keyboard.press("ArrowRight")
    assert page.get_by_label("Label c").is_visible() and not page.get_by_label("Label b").is_visible()


def test_digits_are_read_from_left_to_right_in_every_language(world):
    page = opened(
        world, field("card", mask="card", value="8600123456789012"), field("number", "number_input", value=-12.5),
        field("phone", keyboardType="phonePad", value="+998 90 123"), field("count", "stepper", value=-3),
        field("mail", keyboardType="emailAddress"), field("words"), language="ar", direction="rtl")
    directions = page.evaluate("""() => {
      const control = (key) => document.querySelector('oyna-screen').control(key);
      return ['card', 'number', 'phone', 'count', 'mail', 'words'].map((key) => getComputedStyle(control(key)).direction);
    }""")
    assert directions == ["ltr"] * 5 + ["rtl"], directions
    page.set_viewport_size({"width": 375, "height": 900})
    world.shoot(page, "digits-rtl")


def test_messages_of_very_long_words_fit_a_narrow_page(world):
    word = "Elektrokardiografiyalashtirilmaganlardanmisizlarkin" * 2
    page = opened(
        world,
        {"id": "alert", "type": "button", "props": {"label": "A"},
         "on": {"tap": {"type": "alert", "title": word, "message": word}}},
        {"id": "snack", "type": "button", "props": {"label": "S"}, "on": {"tap": {"type": "snackbar", "message": word}}})
    page.set_viewport_size({"width": 320, "height": 700})
    for id in ("snack", "alert"):
        page.evaluate("id => document.querySelector('oyna-screen').send({ tap: id })", id)
    page.locator("dialog.alert button").wait_for()
    outside = page.evaluate("""() => [...document.querySelector('oyna-screen').shadowRoot
      .querySelectorAll('.alert *, .snackbar *')]
      .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline'
        || each.getBoundingClientRect().right > innerWidth)
      .map((each) => each.className)""")
    assert outside == [], outside
    world.shoot(page, "long-words-in-messages")
