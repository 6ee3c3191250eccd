"""Issue 6's done-when: the checkout succeeds, fails and times out with each method, in one charge."""

import sqlite3
import uuid

CARD = "8600495473316478"
SLOW = 30_000


def order(world):
    """An order of 1 250 000.50 so'm that waits for its payment."""
    if not world.server.process:
        world.server.start()
    number = "T" + uuid.uuid4().hex[:7]
    with sqlite3.connect(world.server.database, timeout=10) as database:
        database.execute(
            "INSERT INTO payable_order VALUES (?, 125000050, 'UZS', 'available', NULL, 0)",
            (number,))
    return number


def charges(world, number):
    return [row["amount"] for row in world.server.rows("payment_movement")
            if row["order_id"] == number]


def checkout(world, number, method=None, **options):
    page = world.page(f"/?screen=/pay/{number}", **options)
    if method:
        choose(page, method)
    return page


def choose(page, method, go="Davom etish"):
    page.locator(f".method input[value={method}]").check()
    press(page, go)
    press(page, "To‘lash: 1 250 000,50 so'm")


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def heading(page, name):
    page.get_by_role("heading", name=name, exact=True).wait_for(timeout=SLOW)


def paid(world, page, number):
    heading(page, "To‘lov o‘tdi")
    assert charges(world, number) == [125000050], charges(world, number)


def pay_at_payme(page, card=CARD, do="To‘lash"):
    """Opens Payme's page in a window of its own and pays there."""
    with page.context.expect_page() as opened:
        press(page, "Payme sahifasini ochish")
    provider = opened.value
    provider.locator(f"input[value='{card}']").check()
    provider.get_by_role("button", name=do, exact=True).click()
    return provider


def test_payme_succeeds_on_its_own_page_and_the_first_window_follows(world):
    number = order(world)
    page = checkout(world, number)
    world.shoot(page, "checkout")
    choose(page, "payme")
    heading(page, "Payme sahifasida to‘lang")
    world.shoot(page, "checkout-payme")
    with page.context.expect_page() as opened:
        press(page, "Payme sahifasini ochish")
    world.shoot(opened.value, "provider-payme")
    opened.value.get_by_role("button", name="To‘lash", exact=True).click()
    heading(opened.value, "To‘lov o‘tdi")
    paid(world, page, number)
    world.shoot(page, "checkout-receipt")


def test_payme_refuses_a_blocked_card_and_another_way_pays(world):
    number = order(world)
    page = checkout(world, number, "payme")
    provider = pay_at_payme(page, "4444445987459073")
    provider.get_by_text("Karta qabul qilinmadi").wait_for()
    assert charges(world, number) == []
    press(page, "Boshqa usulni tanlash")
    choose(page, "applepay")
    press(page, "Tasdiqlash")
    paid(world, page, number)


def test_paymes_system_error_is_checked_and_resolves_by_itself(world):
    number = order(world)
    page = checkout(world, number, "payme")
    pay_at_payme(page, "8600143417770323")
    heading(page, "To‘lov tekshirilmoqda")
    world.shoot(page, "checkout-wait")
    assert charges(world, number) == []
    paid(world, page, number)


def test_a_card_goes_to_payme_only_and_is_charged_after_its_code(world):
    number = order(world)
    page = checkout(world, number, "card")
    sent = []
    page.on("request", lambda request: sent.append((request.url, request.post_data or "")))
    page.get_by_label("Karta raqami").fill(CARD)
    page.get_by_label("Amal qilish muddati, OOYY").fill("0399")
    world.shoot(page, "checkout-card")
    press(page, "Davom etish")
    heading(page, "SMS’dagi kod")
    world.shoot(page, "checkout-code")
    held = [url for url, body in sent if CARD in body]
    assert held and all(url.endswith("/demo/payme/api") for url in held[:1]), held
    page.locator("input[autocomplete='one-time-code']").first.fill("666666")
    press(page, "To‘lash: 1 250 000,50 so'm")
    paid(world, page, number)
    for name, content in world.server.files().items():
        assert CARD.encode() not in content, f"the card is in {name}"


