"""Issue 6's done-when: the checkout succeeds, fails and times out with each method, in one charge."""

import sqlite3
import uuid

CARD = "8600495473316478"
SLOW = 30_000


def order(world, amount=125000050):
    """An order of 1 250 000.50 so'm that waits for its payment."""
    if not world.server.process:
        world.server.start()
    number = "T" + uuid.uuid4().hex[:7]
    with sqlite3.connect(world.server.database, timeout=10) as database:
        database.execute(
            "INSERT INTO payable_order VALUES (?, ?, 'UZS', 'available', NULL, 0)",
            (number, amount))
    return number


def charges(world, number):
    return [row["amount"] for row in world.server.rows("payment_movement")
            if row["order_id"] == number]


def checkout(world, number, method=None, **options):
    page = world.page(f"/?screen=/pay/{number}", **options)
    if method:
        choose(page, method)
    return page


def choose(page, method, go="Davom etish", money="1 250 000,50"):
    page.locator(f".method input[value={method}]").check()
    press(page, go)
    press(page, f"To‘lash: {money} so'm")


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def heading(page, name):
    page.get_by_role("heading", name=name, exact=True).wait_for(timeout=SLOW)


def paid(world, page, number, amount=125000050):
    heading(page, "To‘lov o‘tdi")
    assert charges(world, number) == [amount], charges(world, number)


def attempts(world, number):
    """What was begun to pay an order, oldest first: the way and how it ended."""
    rows = [row for row in world.server.rows("payment_attempt") if row["order_id"] == number]
    return [(row["strategy"], row["state"]) for row in rows]


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


def type_card(page, number=CARD):
    page.get_by_label("Karta raqami").fill(number)
    page.get_by_label("Amal qilish muddati, OOYY").fill("0399")
    press(page, "Davom etish")


def type_code(page):
    heading(page, "SMS’dagi kod")
    page.locator("input[autocomplete='one-time-code']").first.fill("666666")
    press(page, "To‘lash: 1 250 000,50 so'm")


def test_a_card_is_charged_after_its_code(world):
    number = order(world)
    page = checkout(world, number, "card")
    world.shoot(page, "checkout-card")
    type_card(page)
    heading(page, "SMS’dagi kod")
    world.shoot(page, "checkout-code")
    type_code(page)
    paid(world, page, number)


def test_a_card_whose_answer_is_lost_is_checked_and_resolves_by_itself(world):
    number = order(world)
    page = checkout(world, number, "card")
    type_card(page, "8600143417770323")
    type_code(page)
    heading(page, "To‘lov tekshirilmoqda")
    assert charges(world, number) == []
    paid(world, page, number)
    assert attempts(world, number) == [("card", "succeeded")]


def test_a_card_that_is_blocked_fails_and_another_way_pays(world):
    number = order(world)
    page = checkout(world, number, "card")
    type_card(page, "4444445987459073")
    type_code(page)
    heading(page, "To‘lov o‘tmadi")
    assert charges(world, number) == []
    page.locator(".method input[value=applepay]").check()
    press(page, "Qayta to‘lash")
    press(page, "Tasdiqlash")
    paid(world, page, number)
    assert attempts(world, number) == [("card", "failed"), ("applepay", "succeeded")]


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


def test_apple_pay_succeeds(world):
    number = order(world)
    page = checkout(world, number, "applepay")
    heading(page, "Apple Pay")
    world.shoot(page, "checkout-applepay-sheet")
    press(page, "Tasdiqlash")
    paid(world, page, number)


def test_apple_pay_is_declined_and_takes_nothing(world):
    number = order(world)
    page = checkout(world, number, "applepay")
    press(page, "Rad etilgan karta")
    heading(page, "To‘lov o‘tmadi")
    assert charges(world, number) == []
    world.shoot(page, "checkout-failed")


def test_apple_pays_lost_answer_is_checked_and_resolves_by_itself(world):
    number = order(world)
    page = checkout(world, number, "applepay")
    press(page, "Javob yo‘qoladi")
    heading(page, "To‘lov tekshirilmoqda")
    paid(world, page, number)
    assert attempts(world, number) == [("applepay", "succeeded")]


def sign_contract(page, do):
    with page.context.expect_page() as opened:
        press(page, "Shartnomani ochish")
    world_page = opened.value
    world_page.get_by_role("button", name=do, exact=True).click()
    return world_page


