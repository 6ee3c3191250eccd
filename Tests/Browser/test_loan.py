"""Issue 2's done-when on the wizard of issue 3: by keyboard alone, its errors, the row, the retry."""

import json

PASSPORT = "AB7654321"
PERSON = {"full_name": "Karimova Zuhra", "user_phone": "+998901234567",
          "loan_amount": "20000000", "monthly_income": "8000000"}
NEXT, BACK, SEND = "Davom etish", "Orqaga", "Arizani yuborish"


def active(page):
    """What has the focus inside the shadow tree: (tag, accessible label, aria-invalid)."""
    return page.evaluate("""() => {
      const element = document.querySelector('oyna-screen').shadowRoot.activeElement;
      return element && {tag: element.localName, type: element.type, id: element.id,
        label: element.labels?.[0]?.innerText ?? element.innerText,
        invalid: element.getAttribute('aria-invalid')};
    }""")


def tab_to(page, label, limit=30):
    """Presses Tab until the control with this label has the focus."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        focused = active(page)
        if focused and label in (focused["label"] or ""):
            return
    raise AssertionError(f"Tab never reaches {label!r}")


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def go_on(page, heading):
    """Presses the button that goes on, by the keyboard, and waits for the page with this heading."""
    tab_to(page, NEXT)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=heading, exact=True).wait_for()
    assert active(page)["label"] == heading, active(page)


def fill_person(page, phone=PERSON["user_phone"]):
    tab_to(page, "F.I.Sh.")
    page.keyboard.type(PERSON["full_name"])
    tab_to(page, "Telefon")
    page.keyboard.type(phone)
    tab_to(page, "Pasport")
    page.keyboard.type(PASSPORT)
    tab_to(page, "Viloyat")
    page.keyboard.press("ArrowDown")
    tab_to(page, "Tuman")
    page.keyboard.type("chilon")
    page.keyboard.press("Enter")


def fill_loan(page, amount=PERSON["loan_amount"]):
    tab_to(page, "Kredit maqsadi")
    page.keyboard.press("ArrowDown")
    tab_to(page, "Kredit summasi")
    page.keyboard.type(amount)
    tab_to(page, "Oylik daromad")
    page.keyboard.type(PERSON["monthly_income"])


def fill_by_keyboard(page, phone=PERSON["user_phone"]):
    """Everything up to the last page, its consent ticked."""
    fill_person(page, phone)
    go_on(page, "Kredit haqida")
    fill_loan(page)
    go_on(page, "Kafillar")
    go_on(page, "Hujjat va karta")
    go_on(page, "Tekshirish va yuborish")
    tab_to(page, "roziman")
    page.keyboard.press("Space")


def control(page, label):
    return page.get_by_label(label)


def submissions(world):
    return world.server.rows("submission")


def test_the_keyboard_alone_fills_submits_and_reaches_success(world):
    page = world.loan()
    fill_by_keyboard(page)
    tab_to(page, SEND)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Ariza qabul qilindi").wait_for()
    assert active(page)["label"] == "Ariza qabul qilindi", active(page)
    rows = submissions(world)
    assert len(rows) == 1, rows
    text = json.dumps(rows[0], default=str)
    assert PERSON["user_phone"] in text and PASSPORT not in text, text
    body = json.loads(rows[0]["body"])
    assert (body["region"], body["district"]) == ("1726", "1726294"), body
    # Money is in tiyin.
    assert (body["loan_amount"], body["loan_term"]) == (2_000_000_000, 12), body
    number = page.locator(".headline").inner_text()
    assert any(character.isdigit() for character in number), number


def test_every_mistake_of_a_page_is_shown_at_once_and_the_first_has_the_focus(world):
    page = world.loan()
    tab_to(page, NEXT)
    page.keyboard.press("Enter")
    for message in ["Ism-familiyangizni kiriting", "Telefon raqami kiritilishi shart",
                    "Pasport seriyasini kiriting", "Viloyatni tanlang"]:
        page.locator(".note.error", has_text=message).wait_for()
    focused = active(page)
    assert focused["label"].startswith("F.I.Sh.") and focused["invalid"] == "true", focused
    world.until(page, """() => document.querySelector('oyna-screen').shadowRoot
      .querySelector('[aria-live]').textContent.includes('4')""")
    links = page.locator(".summary a")
    assert links.count() == 4
    assert links.first.inner_text().startswith("F.I.Sh."), links.first.inner_text()
    links.nth(2).click()
    assert active(page)["label"].startswith("Pasport"), active(page)
    page.reload()
    control(page, "F.I.Sh.").wait_for()
    fill_person(page)
    go_on(page, "Kredit haqida")
    assert page.locator(".note.error").count() == 0, "a page that was not left is quiet"
    press(page, NEXT)
    for message in ["Kredit maqsadini tanlang", "Kredit summasini kiriting",
                    "Oylik daromadingizni kiriting"]:
        page.locator(".note.error", has_text=message).wait_for()
    control(page, "Kredit maqsadi").select_option(label="Biznes")
    control(page, "Kredit summasi").fill(PERSON["loan_amount"])
    control(page, "Oylik daromad").fill(PERSON["monthly_income"])
    go_on(page, "Kafillar")
    go_on(page, "Hujjat va karta")
    go_on(page, "Tekshirish va yuborish")
    press(page, SEND)
    page.locator(".note.error", has_text="Davom etish uchun rozilik kerak").wait_for()
    assert not submissions(world)


def test_an_error_comes_on_leaving_and_goes_on_editing(world):
    page = world.loan()
    phone = control(page, "Telefon raqamingiz")
    phone.fill("+99890123456")
    assert page.locator(".note.error").count() == 0
    page.keyboard.press("Tab")
    error = page.locator(".note.error", has_text="Format: +998XXXXXXXXX")
    error.wait_for()
    assert error.get_attribute("id") in phone.get_attribute("aria-describedby")
    phone.press("7")
    assert page.locator(".note.error").count() == 0
    assert phone.get_attribute("aria-invalid") is None


def test_an_error_that_shows_on_leaving_does_not_eat_the_press_of_a_button(world):
    """It moves the button away from under the pointer between its going down and up."""
    page = world.loan(width=375, height=760)
    fill_person(page)
    page.locator("oyna-screen").evaluate("() => scrollTo(0, 1e6)")
    page.get_by_label("F.I.Sh.").fill("Z")
    page.locator("oyna-screen").evaluate("() => scrollTo(0, 1e6)")
    box = page.get_by_role("button", name=NEXT).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)
    page.mouse.down()
    page.mouse.up()
    page.locator(".summary").wait_for()


def test_the_address_is_required_for_the_courier_only(world):
    page = world.loan()
    fill_person(page)
    go_on(page, "Kredit haqida")
    fill_loan(page)
    go_on(page, "Kafillar")
    go_on(page, "Hujjat va karta")
    address = control(page, "Yetkazish manzili")
    assert address.get_attribute("aria-required") is None
    control(page, "Kuryer yetkazib bersin").check()
    assert address.get_attribute("aria-required") == "true"
    press(page, NEXT)
    page.locator(".note.error", has_text="Kuryer uchun manzilni kiriting").wait_for()
    control(page, "Bo'limdan olib ketaman").check()
    world.until(page, """() => !document.querySelector('oyna-screen').shadowRoot
      .textContent.includes('Kuryer uchun manzilni kiriting')""")


def test_a_stopped_server_means_a_retry_with_every_value_kept(world):
    page = world.loan()
    fill_by_keyboard(page)
    world.server.stop()
    press(page, SEND)
    retry = page.get_by_role("button", name="Qayta urinish")
    retry.wait_for()
    world.shoot(page, "loan-retry")
    assert control(page, "roziman").is_checked()
    assert page.locator("[aria-busy=true]").count() == 0
    for _ in range(3):
        press(page, BACK)
    # The hint says what a bare number is worth.
    assert control(page, "Oylik daromad").input_value() == PERSON["monthly_income"]
    assert page.get_by_text("8 000 000 so'm").count() == 1
    press(page, BACK)
    assert control(page, "F.I.Sh.").input_value() == PERSON["full_name"]
    assert control(page, "Telefon raqamingiz").input_value() == PERSON["user_phone"]
    # The engine keeps the secret; the new control shows how long it is and never what it is.
    kept = control(page, "Pasport seriyasi va raqami")
    assert kept.input_value() == "" and kept.get_attribute("placeholder") == "•" * len(PASSPORT)
    world.server.start()
    retry.click()
    page.get_by_role("heading", name="Ariza qabul qilindi").wait_for()
    assert len(submissions(world)) == 1, submissions(world)


def test_a_second_press_while_sending_stores_one_row(world):
    page = world.loan()
    fill_by_keyboard(page)
    page.evaluate("""() => {
      const button = document.querySelector('oyna-screen').shadowRoot
        .querySelector('.button.primary');
      button.click(); button.click(); button.click();
    }""")
    page.get_by_role("heading", name="Ariza qabul qilindi").wait_for()
    assert len(submissions(world)) == 1


def test_back_returns_to_the_start_with_its_state(world):
    page = world.page("/")
    page.get_by_role("button", name="Arizani boshlash").click()
    control(page, "F.I.Sh.").fill("Zuhra")
    assert "screen=" in page.url
    page.go_back()
    page.get_by_role("heading", name="Oyna namunalari").wait_for()
    page.go_forward()
    control(page, "F.I.Sh.").wait_for()
