"""axe over a whole page, at every impact level, best practices included."""

from axe_playwright_python.sync_playwright import Axe


def violations(page):
    found = Axe().run(page).response["violations"]
    return [f"{one['id']} ({one['impact']}) ×{len(one['nodes'])}: {one['nodes'][0]['html'][:160]}"
            for one in found]


def check(page, what):
    found = violations(page)
    assert found == [], f"{what}: {found}"
