"""Issue 2's done-when: the loan form by keyboard alone, its errors, the stored row, the retry."""

import json

PASSPORT = "AB7654321"
PERSON = {"full_name": "Karimova Zuhra", "user_phone": "+998901234567",
          "monthly_income": "8000000"}


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


def fill_by_keyboard(page, delivery="pickup"):
    tab_to(page, "F.I.Sh.")
    page.keyboard.type(PERSON["full_name"])
    tab_to(page, "Telefon")
    page.keyboard.type(PERSON["user_phone"])
    tab_to(page, "Pasport")
    page.keyboard.type(PASSPORT)
    tab_to(page, "Oylik daromad")
    page.keyboard.type(PERSON["monthly_income"])
    tab_to(page, "Kredit maqsadi")
    page.keyboard.press("ArrowDown")
    tab_to(page, "Bo'limdan")
    if delivery == "courier":
        page.keyboard.press("ArrowDown")
    tab_to(page, "roziman")
    page.keyboard.press("Space")


def control(page, label):
    return page.get_by_label(label)


def submissions(world):
    return world.server.rows("submission")


def test_the_keyboard_alone_fills_submits_and_reaches_success(world):
    page = world.loan()
    fill_by_keyboard(page)
    tab_to(page, "Arizani yuborish")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Ariza qabul qilindi").wait_for()
    assert active(page)["label"] == "Ariza qabul qilindi", active(page)
    rows = submissions(world)
    assert len(rows) == 1, rows
    text = json.dumps(rows[0], default=str)
    assert PERSON["user_phone"] in text and PASSPORT not in text, text
    number = page.locator(".headline").inner_text()
    assert any(character.isdigit() for character in number), number


def test_every_mistake_is_shown_at_once_and_the_first_has_the_focus(world):
    page = world.loan()
    tab_to(page, "Arizani yuborish")
    page.keyboard.press("Enter")
    for message in ["Ism-familiyangizni kiriting", "Telefon raqami kiritilishi shart",
                    "Pasport seriyasini kiriting", "Oylik daromadingizni kiriting",
                    "Kredit maqsadini tanlang", "Davom etish uchun rozilik kerak"]:
        page.locator(".note.error", has_text=message).wait_for()
    focused = active(page)
    assert focused["label"].startswith("F.I.Sh.") and focused["invalid"] == "true", focused
    world.until(page, """() => document.querySelector('oyna-screen').shadowRoot
      .querySelector('[aria-live]').textContent.includes('6')""")
    links = page.locator(".summary a")
    assert links.count() == 6
    assert links.first.inner_text().startswith("F.I.Sh."), links.first.inner_text()
    links.nth(3).click()
    assert active(page)["label"].startswith("Oylik daromad"), active(page)
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


def test_the_address_is_required_for_the_courier_only(world):
    page = world.loan()
    address = control(page, "Yetkazish manzili")
    assert address.get_attribute("aria-required") is None
    control(page, "Kuryer yetkazib bersin").check()
    assert address.get_attribute("aria-required") == "true"
    page.get_by_role("button", name="Arizani yuborish").click()
    page.locator(".note.error", has_text="Kuryer uchun manzilni kiriting").wait_for()
    control(page, "Bo'limdan olib ketaman").check()
    world.until(page, """() => !document.querySelector('oyna-screen').shadowRoot
      .textContent.includes('Kuryer uchun manzilni kiriting')""")


def test_a_stopped_server_means_a_retry_with_every_value_kept(world):
    page = world.loan()
    fill_by_keyboard(page, delivery="pickup")
    world.server.stop()
    page.get_by_role("button", name="Arizani yuborish").click()
    retry = page.get_by_role("button", name="Qayta urinish")
    retry.wait_for()
    world.shoot(page, "loan-retry")
    assert control(page, "F.I.Sh.").input_value() == PERSON["full_name"]
    assert control(page, "Telefon raqamingiz").input_value() == PERSON["user_phone"]
    assert control(page, "Pasport seriyasi va raqami").input_value() == PASSPORT
    assert control(page, "Oylik daromad").input_value() == PERSON["monthly_income"]
    assert control(page, "roziman").is_checked()
    assert page.locator("[aria-busy=true]").count() == 0
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


def test_the_screens_speak_the_chosen_language(world):
    page = world.loan()
    page.get_by_role("button", name="Русский").click()
    page.get_by_label("телефон").wait_for()
    assert page.evaluate("document.documentElement.lang") == "ru"
    page.get_by_role("button", name="English").click()
    page.get_by_label("Your phone number").wait_for()


def test_back_returns_to_the_start_with_its_state(world):
    page = world.page("/")
    page.get_by_role("button", name="Arizani boshlash").click()
    control(page, "F.I.Sh.").fill("Zuhra")
    assert "screen=" in page.url
    page.go_back()
    page.get_by_role("heading", name="Oyna namunalari").wait_for()
    page.go_forward()
    control(page, "F.I.Sh.").wait_for()
