"""Sheets over screens and screens over sheets; answers that come when another screen is shown."""

import json


def screen(name, *children, **members):
    return {"oyna": "1", "id": name, "title": name.upper(), "body": {
        "id": "stack", "type": "vstack", "children": [
            {"type": "text", "props": {"text": f"Screen {name}", "style": "title"}}, *children]}, **members}


def field(name):
    return {"id": name, "type": "text_input", "props": {"label": name}}


def button(name, action):
    return {"id": name, "type": "button", "props": {"label": name}, "on": {"tap": action}}


def serve(page, path, answer):
    """Answers an address: with a document, or with what is told each route."""
    def handle(route):
        if callable(answer):
            answer(route)
        else:
            route.fulfill(status=200, content_type="application/json", body=json.dumps(answer))
    page.context.route(lambda url: url.split("?")[0].endswith(path), handle)


def navigate(page, mode, path):
    page.locator("oyna-screen").evaluate("(e, [mode, path]) => e.navigate(mode, path)", [mode, path])


def heading(page, name):
    return page.get_by_role("heading", name=f"Screen {name}")


def test_a_screen_over_a_sheet_can_be_used_and_back_leads_to_the_sheet(world):
    page = world.page("/", height=500)
    page.evaluate("scrollTo(0, 300)")
    serve(page, "/screens/a", screen("a", field("below")))
    serve(page, "/screens/b", screen("b", field("above")))
    navigate(page, "present", "/screens/a")
    page.get_by_label("below").fill("kept")
    navigate(page, "push", "/screens/b")
    page.get_by_label("above").click()
    page.get_by_label("above").fill("typed")
    assert not page.get_by_role("heading", name="Oyna namunalari").is_visible()
    page.go_back()
    heading(page, "a").wait_for()
    page.get_by_label("below").click()
    assert page.get_by_label("below").input_value() == "kept"
    assert page.locator("dialog.sheet").evaluate("e => e.matches(':modal')")
    assert page.evaluate("scrollY") == 300
    assert page.get_by_role("heading", name="Oyna namunalari", include_hidden=True).is_visible()


def test_forward_finds_a_sheet_as_it_was_left(world):
    page = world.page("/")
    serve(page, "/screens/a", screen("a", field("below")))
    navigate(page, "present", "/screens/a")
    page.get_by_label("below").fill("kept")
    page.go_back()
    page.locator("dialog.sheet").wait_for(state="detached")
    page.go_forward()
    heading(page, "a").wait_for()
    assert page.get_by_label("below").input_value() == "kept"
    assert page.locator("dialog.sheet").evaluate("e => e.matches(':modal')")


def test_keys_pressed_in_haste_close_no_more_than_one_screen_and_never_leave_the_page(world):
    page = world.page("/")
    for name in "abc":
        serve(page, f"/screens/{name}", screen(name, button("Back", {"type": "navigate", "mode": "back"})))
        navigate(page, "push", f"/screens/{name}")
        heading(page, name).wait_for()
    page.get_by_role("button", name="Back").evaluate("e => [1, 2, 3].forEach(() => e.click())")
    heading(page, "b").wait_for()
    page.wait_for_timeout(300)
    assert heading(page, "b").is_visible()
    navigate(page, "present", "/screens/a")
    heading(page, "a").wait_for()
    page.evaluate("""() => { for (const _ of [1, 2, 3]) document.querySelector('oyna-screen').navigate('dismiss') }""")
    page.locator("dialog.sheet").wait_for(state="detached")
    page.wait_for_timeout(300)
    assert heading(page, "b").is_visible()


def test_a_sheet_that_the_browser_closes_is_left(world):
    page = world.page("/")
    serve(page, "/screens/a", screen("a", {"id": "f", "type": "file_input", "props": {"label": "File"}}))
    navigate(page, "present", "/screens/a")
    heading(page, "a").wait_for()
    # What closes the chooser of a file bubbles, and is not about the sheet.
    page.locator("input[type=file]").evaluate("e => e.dispatchEvent(new Event('cancel', { bubbles: true }))")
    page.wait_for_timeout(300)
    assert heading(page, "a").is_visible()
    # Without a tap since the last time the browser asks nobody before it closes a dialog.
    page.locator("dialog.sheet").evaluate("e => e.close()")
    page.locator("dialog.sheet").wait_for(state="detached")
    page.wait_for_url(lambda url: "screens%2Fa" not in url)


