"""Issue 3's done-when: the wizard by keyboard on a phone, with a guarantor, a file, other pages."""

import json

from axe import violations
from test_loan import (
    BACK, NEXT, PASSPORT, PERSON, SEND, active, control, fill_by_keyboard, fill_loan, fill_person,
    go_on, press, submissions, tab_to)

PINFL = "30112870231231"
PDF = b"%PDF-1.4\n1 0 obj << >> endobj\n%%EOF\n"


def attach(page, name="daromad.pdf", content=PDF, kind="application/pdf"):
    with page.expect_file_chooser() as chosen:
        tab_to(page, "Daromad haqida")
        page.keyboard.press("Enter")
    chosen.value.set_files({"name": name, "mimeType": kind, "buffer": content})


def fill_guarantor(page, pinfl):
    tab_to(page, "Kafil qo'shish")
    page.keyboard.press("Enter")
    assert "F.I.Sh." in active(page)["label"], "a new row has the focus"
    page.keyboard.type("Aliyev Vali")
    tab_to(page, "telefoni")
    page.keyboard.type("+998901112233")
    tab_to(page, "JSHSHIR")
    page.keyboard.type(pinfl)


def test_the_keyboard_walks_the_wizard_on_a_phone(world):
    for scheme in ("light", "dark"):
        page = world.loan(width=375, height=760, scheme=scheme)

        def look(step):
            assert violations(page) == [], f"{step}, {scheme}: {violations(page)}"
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{step} is {wide} px too wide"
            world.shoot(page, f"wizard-{scheme}-{step}")

        fill_person(page, "+99890123456" + ("7" if scheme == "light" else "8"))
        look("1-person")
        go_on(page, "Kredit haqida")
        fill_loan(page, "60000000")
        assert page.get_by_text("5 673 576 so'm", exact=True).count() == 1
        look("2-loan")
        go_on(page, "Kafillar")
        tab_to(page, NEXT)
        page.keyboard.press("Enter")
        page.locator(".note.error", has_text="kamida bitta kafil kerak").wait_for()
        assert "Kafil qo'shish" in active(page)["label"], active(page)
        page.keyboard.press("Shift+Tab")
        fill_guarantor(page, PINFL)
        look("3-guarantor")
        go_on(page, "Hujjat va karta")
        tab_to(page, NEXT)
        page.keyboard.press("Enter")
        page.locator(".note.error", has_text="ma'lumotnoma kerak").wait_for()
        page.keyboard.press("Shift+Tab")
        attach(page)
        page.locator(".file-list .done", has_text="daromad.pdf").wait_for()
        look("4-file")
        go_on(page, "Tekshirish va yuborish")
        page.get_by_text("Kafillar: Aliyev Vali").wait_for()
        tab_to(page, "roziman")
        page.keyboard.press("Space")
        look("5-check")
        tab_to(page, SEND)
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Ariza qabul qilindi").wait_for()
    rows = submissions(world)
    assert len(rows) == 2, rows
    body = json.loads(rows[0]["body"])
    assert body["guarantors"] == [
        {"name": "Aliyev Vali", "phone": "+998901112233", "pinfl": "•••"}], body
    assert body["income_statement"]["name"] == "daromad.pdf", body
    uploads = world.server.rows("upload")
    assert [row["submission_id"] for row in uploads] == [row["id"] for row in rows], uploads
    stored = world.server.files()
    assert all(stored[row["id"]] == PDF for row in uploads)
    assert not any(PINFL.encode() in content or PASSPORT.encode() in content
                   for content in stored.values())


def test_every_page_of_the_wizard_is_drawn_in_each_language(world):
    page = world.loan(width=375, height=760)
    fill_by_keyboard(page)
    for _ in range(4):
        press(page, BACK)
    for number in range(5):
        for language, name, words in (
                ("ru", "Русский", "Заявка на кредит"), ("en", "English", "Loan application"),
                ("uz", "O‘zbekcha", "Kredit arizasi")):
            page.get_by_role("button", name=name).click()
            page.get_by_role("heading", name=words).first.wait_for()
            assert violations(page) == [], f"{number}, {language}: {violations(page)}"
            world.shoot(page, f"wizard-{language}-{number + 1}", full_page=True)
        if number < 4:
            press(page, NEXT)


def test_going_back_keeps_what_was_typed_and_answers_of_other_regions_go(world):
    page = world.loan()
    fill_person(page)
    go_on(page, "Kredit haqida")
    fill_loan(page)
    press(page, BACK)
    district = page.get_by_role("combobox", name="Tuman yoki shahar")
    assert district.input_value() == "Chilonzor tumani"
    control(page, "Viloyat").select_option(label="Samarqand viloyati")
    assert district.input_value() == ""
    district.click()
    assert page.locator(".options [role=option]").count() == 16
    district.press("Escape")
    press(page, NEXT)
    page.locator(".note.error", has_text="Tuman yoki shaharni tanlang").wait_for()


