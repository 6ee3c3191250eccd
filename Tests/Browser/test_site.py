"""The project site: static pages, with the engine running live in them."""

import functools
import http.server
import threading

from world import LOADED_TIMEOUT, ROOT

SITE = ROOT / ".build/site"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def opened(world, path, **options):
    assert (SITE / "index.html").exists(), "Scripts/build-site makes the site"
    # Below a path, as pages of a project usually are: nothing may be absolute.
    handler = functools.partial(Quiet, directory=SITE.parent)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context = world.chromium.new_context(
        viewport={"width": options.get("width", 1280), "height": 900},
        color_scheme=options.get("scheme", "light"))
    context.set_default_timeout(8000)
    world.contexts.append(context)
    page = context.new_page()
    world.pages.append(page)
    page.on("pageerror", lambda error: world.errors.append(str(error)))
    missing = []
    page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
    outside = []
    page.on("request", lambda request: outside.append(request.url)
            if "127.0.0.1" not in request.url and request.url.startswith("http") else None)
    page.goto(f"http://127.0.0.1:{server.server_port}/site/{path}")
    return page, missing, outside


def test_the_gallery_runs_in_the_page(world):
    page, missing, outside = opened(world, "Gallery.html")
    frame = page.frame_locator("iframe.live")
    frame.locator("oyna-screen .body > *").first.wait_for(timeout=LOADED_TIMEOUT)
    # The engine itself: it refuses a value, and takes another.
    frame.get_by_role("button", name="Xatolarni ko‘rsatish").click()
    frame.locator(".summary").wait_for()
    before = frame.locator(".summary li").count()
    assert before > 0
    # A list that it loads, from a file.
    frame.locator(".load-row").first.wait_for()
    frame.get_by_role("button", name="Русский").click()
    frame.get_by_role("button", name="Показать ошибки").wait_for()
    page.locator("iframe.live").scroll_into_view_if_needed()
    world.shoot(page, "site-gallery")
    assert not outside, outside
    assert not missing, missing


def test_the_gallery_follows_the_page_into_the_dark(world):
    page, _, _ = opened(world, "Gallery.html", scheme="dark")
    frame = page.frame_locator("iframe.live")
    frame.locator("oyna-screen .body > *").first.wait_for(timeout=LOADED_TIMEOUT)
    assert frame.locator("html").get_attribute("data-theme") == "dark"
    surface = """e => getComputedStyle(e.shadowRoot.querySelector('.screen')).backgroundColor"""
    dark = frame.locator("oyna-screen").evaluate(surface)
    world.shoot(page, "site-gallery-dark")
    # Its own switch counts, whatever the system says.
    page.locator("label[for='__palette_0']:visible, label[for='__palette_1']:visible").click()
    assert frame.locator("html").get_attribute("data-theme") == "light"
    assert frame.locator("oyna-screen").evaluate(surface) != dark


def test_the_playground_runs_without_a_server(world):
    page, _, outside = opened(world, "live/dev/playground.html", width=1440)
    page.locator("body[data-ready]").wait_for(timeout=LOADED_TIMEOUT)
    frame = page.frame_locator("#frame")
    frame.get_by_label("Ismingiz").fill("Zuhra")
    frame.get_by_role("button", name="Yuborish").click()
    frame.get_by_text("Yuborildi").wait_for()
    # The engine's own first error is there without a linter.
    page.evaluate("""() => { const editor = document.querySelector('.CodeMirror').CodeMirror;
      editor.setValue(editor.getValue().replace('"minLength"', '5')); }""")
    page.locator(".problem[data-severity=error]").first.wait_for()
    assert not outside, outside


def test_the_pages_of_the_site(world):
    page, missing, outside = opened(world, "index.html")
    assert page.get_by_role("heading", name="Oyna").count() >= 1
    world.shoot(page, "site-index")
    page.goto(page.url.replace("index.html", "Format/Rules.html"))
    assert page.locator("table").count() > 0
    assert "required" in page.locator("article").inner_text()
    page.set_viewport_size({"width": 375, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    world.shoot(page, "site-rules-narrow")
    assert not outside and not missing, (outside, missing)
