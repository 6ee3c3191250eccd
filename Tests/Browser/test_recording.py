"""A session of the page is recorded, without its secrets, and replayed by the command line."""

import json
import subprocess

from world import ROOT


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
    folder = world.server.folder
    with open(f"{folder}/screen.json", "w", encoding="utf-8") as file:
        file.write(recorded["document"])
    with open(f"{folder}/events.jsonl", "w", encoding="utf-8") as file:
        file.write("\n".join(recorded["lines"]) + "\n")
    run = subprocess.run(
        [ROOT / ".build/release/oyna", "replay", f"{folder}/screen.json", f"{folder}/events.jsonl"],
        capture_output=True, text=True, check=True)
    states = [json.loads(line) for line in run.stdout.splitlines()]
    assert not any("error" in state for state in states), [s for s in states if "error" in s]
    last = states[-1]
    assert "Zuhra Karimova" in last["values"].values(), last["values"]
    assert len(last["errors"]) == shown, (last["errors"], shown)
