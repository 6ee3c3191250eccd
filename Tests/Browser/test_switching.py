"""The shop's own order, and a payer who changes their mind: the cart stays, one charge is made, and
nothing of what was given up is left: no attempt, no card."""

from test_checkout import (CARD, attempts, charges, choose, heading, pay_at_payme, press, type_card)
from test_shop import add, shop

MONEY = "37 000"


def place(world, page):
    """Orders two loaves and a packet of tea; the order's number and its page of payment."""
    add(page, "Obi non", 2)
    add(page, "Ko'k choy № 95, 250 g")
    page.get_by_role("textbox", name="Ismingiz").fill("Zuhra")
    page.get_by_role("textbox", name="Telefon raqamingiz").fill("+998901234567")
    page.get_by_role("textbox", name="Manzil").fill("Chilonzor, 5")
    page.get_by_role("button", name="Buyurtma berish", exact=True).click()
    press(page, "To‘lashga o‘tish")
    page.locator(".method").first.wait_for()
    [order] = world.server.rows("shop_order")
    return order["id"]


def cart(world, number):
    return {row["product"]: row["quantity"] for row in world.server.rows("shop_order_line")
            if row["order_id"] == number}


def kept(page):
    """Everything that the page and its browser hold, as one text."""
    return page.evaluate("""async () => {
      const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage),
        JSON.stringify(history.state), document.cookie, location.href];
      const walk = (root) => {
        texts.push(root.innerHTML ?? "");
        for (const element of root.querySelectorAll("*")) {
          if ("value" in element) texts.push(String(element.value));
          if (element.shadowRoot) walk(element.shadowRoot);
        }
      };
      walk(document.documentElement);
      for (const { name } of await indexedDB.databases()) {
        const database = await new Promise((resolve, reject) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        for (const store of database.objectStoreNames) {
          const rows = await new Promise((resolve, reject) => {
            const request = database.transaction(store).objectStore(store).getAll();
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
          texts.push(JSON.stringify(rows, (_, value) =>
            ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value));
        }
        database.close();
      }
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          texts.push(request.url, await (await cache.match(request)).text());
        }
      }
      return texts.join("\\n");
    }""")


def test_switching_keeps_the_cart_and_leaves_nothing_behind(world):
    page = shop(world)
    number = place(world, page)
    before = cart(world, number)
    assert before == {"obi_non": 2, "kok_choy": 1}
    # A card is typed and given up before it is sent.
    choose(page, "card", money=MONEY)
    page.get_by_label("Karta raqami").fill(CARD)
    page.get_by_label("Amal qilish muddati, OOYY").fill("0399")
    assert CARD in kept(page), "the search finds what is there"
    press(page, "Boshqa usulni tanlash")
    page.locator(".method").first.wait_for()
    assert CARD not in kept(page)
    # Then Payme's page, an invoice, a plan with its contract, and the card again up to its code.
    choose(page, "payme", money=MONEY)
    heading(page, "Payme sahifasida to‘lang")
    press(page, "Boshqa usulni tanlash")
    choose(page, "click", money=MONEY)
    page.get_by_label("Telefon", exact=True).fill("+998901234500")
    press(page, "Hisob yuborish")
    heading(page, "Telefoningizda tasdiqlang")
    press(page, "Boshqa usulni tanlash")
    choose(page, "installment", money=MONEY)
    press(page, "Shartnomaga o‘tish")
    page.get_by_role("button", name="Shartnomani ochish").wait_for()
    press(page, "Boshqa usulni tanlash")
    choose(page, "card", money=MONEY)
    type_card(page)
    heading(page, "SMS’dagi kod")
    assert CARD not in kept(page)
    press(page, "Boshqa usulni tanlash")
    choose(page, "applepay", money=MONEY)
    press(page, "Tasdiqlash")
    heading(page, "To‘lov o‘tdi")
    world.shoot(page, "switching-receipt")
    assert charges(world, number) == [3700000]
    assert cart(world, number) == before
    assert attempts(world, number) == [
        ("card", "cancelled"), ("payme", "cancelled"), ("click", "cancelled"),
        ("installment", "cancelled"), ("card", "cancelled"), ("applepay", "succeeded")]
    [order] = world.server.rows("shop_order")
    assert order["status"] == "paid"
    live = [row["state"] for row in world.server.rows("payment") if row["order_id"] == number]
    # The lender's contract held the order and was let go: nothing of it is open.
    assert live == [-1, 2], live
    assert CARD not in kept(page)
    for name, content in world.server.files().items():
        assert CARD.encode() not in content, f"the card is in {name}"


def test_a_page_of_a_way_that_was_given_up_cannot_charge_a_second_time(world):
    page = shop(world)
    number = place(world, page)
    choose(page, "payme", money=MONEY)
    with page.context.expect_page() as opened:
        press(page, "Payme sahifasini ochish")
    left_open = opened.value
    left_open.wait_for_load_state()
    press(page, "Boshqa usulni tanlash")
    choose(page, "applepay", money=MONEY)
    press(page, "Tasdiqlash")
    heading(page, "To‘lov o‘tdi")
    left_open.get_by_role("button", name="To‘lash", exact=True).click()
    left_open.get_by_text("Karta qabul qilinmadi").wait_for()
    assert charges(world, number) == [3700000]


def test_somebody_who_knows_an_orders_number_does_not_see_it(world):
    page = shop(world)
    number = place(world, page)
    stranger = world.chromium.new_context()
    try:
        for path in (f"/pay/{number}", f"/api/v1/orders/{number}", f"/api/v1/payments/{number}"):
            assert stranger.request.get(world.server.url + path).status == 404, path
            assert page.request.get(world.server.url + path).status == 200, path
        answer = stranger.request.post(
            f"{world.server.url}/api/v1/payments/{number}/cancel", data={})
        assert answer.status == 404
    finally:
        stranger.close()
