"""Records which functions of the engine run while plain forms are opened, typed into and checked.

    .venv/bin/python Scripts/profile_web.py INSTRUMENTED PROFILE

INSTRUMENTED is a module of `wasm-split --instrument`. It runs in Chromium under the shell's own
bridge, through the steps of profile_web.js; PROFILE is what the module recorded. Only
`Scripts/build-web --profile` calls this.
"""

import pathlib
import sys

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent
ORIGIN = "http://profile.test"
PAGE = "<!doctype html><title>profile</title>"


def main(instrumented, profile):
    files = {
        "/engine.wasm": (pathlib.Path(instrumented).read_bytes(), "application/wasm"),
        "/engine.js": ((ROOT / "Web/oyna/engine.js").read_bytes(), "text/javascript"),
        "/steps.js": ((ROOT / "Scripts/profile_web.js").read_bytes(), "text/javascript"),
        "/": (PAGE.encode(), "text/html"),
    }
    for screen in (ROOT / "Screens").glob("*.json"):
        files[f"/screens/{screen.name}"] = (screen.read_bytes(), "application/json")

    def answer(route):
        body, kind = files[route.request.url.removeprefix(ORIGIN)]
        route.fulfill(body=body, content_type=kind)

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = chromium.new_page()
        page.route("**/*", answer)
        page.goto(ORIGIN + "/")
        recorded = page.evaluate("import('/steps.js').then((steps) => steps.record('/engine.wasm'))")
        chromium.close()
    pathlib.Path(profile).write_bytes(bytes(recorded))


if __name__ == "__main__":
    main(*sys.argv[1:])
