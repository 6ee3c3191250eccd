"""Each input of the format in the real page: typing, pasting, keys, focus, what the engine gets."""

OPEN = "screen => document.querySelector('oyna-screen').open(screen)"


def show(world, children, state=None, **options):
    """A page that shows a form of these components."""
    page = world.page("/", **options)
    page.evaluate(OPEN, {"oyna": "1", "id": "inputs", "title": "Maydonlar", "language": "uz",
                         "state": state or {}, "body": {
                             "id": "form", "type": "form", "children": [
                                 {"id": "heading", "type": "text",
                                  "props": {"text": "Maydonlar", "style": "title"}}, *children]}})
    page.get_by_role("heading", name="Maydonlar").wait_for()
    return page


def echo(key):
    """A text that shows what the engine holds."""
    return {"id": f"echo_{key}", "type": "text", "props": {"text": "{{ %s }}" % key}}


def held(page, key):
    return page.evaluate(
        "id => document.querySelector('oyna-screen').node(id).textContent", f"echo_{key}")


def caret(page):
    return page.evaluate("""() => {
      const { selectionStart, selectionEnd } =
        document.querySelector('oyna-screen').shadowRoot.activeElement;
      return [selectionStart, selectionEnd];
    }""")


def put_caret(control, place):
    control.evaluate("(e, place) => { e.focus(); e.setSelectionRange(place, place) }", place)


def focused_label(page):
    return page.evaluate("""() => {
      const element = document.querySelector('oyna-screen').shadowRoot.activeElement;
      return element?.labels?.[0]?.innerText ?? element?.innerText;
    }""")


# MARK: masks

PHONE = {"id": "phone", "type": "text_input",
         "props": {"label": "Telefon", "mask": "phone", "keyboardType": "phonePad"}}


def test_a_mask_groups_what_is_typed_and_keeps_it_bare(world):
    page = show(world, [PHONE, echo("phone")])
    phone = page.get_by_label("Telefon")
    phone.press_sequentially("+998901234567")
    assert phone.input_value() == "+998 90 123 45 67", phone.input_value()
    assert held(page, "phone") == "+998901234567"


def test_the_caret_stays_behind_the_same_digit_while_the_middle_is_edited(world):
    page = show(world, [PHONE, echo("phone")])
    phone = page.get_by_label("Telefon")
    phone.fill("+998901234567")
    put_caret(phone, len("+998 90 1"))
    page.keyboard.press("Backspace")
    assert phone.input_value() == "+998 90 234 56 7", phone.input_value()
    page.keyboard.press("5")
    assert phone.input_value() == "+998 90 523 45 67", phone.input_value()
    assert caret(page) == [9, 9], caret(page)
    page.keyboard.press("Delete")
    assert phone.input_value() == "+998 90 534 56 7", phone.input_value()
    assert held(page, "phone") == "+99890534567"


def test_a_paste_into_a_mask_is_taken_with_its_own_separators(world):
    page = show(world, [PHONE, {"id": "card", "type": "text_input",
                                "props": {"label": "Karta", "mask": "card"}},
                        echo("phone"), echo("card")])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for label, key, pasted, shown, kept in (
            ("Telefon", "phone", "+998 (90) 123-45-67", "+998 90 123 45 67", "+998901234567"),
            ("Karta", "card", "8600-1234-5678-9012", "8600 1234 5678 9012", "8600123456789012")):
        page.evaluate("text => navigator.clipboard.writeText(text)", pasted)
        page.get_by_label(label).focus()
        page.keyboard.press("Control+v")
        assert page.get_by_label(label).input_value() == shown
        assert held(page, key) == kept


def test_undo_and_redo_walk_back_and_forth_in_a_mask(world):
    page = show(world, [PHONE, echo("phone")])
    phone = page.get_by_label("Telefon")
    phone.press_sequentially("+99890")
    for _ in range(2):
        page.keyboard.press("Control+z")
    assert held(page, "phone") == "+998", held(page, "phone")
    page.keyboard.press("Control+Shift+z")
    assert held(page, "phone") == "+9989"
    page.keyboard.press("1")
    assert held(page, "phone") == "+99891"


# MARK: a code, a date

def test_a_code_takes_a_paste_with_words_and_the_keys_of_a_text(world):
    page = show(world, [{"id": "code", "type": "otp_input",
                         "props": {"label": "SMS kod", "length": 6}}, echo("code")])
    code = page.get_by_label("SMS kod")
    assert code.get_attribute("autocomplete") == "one-time-code"
    assert code.get_attribute("inputmode") == "numeric"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("() => navigator.clipboard.writeText('Kod: 123 456.')")
    code.focus()
    page.keyboard.press("Control+v")
    assert (code.input_value(), held(page, "code")) == ("123456", "123456")
    for key in ("ArrowLeft", "ArrowLeft", "Backspace", "9"):
        page.keyboard.press(key)
    assert held(page, "code") == "123956"
    page.keyboard.press("End")
    page.keyboard.type("7a")
    assert code.input_value() == "123956", "six digits at most"
    world.shoot(page, "input-code")


