"""The shop: a cart, its promo code, undo by mouse and by keys, an order that is placed once."""

import json

from axe import violations

NON, CHOY, NAVVOT = "Obi non", "Ko'k choy № 95, 250 g", "Navvot, 500 g"


def shop(world, **options):
    return world.page("/?screen=/screens/shop", **options)


def add(page, title, times=1):
    for _ in range(times):
        page.get_by_role("button", name=f"Savatga: {title}").click()
    # The part of the engine that knows carts may be on its way still.
    line(page, title).wait_for()


def line(page, title):
    return page.locator(".cart-line").filter(has_text=title)


def cart(page):
    """Titles, counts and sums as a person reads them, and the rows under them."""
    text = lambda locator: locator.inner_text().replace("\u00a0", " ").strip()
    lines = [(text(one.locator("strong").first), text(one.locator(".cart-count")),
              text(one.locator(".cart-total"))) for one in page.locator(".cart-line").all()]
    totals = [text(one) for one in page.locator(".cart-totals:visible dd").all()]
    return lines, totals


def bar(page, name):
    return page.locator(f".undo-button.{name}")


def test_a_cart_is_filled_changed_and_undone_by_mouse(world):
    page = shop(world)
    page.get_by_text("Savat hozircha bo'sh").wait_for()
    assert bar(page, "undo").get_attribute("aria-disabled") == "true"
    add(page, NON, 2)
    add(page, CHOY)
    assert cart(page) == ([(NON, "2", "9 000 so'm"), (CHOY, "1", "28 000 so'm")], ["37 000 so'm"])
    assert bar(page, "undo").get_attribute("aria-label") == f"Bekor qilish: «{CHOY}» qo'shish"
    more = line(page, NON).get_by_role("button", name="Ko‘paytirish")
    more.click()
    more.click()
    assert cart(page)[1] == ["46 000 so'm"]
    # Taps on one stepper are one step of undo.
    bar(page, "undo").click()
    assert cart(page)[0][0] == (NON, "2", "9 000 so'm")
    assert bar(page, "redo").get_attribute("aria-label") == f"Qaytarish: «{NON}» miqdori"
    bar(page, "redo").click()
    assert cart(page)[0][0] == (NON, "4", "18 000 so'm")
    for _ in range(4):
        bar(page, "undo").click()
    assert cart(page) == ([], [])
    assert bar(page, "undo").get_attribute("aria-disabled") == "true"
    for _ in range(4):
        bar(page, "redo").click()
    assert cart(page)[1] == ["46 000 so'm"]


def test_a_removed_product_comes_back_from_the_snackbar(world):
    page = shop(world)
    add(page, NON)
    add(page, CHOY)
    line(page, NON).get_by_role("button", name="O‘chirish").click()
    assert [title for title, _, _ in cart(page)[0]] == [CHOY]
    # The focus goes to the next line's own button, not to the top of the page.
    focused = page.evaluate(
        "() => document.querySelector('oyna-screen').shadowRoot.activeElement.ariaLabel")
    assert focused == f"O‘chirish: {CHOY}"
    snackbar = page.locator(".snackbar")
    assert snackbar.get_by_text(f"«{NON}» savatdan olindi").is_visible()
    snackbar.get_by_role("button", name="Bekor qilish").click()
    assert [title for title, _, _ in cart(page)[0]] == [NON, CHOY]
    # Something else was done since: that stays, the product comes back at the end.
    line(page, NON).get_by_role("button", name="O‘chirish").click()
    add(page, NAVVOT)
    page.locator(".snackbar").get_by_role("button", name="Bekor qilish").click()
    assert [title for title, _, _ in cart(page)[0]] == [CHOY, NAVVOT, NON]


def test_stock_and_promo_codes(world):
    page = shop(world)
    sold_out = page.get_by_role("button", name="Tugagan: Tog' asali, 500 g")
    assert sold_out.get_attribute("aria-disabled") == "true"
    add(page, NAVVOT, 3)
    assert line(page, NAVVOT).get_by_text("3 ta qoldi").is_visible()
    more = line(page, NAVVOT).get_by_role("button", name="Ko‘paytirish")
    assert more.get_attribute("aria-disabled") == "true"
    add(page, NAVVOT)
    assert page.locator(".snackbar").get_by_text("Omborda 3 ta qoldi").is_visible()
    code = page.get_by_label("Promokod", exact=True)
    code.fill("bahor20")
    code.press("Enter")
    page.locator(".cart .note.error").get_by_text("Bunday promokod yo'q").wait_for()
    assert code.get_attribute("aria-invalid") == "true"
    code.fill(" bahor10 ")
    code.press("Enter")
    assert cart(page)[1] == ["102 000 so'm", "-10 200 so'm", "91 800 so'm"]
    # It counts from 100 000 so'm on.
    line(page, NAVVOT).get_by_role("button", name="Kamaytirish").click()
    assert cart(page)[1] == ["68 000 so'm", "100 000 so'm dan boshlab", "68 000 so'm"]
    page.get_by_role("button", name="O‘chirish: Promokod").click()
    assert cart(page)[1] == ["68 000 so'm"]
    assert not world.server.rows("shop_order")


