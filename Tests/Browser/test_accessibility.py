"""Names and roles of the controls, target sizes, focus, zoom."""

from test_loan import fill_loan, fill_person, go_on
from test_queue import send
from test_shop import NON, add, line
from world import ROOT

SCREENS = sorted(path.stem for path in (ROOT / "Screens").glob("*.json"))


def test_controls_have_the_names_roles_and_help_that_phones_need(world):
    page = world.loan()
    phone = page.get_by_label("Telefon raqamingiz")
    attributes = {name: phone.get_attribute(name)
                  for name in ("type", "inputmode", "autocomplete", "aria-required")}
    assert attributes == {
        "type": "tel", "inputmode": "tel", "autocomplete": "tel", "aria-required": "true"}
    name = page.get_by_label("F.I.Sh.")
    hint = name.get_attribute("aria-describedby")
    assert page.locator(f"#{hint}").inner_text() == "Pasportdagidek yozing"
    fill_person(page)
    go_on(page, "Kredit haqida")
    assert page.get_by_label("Oylik daromad").get_attribute("inputmode") == "decimal"
    assert page.get_by_role("switch", name="Kreditni sug'urtalash").is_checked()
    fill_loan(page)
    assert page.get_by_role("status").filter(has_text="Oylik to'lov").count() == 1
    go_on(page, "Kafillar")
    go_on(page, "Hujjat va karta")
    group = page.get_by_role("radiogroup", name="Kartani qanday olasiz?")
    assert group.get_by_role("radio").count() == 2
    assert page.get_by_label("Yetkazish manzili (ixtiyoriy)").count() == 1


def test_every_target_is_44_pixels_or_more(world):
    page = world.loan(width=375, height=700)
    fill_person(page)
    for heading in ("Kredit haqida", "Kafillar", "Hujjat va karta"):
        check_targets(page)
        go_on(page, heading)
        if heading == "Kredit haqida":
            fill_loan(page)
        if heading == "Kafillar":
            page.get_by_role("button", name="Kafil qo'shish").click()
            check_targets(page)
            page.get_by_role("button", name="Kafilni olib tashlash 1").click()
    check_targets(page)


def check_targets(page):
    small = page.evaluate("""() => {
      const root = document.querySelector('oyna-screen').shadowRoot;
      const targets = [...root.querySelectorAll(
        'input:not([type=checkbox]):not([type=radio]), select, button, label.choice, a'),
        ...document.querySelectorAll('header button, header a')];
      return targets.map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.height < 44 || box.width < 44))
        .map(([html, box]) => `${html} ${box.width}x${box.height}`);
    }""")
    assert small == [], small


def test_nothing_overflows_at_320_pixels_or_with_text_at_200_percent(world):
    for screen in SCREENS:
        for width, size in ((320, "100%"), (640, "200%"), (320, "200%")):
            page = world.page(f"/?screen=/screens/{screen}", width=width, height=640)
            page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{screen} is {wide} px too wide at {width} px, {size}"
            page.context.close()


def test_focus_is_visible_and_never_behind_the_sticky_action(world):
    page = world.loan(width=375, height=600)
    for _ in range(14):
        page.keyboard.press("Tab")
        hidden = page.evaluate("""() => {
          const root = document.querySelector('oyna-screen').shadowRoot;
          const focused = root.activeElement;
          const action = root.querySelector('.action');
          if (!focused || action.contains(focused)) return null;
          const box = focused.getBoundingClientRect();
          return box.bottom > action.getBoundingClientRect().top + 1 || box.top < 0
            ? focused.outerHTML.slice(0, 90) : null;
        }""")
        assert hidden is None, hidden


def test_forced_colors_and_right_to_left_draw(world):
    page = world.loan(forced_colors="active", width=375)
    world.shoot(page, "loan-forced-colors")
    page = world.loan(width=375)
    page.evaluate("""() => document.querySelector('oyna-screen').shadowRoot
      .querySelector('.screen').dir = 'rtl'""")
    fill_person(page)
    go_on(page, "Kredit haqida")
    left = page.get_by_label("Kreditni sug'urtalash").bounding_box()["x"]
    assert left < 60, f"the switch stands at {left}: on the left in a right-to-left screen"
    world.shoot(page, "loan-rtl")


def test_every_target_of_every_demo_screen_is_44_pixels_or_more(world):
    for screen in SCREENS:
        page = world.page(f"/?screen=/screens/{screen}", width=375, height=667)
        page.wait_for_timeout(150)
        check_targets(page)
        page.context.close()
    page = world.page("/?screen=/screens/messages", width=375, height=667)
    page.route("**/api/v1/messages", lambda route: route.abort())
    send(page, "birinchi")
    check_targets(page)
    page = world.page("/?screen=/screens/shop", width=375, height=667)
    add(page, NON)
    line(page, NON).get_by_role("button", name="O‘chirish").click()
    page.locator(".snackbar").wait_for()
    check_targets(page)