def test_rows_of_guarantors_are_added_removed_and_keep_their_own_values(world):
    page = world.loan()
    fill_person(page)
    go_on(page, "Kredit haqida")
    fill_loan(page)
    go_on(page, "Kafillar")
    for name in ("Aliyev Vali", "Umarova Lola", "Sodiqov Aziz"):
        press(page, "Kafil qo'shish")
        page.get_by_label("Kafilning F.I.Sh.").last.fill(name)
    assert page.get_by_role("button", name="Kafil qo'shish").count() == 0, "three at most"
    page.get_by_role("button", name="Kafilni olib tashlash 2").click()
    names = page.get_by_label("Kafilning F.I.Sh.")
    assert [names.nth(place).input_value() for place in range(names.count())] == [
        "Aliyev Vali", "Sodiqov Aziz"]
    # The row that took the place of the removed one.
    focused = page.evaluate("""() => document.querySelector('oyna-screen').shadowRoot
      .activeElement.getAttribute('aria-label')""")
    assert focused == "Kafilni olib tashlash 2", focused
    press(page, NEXT)
    errors = page.locator(".note.error")
    assert errors.count() == 4, errors.all_inner_texts()
    page.get_by_label("Kafilning telefoni").first.fill("+998901234567")
    page.keyboard.press("Tab")
    page.locator(".note.error", has_text="siznikidan boshqa").wait_for()
    for _ in range(2):
        page.get_by_role("button", name="Kafilni olib tashlash 1").click()
    go_on(page, "Hujjat va karta")


def test_a_phone_that_is_known_is_told_while_typing_and_again_at_the_end(world):
    page = world.loan()
    fill_by_keyboard(page)
    press(page, SEND)
    page.get_by_role("heading", name="Ariza qabul qilindi").wait_for()
    asked = []
    page = world.loan()
    page.on("request", lambda request: asked.append(request.url)
            if request.url.endswith("/api/v1/loan/phone") else None)
    phone = control(page, "Telefon raqamingiz")
    phone.press_sequentially("+998901234567", delay=20)
    phone.press("Tab")
    page.locator(".note.error", has_text="ariza allaqachon berilgan").wait_for()
    assert len(asked) == 1, f"the debounce let through {asked}"
    # A client that did not wait for the answer: the server asks itself, and its word leads back.
    page = world.loan()
    page.route("**/api/v1/loan/phone", lambda route: route.fulfill(json={"valid": True}))
    fill_by_keyboard(page)
    press(page, SEND)
    page.locator(".note.error", has_text="ariza allaqachon berilgan").wait_for()
    assert active(page)["label"].startswith("Telefon"), active(page)
    page.get_by_role("heading", name="Siz haqingizda").wait_for()
    assert len(submissions(world)) == 1


def test_an_error_of_the_server_on_another_page_leads_there_and_a_stranger_stands_on_top(world):
    page = world.loan()
    fill_by_keyboard(page)
    page.route("**/api/v1/loan/apply", lambda route: route.fulfill(
        status=422, content_type="application/problem+json", body=json.dumps({
            "type": "/problems/x", "title": "x", "status": 422, "errors": {
                "loan_amount": "Bu summa berilmaydi", "score": "Kredit tarixi yetarli emas"}})))
    press(page, SEND)
    page.locator(".note.error", has_text="Bu summa berilmaydi").wait_for()
    page.get_by_role("heading", name="Kredit haqida").wait_for()
    assert active(page)["label"].startswith("Kredit summasi"), active(page)
    banner = page.get_by_role("alert").filter(has_text="Kredit tarixi yetarli emas")
    assert banner.count() == 1
    world.shoot(page, "wizard-server-errors")
    page.unroute("**/api/v1/loan/apply")
    control(page, "Kredit summasi").fill("10000000")
    for heading in ("Kafillar", "Hujjat va karta", "Tekshirish va yuborish"):
        go_on(page, heading)
    # The secret of the first page is still the engine's, and the stranger stops no submit.
    press(page, SEND)
    page.get_by_role("heading", name="Ariza qabul qilindi").wait_for()
    assert banner.count() == 0


def test_a_summary_leads_to_a_field_on_another_page(world):
    page = world.loan()
    fill_by_keyboard(page)
    page.evaluate("""() => document.querySelector('oyna-screen')
      .send({input: {key: 'full_name', text: ''}})""")
    press(page, SEND)
    page.get_by_role("heading", name="Siz haqingizda").wait_for()
    assert active(page)["label"].startswith("F.I.Sh."), active(page)
