"""A session of the page is recorded, without its secrets, and replayed by the command line."""

import json
import subprocess

from world import ROOT


def replayed(world, recorded):
    """What `oyna replay` prints for a recording."""
    folder = world.server.folder
    with open(f"{folder}/screen.json", "w", encoding="utf-8") as file:
        file.write(recorded["document"])
    with open(f"{folder}/events.jsonl", "w", encoding="utf-8") as file:
        file.write("\n".join(recorded["lines"]) + "\n")
    run = subprocess.run(
        [ROOT / ".build/release/oyna", "replay", f"{folder}/screen.json", f"{folder}/events.jsonl"],
        capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def test_a_recording_replays_to_what_the_page_had_and_holds_no_secret(world):
    page = world.page("/")
    page.evaluate("""async () => {
      window.recording = await document.querySelector('oyna-screen').record();
    }""")
    page.locator("oyna-screen").evaluate("e => e.navigate('push', '/screens/gallery')")
    page.locator(".load-row").nth(2).wait_for()
    page.evaluate_handle("document.querySelector('oyna-screen').control('text_input_empty')") \
        .as_element().fill("Zuhra Karimova")
    page.locator("oyna-screen input[type=password]").first.fill("AA1234567")
    page.get_by_role("radiogroup", name="Bittasini tanlang").first.get_by_role("radio").first.check()
    page.get_by_role("button", name="Xatolarni ko‘rsatish").click()
    page.locator(".summary").wait_for()
    shown = page.evaluate("""() => [...document.querySelector('oyna-screen').shadowRoot
      .querySelectorAll('.summary li')].length""")
    recorded = page.evaluate("recording.screens.at(-1)")
    text = recorded["document"] + "\n".join(recorded["lines"])
    assert "AA1234567" not in "\n".join(recorded["lines"])
    lines = replayed(world, recorded)
    states = [json.loads(line) for line in lines]
    assert not any("error" in state for state in states), [s for s in states if "error" in s]
    last = states[-1]
    assert "Zuhra Karimova" in last["values"].values(), last["values"]
    assert len(last["errors"]) == shown, (last["errors"], shown)


def test_another_language_is_recorded_and_numbers_as_they_came(world):
    page = world.page("/")
    page.context.route("**/api/exact", lambda route: route.fulfill(
        status=200, content_type="application/json",
        body='{\n"actions": [{"type": "set_value", "key": "n", "value": 12345678901234567890.10}]\n}'))
    page.context.route(lambda url: url.split("?")[0].endswith("/screens/x"), lambda route: route.fulfill(
        status=200, content_type="application/json", body=json.dumps({
            "oyna": "1", "id": "x", "title": "x", "language": route.request.headers["accept-language"].lower(),
            "state": {"n": 1}, "body": {"id": "ask", "type": "button", "props": {
                "label": "Ask " + route.request.headers["accept-language"].lower()},
                "on": {"tap": {"type": "request", "url": "/api/exact"}}}}, indent=1)))
    page.evaluate("async () => { window.recording = await document.querySelector('oyna-screen').record(); }")
    page.locator("oyna-screen").evaluate("e => e.navigate('push', '/screens/x')")
    page.get_by_role("button", name="Ask uz").click()
    page.get_by_role("button", name="Русский").click()
    page.get_by_role("button", name="Ask ru").wait_for()
    recorded = page.evaluate("recording.screens.at(-1)")
    events = [json.loads(line) for line in recorded["lines"]]
    assert any(event.get("translated", {}).get("language") == "ru" for event in events), recorded["lines"]
    lines = replayed(world, recorded)
    assert '"n":12345678901234567890.10' in lines[-1], lines[-1]