def test_the_keys_of_undo_go_over_fields_and_the_cart_in_their_order(world):
    page = shop(world)
    add(page, NON)
    name = page.get_by_role("textbox", name="Ismingiz")
    name.click()
    page.keyboard.type("Zuhra")
    phone = page.get_by_role("textbox", name="Telefon raqamingiz")
    phone.click()
    page.keyboard.type("+99890")
    page.keyboard.press("Control+z")
    assert phone.input_value() == ""
    assert name.input_value() == "Zuhra"
    page.keyboard.press("Control+z")
    assert name.input_value() == ""
    page.keyboard.press("Control+z")
    assert cart(page) == ([], [])
    page.keyboard.press("Control+z")  # nothing is left, and nothing happens
    page.keyboard.press("Control+Shift+z")
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+Shift+z")
    assert cart(page)[1] == ["4 500 so'm"]
    assert (name.input_value(), phone.input_value()) == ("Zuhra", "+99890")
    # A new edit ends what could be repeated; the browser's own history adds nothing.
    page.keyboard.press("Control+z")
    phone.click()
    page.keyboard.type("5")
    page.keyboard.press("Control+Shift+z")
    assert phone.input_value() == "5"
    assert bar(page, "redo").get_attribute("aria-disabled") == "true"
    # In a Cyrillic layout the same key has another letter.
    phone.dispatch_event("keydown", {
        "key": "я", "code": "KeyZ", "ctrlKey": True, "bubbles": True, "composed": True,
        "cancelable": True})
    assert phone.input_value() == ""
    # From the page itself, where nothing has the focus.
    page.evaluate("() => document.querySelector('oyna-screen').shadowRoot.activeElement.blur()")
    page.keyboard.press("Control+z")
    assert name.input_value() == ""


def test_the_box_of_a_promo_code_keeps_the_browsers_own_undo(world):
    page = shop(world)
    add(page, NON)
    code = page.get_by_label("Promokod", exact=True)
    code.click()
    page.keyboard.type("SAL")
    page.keyboard.press("Control+z")
    assert code.input_value() == ""
    assert cart(page)[1] == ["4 500 so'm"]


def test_an_order_by_keyboard_alone_is_placed_once(world):
    page = shop(world, width=1280)
    page.get_by_role("button", name=f"Savatga: {NON}").focus()
    page.keyboard.press("Enter")
    line(page, NON).wait_for()
    page.keyboard.press("Space")
    assert cart(page)[1] == ["9 000 so'm"]
    page.get_by_role("textbox", name="Ismingiz").focus()
    page.keyboard.type("Zuhra Karimova")
    page.keyboard.press("Tab")
    page.keyboard.type("+998901234567")
    page.keyboard.press("Tab")
    page.keyboard.type("Toshkent, Chilonzor, 5-mavze")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Buyurtma qabul qilindi").wait_for()
    assert page.get_by_text("Jami: 9 000 so'm".replace(" ", "\u00a0").replace("Jami:\u00a0", "Jami: ")).is_visible()
    orders = world.server.rows("shop_order")
    assert [(one["status"], one["total"], one["recipient_phone"]) for one in orders] == [
        ("placed", 900_000, "+998901234567")]
    lines = world.server.rows("shop_order_line")
    assert [(one["product"], one["quantity"]) for one in lines] == [("obi_non", 2)]


def test_a_price_that_was_tampered_with_lands_on_the_cart(world):
    page = shop(world)

    def cheapen(route):
        body = json.loads(route.request.post_data)
        body["cart"]["lines"][0]["unitPrice"] = 1
        body["cart"]["total"] = 1
        route.continue_(post_data=json.dumps(body))

    page.route("**/api/v1/orders", cheapen)
    add(page, NON)
    page.get_by_role("textbox", name="Ismingiz").fill("Zuhra")
    page.get_by_role("textbox", name="Telefon raqamingiz").fill("+998901234567")
    page.get_by_role("textbox", name="Manzil").fill("Chilonzor")
    page.get_by_role("button", name="Buyurtma berish").click()
    page.locator(".cart.invalid").wait_for()
    assert not world.server.rows("shop_order")


def test_the_shop_speaks_russian_and_english(world):
    for language, button, total, undo in (
            ("ru", "В корзину: Лепёшка оби-нон", "4 500 сум", "Отменить: добавление «Лепёшка оби-нон»"),
            ("en", "Add to cart: Obi-non flatbread", "UZS 4,500", "Undo: add “Obi-non flatbread”")):
        page = shop(world, language=language)
        page.get_by_role("button", name=button).click()
        found = cart(page)[1][-1]
        assert found == total, found
        assert bar(page, "undo").get_attribute("aria-label") == undo


def test_screenshots_of_the_shop(world):
    for scheme in ("light", "dark"):
        for width, height in ((375, 760), (1280, 900)):
            suffix = f"{scheme}-{width}"
            page = shop(world, scheme=scheme, width=width, height=height)
            world.shoot(page, f"shop-{suffix}")
            add(page, NON, 2)
            add(page, NAVVOT, 3)
            page.get_by_label("Promokod", exact=True).fill("BAHOR10")
            page.get_by_role("button", name="Qo'llash").click()
            line(page, NON).get_by_role("button", name="O‘chirish").click()
            page.locator(".cart").scroll_into_view_if_needed()
            world.shoot(page, f"shop-cart-{suffix}", full_page=True)
            world.shoot(page, f"shop-removed-{suffix}")
            assert violations(page) == [], violations(page)
            page.get_by_role("button", name="Buyurtma berish").click()
            page.locator(".summary").wait_for()
            world.shoot(page, f"shop-errors-{suffix}")
            assert violations(page) == [], violations(page)


def test_the_last_product_goes_and_comes_back(world):
    page = shop(world)
    add(page, NON)
    line(page, NON).get_by_role("button", name="O‘chirish").click()
    page.locator(".snackbar").get_by_text(f"«{NON}» savatdan olindi").wait_for()
    assert cart(page) == ([], [])
    focused = page.evaluate("() => document.querySelector('oyna-screen').shadowRoot.activeElement?.className")
    assert "cart" in (focused or ""), focused
    page.locator(".snackbar").get_by_role("button", name="Bekor qilish").click()
    assert [title for title, _, _ in cart(page)[0]] == [NON]
