"""axe finds nothing, at any impact level: every demo screen, in light and dark, in the states that
a person meets."""

from axe import check
from test_checkout import checkout, choose, heading, order
from test_loan import NEXT, control, fill_loan, fill_person, go_on, press
from test_posts import choose as choose_source, posts
from test_queue import MESSAGES, TRANSFER, Metro, option, send, transfer
from test_shop import CHOY, NON, add, line, shop
from world import ROOT

SCREENS = sorted(path.stem for path in (ROOT / "Screens").glob("*.json"))
SCHEMES = ("light", "dark")


def test_every_demo_screen(world):
    for scheme in SCHEMES:
        for screen in SCREENS:
            page = world.page(f"/?screen=/screens/{screen}", scheme=scheme, width=375)
            page.wait_for_timeout(150)  # what it loads is drawn
            check(page, f"{screen}, {scheme}")
            page.context.close()


def test_the_loan_on_every_page_and_full_of_errors(world):
    for person, scheme in enumerate(SCHEMES):
        page = world.loan(scheme=scheme, width=375)
        press(page, NEXT)
        page.locator(".summary").wait_for()
        check(page, f"errors, {scheme}")
        page.reload()
        fill_person(page, f"+99890765432{person}")
        check(page, f"a person, {scheme}")
        go_on(page, "Kredit haqida")
        fill_loan(page)
        check(page, f"a loan, {scheme}")
        go_on(page, "Kafillar")
        press(page, "Kafil qo'shish")
        check(page, f"a row, {scheme}")
        press(page, "Kafilni olib tashlash 1")
        go_on(page, "Hujjat va karta")
        check(page, f"files, {scheme}")
        go_on(page, "Tekshirish va yuborish")
        check(page, f"the last page, {scheme}")
        control(page, "roziman").check()
        press(page, "Arizani yuborish")
        page.get_by_role("heading", name="Ariza qabul qilindi").wait_for()
        check(page, f"received, {scheme}")
        page.context.close()


def test_an_open_list_a_sheet_and_an_alert(world):
    for scheme in SCHEMES:
        page = world.loan(scheme=scheme, width=375)
        page.get_by_label("Viloyat").select_option(index=1)
        district = page.get_by_role("combobox", name="Tuman")
        district.click()
        district.press("ArrowDown")
        page.locator("[role=option]").first.wait_for()
        check(page, f"an open list, {scheme}")
        district.fill("qqq")
        page.wait_for_timeout(100)
        check(page, f"a list with nothing found, {scheme}")
        page = world.page("/?screen=/screens/posts", scheme=scheme, width=375)
        page.locator("oyna-screen").evaluate("e => e.navigate('present', '/screens/post?id=7')")
        page.locator("dialog.sheet h1").wait_for()
        check(page, f"a sheet, {scheme}")
        page = world.page("/", scheme=scheme, width=375)
        page.locator("oyna-screen").evaluate("""(element) => element.open({oyna: '1', id: 'x', title: 'x',
          body: {type: 'vstack', children: [
            {type: 'text', props: {text: 'Savol', style: 'title'}},
            {type: 'button', props: {label: 'Ask'}, on: {tap: {type: 'alert', title: 'Diqqat', message: 'Matn'}}}]}})""")
        page.get_by_role("button", name="Ask").click()
        page.locator("dialog.alert").wait_for()
        check(page, f"an alert, {scheme}")


def test_the_shop_with_a_cart_an_undo_and_a_mistake(world):
    for scheme in SCHEMES:
        page = shop(world, scheme=scheme, width=375)
        add(page, NON, 2)
        add(page, CHOY)
        page.get_by_label("Promokod", exact=True).fill("yoq")
        page.get_by_role("button", name="Qo'llash").click()
        page.locator(".cart .note.error").wait_for()
        line(page, NON).get_by_role("button", name="O‘chirish").click()
        page.locator(".snackbar").wait_for()
        check(page, f"a removed product, {scheme}")
        page.get_by_role("button", name="Buyurtma berish").click()
        page.locator(".summary").wait_for()
        check(page, f"errors, {scheme}")


def test_the_checkout_on_its_way(world):
    for scheme in SCHEMES:
        page = checkout(world, order(world), scheme=scheme, width=375)
        check(page, f"the ways to pay, {scheme}")
        choose(page, "payme")
        heading(page, "Payme sahifasida to‘lang")
        check(page, f"a provider's page, {scheme}")
        with page.context.expect_page() as opened:
            page.get_by_role("button", name="Payme sahifasini ochish", exact=True).click()
        opened.value.get_by_role("button", name="To‘lash", exact=True).wait_for()
        check(opened.value, f"the provider, {scheme}")
        opened.value.get_by_role("button", name="To‘lash", exact=True).click()
        heading(page, "To‘lov o‘tdi")
        check(page, f"a receipt, {scheme}")
        for method in ("card", "click", "applepay", "installment"):
            page = checkout(world, order(world), method, scheme=scheme, width=375)
            page.wait_for_timeout(300)
            check(page, f"{method}, {scheme}")
        page = checkout(world, order(world), "card", scheme=scheme, width=375)
        press(page, "Davom etish")
        page.locator(".note.error").first.wait_for()
        check(page, f"a card with errors, {scheme}")
        page = checkout(world, order(world), "applepay", scheme=scheme, width=375)
        press(page, "Rad etilgan karta")
        heading(page, "To‘lov o‘tmadi")
        check(page, f"a refused card, {scheme}")


def test_the_queue_waiting_and_sent(world):
    for scheme in SCHEMES:
        metro = Metro(world, TRANSFER, scheme=scheme, width=375)
        option(metro.page, "Karta")
        metro.enter()
        transfer(metro.page, "1000")
        metro.page.locator(".queue-line").first.wait_for()
        check(metro.page, f"a transfer that waits, {scheme}")
        metro = Metro(world, MESSAGES, scheme=scheme, width=375)
        metro.enter()
        send(metro.page, "birinchi")
        check(metro.page, f"a message that waits, {scheme}")
        metro.leave()
        metro.page.locator(".queue-line[data-state=sent]").first.wait_for(timeout=15_000)
        check(metro.page, f"a message that was sent, {scheme}")


def test_the_posts_in_every_state(world):
    for scheme in SCHEMES:
        page = posts(world, scheme=scheme, width=375)
        check(page, f"loaded, {scheme}")
        choose_source(page, "Bo‘sh")
        page.get_by_text("Yangilik topilmadi").wait_for()
        check(page, f"empty, {scheme}")
        choose_source(page, "Nosoz")
        page.locator(".load").get_by_text("Xabarlar xizmatida nosozlik").wait_for()
        check(page, f"a failure over what was there, {scheme}")
        for hold, what in ((lambda route: route.abort(), ".load[data-state=failed]"),
                           (lambda route: None, ".redacted")):
            page = world.page("/", scheme=scheme, width=375)
            page.route("**/api/v1/posts**", hold)
            page.get_by_role("button", name="Yangiliklarni ochish").click()
            page.locator(what).first.wait_for()
            check(page, f"{what}, {scheme}")


def test_what_the_shell_says_without_a_network(world):
    for scheme in SCHEMES:
        page = world.page("/", scheme=scheme, width=375)
        page.route("**/screens/posts", lambda route: route.abort())
        page.get_by_role("button", name="Yangiliklarni ochish").click()
        page.get_by_role("heading", name="Internet yo‘q").wait_for()
        check(page, f"no network, {scheme}")
