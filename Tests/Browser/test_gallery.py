"""Every component in every state: looked at, kept as baselines, checked by axe and by keyboard."""

import json

import baseline
from axe import violations
from world import ROOT

GALLERY = "/?screen=/screens/gallery"
# 8th value: what is drawn differently each time, or by the system.
QUIET = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important; '
    + 'caret-color: transparent !important; } .action { position: static !important; }');
  const root = document.querySelector('oyna-screen').shadowRoot;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  document.activeElement?.blur();
}"""


def gallery(world, **options):
    page = world.page(GALLERY, **options)
    ready(world, page)
    return page


def ready(world, page):
    page.locator(".load-row").nth(2).wait_for()
    page.locator(".load[data-state=failed]").wait_for()
    page.locator(".load[data-state=empty]").wait_for()
    page.get_by_role("button", name="Xatolarni ko‘rsatish").click()
    page.locator(".summary").wait_for()
    page.evaluate(QUIET)
    page.evaluate("scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.wait_for_timeout(200)


def rtl(world, **options):
    """The same document, written from right to left."""
    page = world.page("/", **options)
    document = json.loads((ROOT / "Screens/gallery.json").read_text())
    page.locator("oyna-screen").evaluate(
        "(element, document) => element.open(document)", {**document, "direction": "rtl"})
    ready(world, page)
    return page


def test_the_gallery_looks_as_it_did(world):
    views = {
        "gallery-light": lambda: gallery(world, width=1280),
        "gallery-dark": lambda: gallery(world, width=1280, scheme="dark"),
        "gallery-320": lambda: gallery(world, width=320, height=640),
        "gallery-rtl": lambda: rtl(world, width=375, height=760),
    }
    for name, opened in views.items():
        page = opened()
        world.shoot(page, name, full_page=True)
        baseline.check(world, page, name)
        page.context.close()


def test_the_gallery_looks_as_it_did_with_text_at_200_percent(world):
    page = gallery(world, width=640, height=900)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.wait_for_timeout(200)
    world.shoot(page, "gallery-200", full_page=True)
    baseline.check(world, page, "gallery-200")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_axe_finds_nothing_at_all_in_the_gallery(world):
    for options in ({"scheme": "light"}, {"scheme": "dark"}, {"width": 320, "height": 640},
                    {"forced_colors": "active"}, {"contrast": "more"}):
        page = gallery(world, **options)
        found = violations(page)
        assert found == [], f"{options}: {found}"
        page.context.close()
    page = rtl(world)
    assert violations(page) == [], violations(page)
    assert page.evaluate("getComputedStyle(document.querySelector('oyna-screen').shadowRoot"
                         ".querySelector('.screen')).direction") == "rtl"


def test_nothing_moves_for_who_asked_for_less_motion(world):
    page = world.page(GALLERY, reduced_motion="reduce")
    page.locator(".load-row").first.wait_for()
    moving = page.evaluate("""() => document.getAnimations()
      .concat(document.querySelector('oyna-screen').shadowRoot.getAnimations())
      .map((one) => one.animationName ?? one.transitionProperty)
      .filter((name) => name && name !== 'turn')""")
    assert moving == [], moving


def test_the_gallery_can_be_gone_through_by_keyboard_alone(world):
    page = gallery(world, width=1280)
    seen = []
    for _ in range(140):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("""() => {
          const element = document.querySelector('oyna-screen').shadowRoot.activeElement;
          return element && `${element.localName} ${element.id || element.textContent.slice(0, 20)}`;
        }"""))
    reached = {one for one in seen if one}
    wanted = page.evaluate("""() => {
      const root = document.querySelector('oyna-screen').shadowRoot;
      const all = [...root.querySelectorAll('input, select, textarea, button, a[href], [tabindex="0"]')]
        .filter((one) => !one.disabled && one.tabIndex >= 0 && one.checkVisibility()
          && !(one.type === 'radio' && !one.checked && one !== root.querySelector(`[name="${one.name}"]`))
          && !one.closest('[inert]'));
      return all.map((one) => `${one.localName} ${one.id || one.textContent.slice(0, 20)}`);
    }""")
    missing = [one for one in wanted if one not in reached]
    # A group of radio buttons is one stop.
    assert len(missing) <= 1, missing
