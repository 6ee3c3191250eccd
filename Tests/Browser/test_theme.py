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