def test_a_date_is_the_systems_own_control_with_its_bounds(world):
    page = show(world, [{"id": "birth", "type": "date_input", "props": {
        "label": "Tug'ilgan sana", "min": "1920-01-01", "max": "2020-12-31"},
        "validations": [{"rule": "age", "value": 18, "errorMessage": "18 yoshdan"}]},
        echo("birth")])
    birth = page.get_by_label("Tug'ilgan sana")
    assert birth.get_attribute("type") == "date"
    assert (birth.get_attribute("min"), birth.get_attribute("max")) == ("1920-01-01", "2020-12-31")
    birth.fill("2019-05-17")
    birth.press("Tab")
    assert held(page, "birth") == "2019-05-17"
    birth.blur()
    page.locator(".note.error", has_text="18 yoshdan").wait_for()
    birth.fill("1990-05-17")
    assert page.locator(".note.error").count() == 0


# MARK: numbers

def test_a_stepper_goes_by_its_buttons_and_arrows_within_its_bounds(world):
    page = show(world, [{"id": "guests", "type": "stepper", "props": {
        "label": "Mehmonlar", "min": 1, "max": 3, "step": 0.5, "value": 2}}, echo("guests")])
    guests = page.get_by_role("spinbutton", name="Mehmonlar")
    more = page.get_by_role("button", name="Ko‘paytirish")
    more.click()
    assert held(page, "guests") == "2.5"
    guests.focus()
    page.keyboard.press("ArrowUp")
    assert (held(page, "guests"), more.is_disabled()) == ("3.0", True)
    assert guests.get_attribute("aria-valuenow") == "3.0"
    for _ in range(6):
        page.keyboard.press("ArrowDown")
    assert held(page, "guests") == "1.0"
    assert page.get_by_role("button", name="Kamaytirish").is_disabled()


def test_a_slider_moves_by_the_keyboard_and_says_its_value_with_its_unit(world):
    page = show(world, [{"id": "months", "type": "slider", "props": {
        "label": "Muddat", "min": 3, "max": 60, "step": 3, "value": 12, "suffix": "oy"}},
        echo("months")])
    slider = page.get_by_role("slider", name="Muddat")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert held(page, "months") == "15"
    assert slider.get_attribute("aria-valuetext") == "15 oy"
    page.keyboard.press("End")
    assert held(page, "months") == "60"
    page.keyboard.press("Home")
    assert held(page, "months") == "3"


# MARK: choices

NAMES = ["Andijon", "Buxoro", "Farg'ona", "G'ijduvon", "Jizzax", "Qo'qon", "Xiva"]
CITIES = {"id": "city", "type": "dropdown", "props": {
    "label": "Shahar", "searchable": True, "placeholder": "Tanlang",
    "options": [{"value": place, "label": name} for place, name in enumerate(NAMES)]},
    "validations": [{"rule": "required", "errorMessage": "Tanlang"}]}


def test_a_long_list_is_narrowed_by_what_is_typed_whatever_the_apostrophe(world):
    page = show(world, [CITIES, echo("city")])
    city = page.get_by_role("combobox", name="Shahar")
    city.focus()
    for typed in ("g’ona", "GʻONA", "gona"):
        city.fill(typed)
        assert page.get_by_role("option").all_inner_texts() == ["Farg'ona"], typed
    page.keyboard.press("Enter")
    assert (city.input_value(), held(page, "city")) == ("Farg'ona", "2")
    assert city.get_attribute("aria-expanded") == "false"


def test_a_long_list_walks_by_arrows_closes_by_escape_and_forgets_what_is_no_choice(world):
    page = show(world, [CITIES, echo("city")])
    city = page.get_by_role("combobox", name="Shahar")
    city.focus()
    page.keyboard.press("ArrowDown")
    assert page.get_by_role("option").count() == 7
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    pointed = city.get_attribute("aria-activedescendant")
    assert page.locator(f"#{pointed}").inner_text() == "Buxoro"
    world.shoot(page, "input-search")
    page.keyboard.press("Escape")
    assert (city.get_attribute("aria-expanded"), held(page, "city")) == ("false", "")
    city.fill("zzz")
    assert page.get_by_role("option").all_inner_texts() == ["Hech narsa topilmadi"]
    page.keyboard.press("Tab")
    assert city.input_value() == ""
    city.fill("xiva")
    page.keyboard.press("Tab")
    assert (city.input_value(), held(page, "city")) == ("Xiva", "6"), "a whole name is a choice"
    city.click()
    page.get_by_role("option", name="Jizzax").click()
    assert held(page, "city") == "4"
    city.fill("")
    city.blur()
    assert held(page, "city") == "", "nothing typed is no choice"
    page.locator(".note.error", has_text="Tanlang").wait_for()


