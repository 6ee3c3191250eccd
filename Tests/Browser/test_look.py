"""Screenshots to look at, in Tests/Browser/shots: light and dark, 320, 375 and 1280 px."""

from test_loan import fill_by_keyboard


def test_screenshots_of_the_loan_demo(world):
    people = 0
    for scheme in ("light", "dark"):
        for width, height in ((320, 640), (375, 760), (1280, 900)):
            suffix = f"{scheme}-{width}"
            page = world.page("/", scheme=scheme, width=width, height=height)
            world.shoot(page, f"start-{suffix}")
            page = world.loan(scheme=scheme, width=width, height=height)
            world.shoot(page, f"loan-{suffix}")
            page.get_by_role("button", name="Davom etish").click()
            page.locator(".summary").wait_for()
            world.shoot(page, f"loan-errors-{suffix}")
            page.locator("oyna-screen").evaluate("() => scrollTo(0, 0)")
            world.shoot(page, f"loan-summary-{suffix}")
            page = world.loan(scheme=scheme, width=width, height=height)
            people += 1
            fill_by_keyboard(page, f"+99890123456{people}")
            world.shoot(page, f"loan-filled-{suffix}")
            page.get_by_role("button", name="Arizani yuborish").click()
            page.get_by_role("heading", name="Ariza qabul qilindi").wait_for()
            world.shoot(page, f"success-{suffix}")


def test_the_palette_reaches_every_control(world):
    """A stylesheet whose first rule is dropped still parses: the colours are looked at."""
    for scheme, surface in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(19, 29, 27)")):
        page = world.loan(scheme=scheme, width=1280, height=900)
        style = "e => { const s = getComputedStyle(e); return [s.backgroundColor, s.borderTopWidth, s.maxInlineSize]; }"
        background, _, _ = page.locator(".screen").evaluate(style)
        assert background == surface, f"{scheme}: the sheet is {background}"
        _, _, width = page.locator(".stage").evaluate(style)
        assert width == "640px", f"{scheme}: the stage is {width} wide"
        button, _, _ = page.get_by_role("button", name="Davom etish").evaluate(style)
        assert button not in ("rgba(0, 0, 0, 0)", surface), f"{scheme}: the button is {button}"