def test_a_late_answer_to_a_covered_screen_moves_nothing_of_the_one_over_it(world):
    page = world.page("/", height=500)
    held = []
    serve(page, "/api/slow", lambda route: held.append(route))
    serve(page, "/screens/a", screen("a", button("Ask", {"type": "request", "url": "/api/slow"})))
    serve(page, "/screens/b", screen("b", *(field(f"f{n}") for n in range(30))))
    navigate(page, "push", "/screens/a")
    page.get_by_role("button", name="Ask").click()
    navigate(page, "push", "/screens/b")
    page.get_by_label("f20").focus()
    page.evaluate("scrollTo(0, 900)")
    page.wait_for_timeout(100)
    page.evaluate("document.querySelector('oyna-screen').addEventListener('oyna-screen-change', () => (window.changed = true))")
    held[0].fulfill(status=200, content_type="application/json", body=json.dumps({"screen": screen("new")}))
    page.wait_for_timeout(500)
    assert page.evaluate("[scrollY, document.title, window.changed ?? false]") == [900, "B", False]
    page.go_back()
    heading(page, "new").wait_for()
    assert page.title() == "NEW"


def test_a_screen_asked_for_in_advance_speaks_the_language_that_was_chosen_since(world):
    page = world.page("/")

    def answer(route):
        language = route.request.headers["accept-language"]
        body = screen(language.lower(), language=language)
        route.fulfill(status=200, content_type="application/json", body=json.dumps(body))
    serve(page, "/screens/a", answer)
    serve(page, "/screens/x", screen("x", button("Go", {"type": "navigate", "url": "/screens/a", "prefetch": True})))
    with page.expect_response("**/screens/a"):
        navigate(page, "push", "/screens/x")
    page.get_by_role("button", name="Русский").click()
    page.get_by_role("button", name="Go").click()
    heading(page, "ru").wait_for()


def test_an_element_that_is_taken_out_opens_nothing_any_more(world):
    page = world.page("/")
    held = []
    serve(page, "/screens/a", lambda route: held.append(route))
    navigate(page, "push", "/screens/a")
    world.until(page, "() => document.querySelector('oyna-screen').shadowRoot.querySelector('.loading')")
    page.evaluate("() => (window.element = document.querySelector('oyna-screen')).remove()")
    held[0].fulfill(status=200, content_type="application/json", body=json.dumps(screen("a")))
    page.wait_for_timeout(400)
    assert page.evaluate("window.element.shadowRoot.querySelectorAll('.screen').length") == 0
    assert page.title() == "Oyna" and "screens%2Fa" not in page.url


def test_a_message_that_offers_a_retry_goes_with_its_screen_and_another_one_stays(world):
    page = world.page("/")
    serve(page, "/api/down", lambda route: route.abort())
    serve(page, "/screens/a", screen("a", {"id": "form", "type": "form", "children": [
        field("name"), button("Send", {"type": "submit", "url": "/api/down"}),
        button("Leave", [{"type": "snackbar", "message": "Bye"}, {"type": "navigate", "mode": "back"}])]}))
    navigate(page, "push", "/screens/a")
    page.get_by_role("button", name="Send").click()
    page.locator(".snackbar-action").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Oyna namunalari").wait_for()
    assert page.locator(".snackbar").count() == 0
    navigate(page, "push", "/screens/a")
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("heading", name="Oyna namunalari").wait_for()
    assert page.locator(".snackbar").inner_text().startswith("Bye")


def test_a_page_of_html_in_the_place_of_a_translation_is_passed_over(world):
    page = world.loan()
    is_portal = lambda url: url.split("?")[0].endswith("/screens/loan_application")
    page.context.route(is_portal, lambda route: route.fulfill(
        status=200, content_type="text/html", body="<html>Sign in</html>"))
    page.get_by_label("F.I.Sh.").fill("Zuhra")
    page.get_by_role("button", name="Русский").click()
    page.wait_for_timeout(300)
    assert page.get_by_label("F.I.Sh.").input_value() == "Zuhra"
    page.context.unroute(is_portal)
    page.get_by_role("button", name="English").click()
    world.until(page, "() => document.querySelector('oyna-screen').shadowRoot.querySelector('.screen').lang === 'en'")