def test_a_plan_is_chosen_and_its_contract_signed(world):
    number = order(world)
    page = checkout(world, number, "installment")
    heading(page, "Bo‘lib to‘lash")
    world.shoot(page, "checkout-plans", full_page=True)
    press(page, "Shartnomaga o‘tish")
    sign_contract(page, "Imzolash")
    paid(world, page, number)


def test_a_contract_that_is_refused_opens_the_checkout_again(world):
    number = order(world)
    page = checkout(world, number, "installment")
    press(page, "Shartnomaga o‘tish")
    sign_contract(page, "Rad etish")
    page.locator(".method").first.wait_for(timeout=SLOW)
    assert charges(world, number) == []
    assert attempts(world, number) == [("installment", "cancelled")]


def test_a_contract_that_the_lender_looks_at_is_checked_and_resolves_by_itself(world):
    number = order(world)
    page = checkout(world, number, "installment")
    press(page, "Shartnomaga o‘tish")
    sign_contract(page, "Imzolash, bank bir oz tekshiradi")
    heading(page, "To‘lov tekshirilmoqda")
    assert charges(world, number) == []
    paid(world, page, number)


def test_the_lenders_lost_answer_is_checked_and_leads_to_the_one_contract(world):
    number = order(world, 125000001)
    page = checkout(world, number)
    choose(page, "installment", money="1 250 000,01")
    press(page, "Shartnomaga o‘tish")
    heading(page, "To‘lov tekshirilmoqda")
    page.get_by_role("button", name="Shartnomani ochish").wait_for(timeout=SLOW)
    sign_contract(page, "Imzolash")
    paid(world, page, number, 125000001)
    assert attempts(world, number) == [("installment", "succeeded")]


def test_a_double_tap_ends_in_one_charge(world):
    number = order(world)
    page = checkout(world, number)
    page.locator(".method input[value=applepay]").check()
    press(page, "Davom etish")
    page.get_by_role("button", name="To‘lash: 1 250 000,50 so'm", exact=True).dblclick()
    heading(page, "Apple Pay")
    page.get_by_role("button", name="Tasdiqlash", exact=True).dblclick()
    paid(world, page, number)
    assert attempts(world, number) == [("applepay", "succeeded")]


def test_a_reload_in_mid_payment_ends_in_one_charge(world):
    number = order(world)
    page = checkout(world, number, "applepay")
    heading(page, "Apple Pay")
    page.reload()
    press(page, "Javob yo‘qoladi")
    heading(page, "To‘lov tekshirilmoqda")
    page.reload()
    paid(world, page, number)
    page.reload()
    paid(world, page, number)
    assert attempts(world, number) == [("applepay", "succeeded")]


def test_a_payment_finished_in_another_tab_ends_in_one_charge(world):
    number = order(world)
    page = checkout(world, number, "applepay")
    heading(page, "Apple Pay")
    other = page.context.new_page()
    other.goto(page.url)
    press(other, "Tasdiqlash")
    paid(world, other, number)
    # The first tab follows by itself, and its own button, pressed late, charges nothing.
    paid(world, page, number)
    assert attempts(world, number) == [("applepay", "succeeded")]


def test_two_tabs_that_pay_at_once_end_in_one_charge(world):
    number = order(world)
    page = checkout(world, number, "applepay")
    other = page.context.new_page()
    other.goto(page.url)
    heading(other, "Apple Pay")
    for window in (page, other):
        window.get_by_role("button", name="Tasdiqlash", exact=True).dblclick()
    paid(world, page, number)
    paid(world, other, number)
    assert attempts(world, number) == [("applepay", "succeeded")]


def test_the_server_forgets_nothing_when_it_is_restarted_in_mid_payment(world):
    number = order(world)
    page = checkout(world, number, "payme")
    heading(page, "Payme sahifasida to‘lang")
    world.server.stop()
    world.server.start()
    # What it waited for went with the process: the ways are open again, and one charges.
    page.locator(".method").first.wait_for(timeout=SLOW)
    choose(page, "applepay")
    press(page, "Tasdiqlash")
    paid(world, page, number)
    assert attempts(world, number) == [("payme", "cancelled"), ("applepay", "succeeded")]


def test_the_checkout_in_three_languages_and_both_themes(world):
    number = order(world)
    for language, words in [("uz", "To‘lov usuli"), ("ru", "Способ оплаты"),
                            ("en", "Payment method")]:
        page = checkout(world, number, language=language, width=375, height=800,
                        scheme="dark" if language == "ru" else "light")
        page.get_by_text(words, exact=True).wait_for()
        page.locator(".method").first.wait_for()
        world.shoot(page, f"checkout-{language}", full_page=True)
