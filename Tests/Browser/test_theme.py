"""The look belongs to the host: tokens as properties, a theme as data, more contrast, less motion."""

from axe import violations

ACCENT = """() => {
  const root = document.querySelector('oyna-screen').shadowRoot;
  return getComputedStyle(root.querySelector('.button.primary')).backgroundColor;
}"""


def themed(world, **options):
    page = world.loan(**options)
    page.evaluate("document.querySelector('oyna-screen').setAttribute('theme', '/themes/terracotta.json')")
    return page


def test_a_theme_is_data_for_light_and_dark(world):
    for scheme, colour in (("light", "rgb(154, 52, 18)"), ("dark", "rgb(253, 186, 140)")):
        page = themed(world, scheme=scheme, width=375, height=760)
        world.until(page, "wanted => (" + ACCENT + ")() === wanted", colour)
        world.shoot(page, f"theme-terracotta-{scheme}")
        assert violations(page) == [], violations(page)
        page.context.close()


def test_taking_a_theme_away_brings_the_look_back(world):
    page = world.loan()
    before = page.evaluate(ACCENT)
    page.evaluate("document.querySelector('oyna-screen').setAttribute('theme', '/themes/terracotta.json')")
    world.until(page, "before => (" + ACCENT + ")() !== before", before)
    page.evaluate("document.querySelector('oyna-screen').removeAttribute('theme')")
    world.until(page, "before => (" + ACCENT + ")() === before", before)


def test_a_theme_that_is_missing_is_reported_and_changes_nothing(world):
    page = world.loan()
    before = page.evaluate(ACCENT)
    report = page.evaluate("""async () => {
      const element = document.querySelector('oyna-screen');
      const reported = new Promise((done) =>
        element.addEventListener('oyna-report', (event) => done(event.detail.message)));
      element.setAttribute('theme', '/themes/none.json');
      return reported;
    }""")
    assert "none.json" in report
    assert page.evaluate(ACCENT) == before


def test_a_theme_that_comes_late_does_not_take_the_place_of_a_newer_one(world):
    page = world.loan()
    held = []
    page.context.route("**/themes/slow.json", lambda route: held.append(route))
    page.context.route("**/themes/quick.json", lambda route: route.fulfill(
        status=200, content_type="application/json", body='{"accent": "#123456"}'))
    accent = "() => document.querySelector('oyna-screen').style.getPropertyValue('--oyna-accent')"
    for after, wanted in (("setAttribute('theme', '/themes/quick.json')", "#123456"), ("removeAttribute('theme')", "")):
        with page.expect_request("**/themes/slow.json"):
            page.evaluate("document.querySelector('oyna-screen').setAttribute('theme', '/themes/slow.json')")
        page.evaluate(f"document.querySelector('oyna-screen').{after}")
        world.until(page, f"wanted => ({accent})() === wanted", wanted)
        held.pop().fulfill(status=200, content_type="application/json", body='{"accent": "#ff0000"}')
        page.wait_for_timeout(300)
        assert page.evaluate(accent) == wanted
