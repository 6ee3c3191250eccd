"""axe over a whole page, at every impact level, best practices included."""

from axe_playwright_python.sync_playwright import Axe


# A message that fades in has no contrast yet; what turns for ever, or stands still, is not waited for.
SETTLE = """() => Promise.race([new Promise((done) => setTimeout(done, 1000)), Promise.all([document, ...[...document.querySelectorAll('oyna-screen')].map((e) => e.shadowRoot)]
  .flatMap((root) => root.getAnimations())
  .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
  .map((one) => one.finished.catch(() => {})))])"""


def violations(page):
    page.evaluate(SETTLE)
    found = Axe().run(page).response["violations"]
    return [f"{one['id']} ({one['impact']}) ×{len(one['nodes'])}: {one['nodes'][0]['html'][:160]}"
            for one in found]


def check(page, what):
    found = violations(page)
    assert found == [], f"{what}: {found}"