def test_several_choices_are_boxes_to_tick(world):
    page = show(world, [
        {"id": "services", "type": "dropdown", "props": {
            "label": "Xizmatlar", "multiple": True, "options": [
                {"value": "sms", "label": "SMS"}, {"value": "push", "label": "Push"},
                {"value": "mail", "label": "Pochta"}]}},
        {"id": "echo_services", "type": "text", "props": {"text": "{{ services.join(', ') }}"}}])
    group = page.get_by_role("group", name="Xizmatlar")
    group.get_by_label("Pochta").check()
    group.get_by_label("SMS").focus()
    page.keyboard.press("Space")
    assert set(held(page, "services").split(", ")) == {"sms", "mail"}
    group.get_by_label("Pochta").uncheck()
    assert held(page, "services") == "sms"


# MARK: tabs, steps, rows

def field(key, label):
    return {"id": key, "type": "text_input", "props": {"label": label},
            "validations": [{"rule": "required", "errorMessage": f"{label} kerak"}]}


def test_tabs_follow_the_keys_of_their_pattern_and_keep_every_value(world):
    page = show(world, [{"id": "tabs", "type": "tabs", "props": {"label": "Bo'limlar"}, "children": [
        {"id": f"tab_{key}", "type": "tab", "props": {"title": title},
         "children": [field(key, label)]}
        for key, title, label in (("a", "Karta", "Raqam"), ("b", "Hisob", "Hisob raqami"),
                                  ("c", "Naqd", "Manzil"))]}])
    tabs = page.get_by_role("tablist", name="Bo'limlar").get_by_role("tab")
    assert [tabs.nth(place).get_attribute("aria-selected") for place in range(3)] == [
        "true", "false", "false"]
    page.get_by_label("Raqam", exact=True).fill("8600")
    tabs.first.focus()
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("tabpanel", name="Hisob").is_visible()
    page.keyboard.press("End")
    assert page.get_by_label("Manzil").is_visible()
    page.keyboard.press("ArrowRight")
    assert page.get_by_label("Raqam", exact=True).input_value() == "8600"
    page.keyboard.press("Tab")
    assert focused_label(page).startswith("Raqam"), "one stop of Tab for the whole bar"


def test_a_wizard_goes_on_only_from_a_right_page_and_back_without_losing(world):
    steps = [{"id": f"step_{key}", "type": "step", "props": {"title": title},
              "children": [field(key, label)]}
             for key, title, label in (("a", "Birinchi", "Ism"), ("b", "Ikkinchi", "Familiya"))]
    page = show(world, [{"id": "flow", "type": "stepper_flow", "children": steps,
                         "props": {"finishLabel": "Tayyor"},
                         "on": {"finish": {"type": "snackbar", "message": "Bo'ldi"}}}])
    page.get_by_role("button", name="Davom etish").click()
    page.locator(".note.error", has_text="Ism kerak").wait_for()
    assert focused_label(page).startswith("Ism")
    page.keyboard.type("Zuhra")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Ikkinchi").wait_for()
    assert focused_label(page) == "Ikkinchi"
    page.get_by_label("Familiya").fill("Karimova")
    page.get_by_role("button", name="Orqaga").click()
    assert page.get_by_label("Ism").input_value() == "Zuhra"
    page.get_by_role("button", name="Davom etish").click()
    assert page.get_by_label("Familiya").input_value() == "Karimova"
    page.get_by_role("button", name="Tayyor").click()
    page.get_by_text("Bo'ldi").wait_for()


def test_rows_keep_their_focus_and_values_when_one_before_them_goes(world):
    page = show(world, [{"id": "people", "type": "repeating_group",
                         "props": {"label": "Odamlar", "minRows": 1},
                         "children": [field("name", "Ism")]}])
    for name in ("Ali", "Vali", "G'ani"):
        page.get_by_label("Ism").last.fill(name)
        page.get_by_role("button", name="Qo‘shish").click()
    page.get_by_label("Ism").nth(2).focus()
    page.evaluate("""() => document.querySelector('oyna-screen')
      .send({custom: {id: 'people[r1]', name: 'remove'}})""")
    assert page.get_by_label("Ism").nth(1).input_value() == "G'ani"
    assert page.get_by_label("Ism").nth(1).evaluate(
        "e => e.getRootNode().activeElement === e"), "the focus stays in its row"
    page.get_by_role("button", name="O‘chirish 1").click()
    page.get_by_role("button", name="O‘chirish 1").click()
    assert page.get_by_label("Ism").count() == 1
    assert page.locator(".group-row .reveal:visible").count() == 0, "the last row stays"