def test_a_card_that_is_refused_says_so_and_takes_nothing(world):
    number = order(world)
    page = checkout(world, number, "card")
    page.get_by_label("Karta raqami").fill("1111111111111111")
    page.get_by_label("Amal qilish muddati, OOYY").fill("0399")
    press(page, "Davom etish")
    page.get_by_text("Karta qabul qilinmadi, pul yechilmadi").wait_for()
    assert charges(world, number) == []


def click_phone(page, digits):
    page.get_by_label("Telefon", exact=True).fill("+998" + digits)
    press(page, "Hisob yuborish")


def test_click_is_confirmed_on_the_phone(world):
    number = order(world)
    page = checkout(world, number, "click")
    world.shoot(page, "checkout-phone")
    click_phone(page, "901234567")
    heading(page, "Telefoningizda tasdiqlang")
    world.shoot(page, "checkout-ussd")
    paid(world, page, number)


def test_click_that_is_refused_opens_the_checkout_again(world):
    number = order(world)
    page = checkout(world, number, "click")
    click_phone(page, "901234599")
    page.locator(".method").first.wait_for(timeout=SLOW)
    assert charges(world, number) == []


def test_clicks_lost_answer_is_checked_and_resolves_by_itself(world):
    number = order(world)
    page = checkout(world, number, "click")
    click_phone(page, "901234501")
    heading(page, "To‘lov tekshirilmoqda")
    paid(world, page, number)


def test_apple_pay_succeeds_is_declined_and_loses_its_answer(world):
    for button, ends in [("Tasdiqlash", "To‘lov o‘tdi"), ("Rad etilgan karta", "To‘lov o‘tmadi"),
                         ("Javob yo‘qoladi", "To‘lov o‘tdi")]:
        number = order(world)
        page = checkout(world, number, "applepay")
        press(page, button)
        heading(page, ends)
        expected = [] if ends == "To‘lov o‘tmadi" else [125000050]
        assert charges(world, number) == expected
    world.shoot(page, "checkout-applepay")


def test_a_plan_is_chosen_and_its_contract_signed_or_refused(world):
    for do, isPaid in [("Imzolash", True), ("Rad etish", False)]:
        number = order(world)
        page = checkout(world, number, "installment")
        heading(page, "Bo‘lib to‘lash")
        world.shoot(page, "checkout-plans", full_page=True)
        press(page, "Shartnomaga o‘tish")
        with page.context.expect_page() as opened:
            press(page, "Shartnomani ochish")
        opened.value.get_by_role("button", name=do, exact=True).click()
        if isPaid:
            paid(world, page, number)
        else:
            page.locator(".method").first.wait_for(timeout=SLOW)
            assert charges(world, number) == []


def test_a_double_tap_a_reload_and_another_tab_end_in_one_charge(world):
    number = order(world)
    page = checkout(world, number, "applepay")
    other = page.context.new_page()
    other.goto(page.url)
    heading(other, "Apple Pay")
    page.reload()
    heading(page, "Apple Pay")
    for window in (page, other):
        window.get_by_role("button", name="Tasdiqlash", exact=True).dblclick()
    paid(world, page, number)
    paid(world, other, number)
    page.reload()
    paid(world, page, number)


def test_the_checkout_in_three_languages_and_both_themes(world):
    number = order(world)
    for language, words in [("uz", "To‘lov usuli"), ("ru", "Способ оплаты"),
                            ("en", "Payment method")]:
        page = checkout(world, number, language=language, width=375, height=800,
                        scheme="dark" if language == "ru" else "light")
        page.get_by_text(words, exact=True).wait_for()
        page.locator(".method").first.wait_for()
        world.shoot(page, f"checkout-{language}", full_page=True)
