"""Copies for a time without a network: what may take the place of a good one, and what asks past it."""

import json


LOAD = {"id": "list", "type": "load", "content": {"type": "text", "props": {"text": "row {{ item.name }}"}}}


def screen(policy):
    props = {"source": "/api/rows", "items": "data.rows", "itemId": "item.id", "policy": policy, "pullToRefresh": True}
    return {"oyna": "1", "id": "l", "title": "l", "body": {"id": "stack", "type": "vstack", "children": [
        {"type": "text", "props": {"text": "Rows", "style": "title"}}, {**LOAD, "props": props}]}}


def rows(name):
    return "application/json", json.dumps({"rows": [{"id": 1, "name": name}]})


SIGN_IN = "text/html", "<html>Sign in</html>"


class Source:
    """What the addresses answer now: a type and a body, or None for no network."""

    def __init__(self, page, policy, headers=None):
        self.rows, self.asked = rows("one"), 0
        self.screen = "application/json", json.dumps(screen(policy))
        self.headers = headers or {}
        page.context.route(lambda url: url.split("?")[0].endswith("/screens/l"), lambda route: self.answer(route, self.screen))
        page.context.route(lambda url: url.endswith("/api/rows"), lambda route: self.answer(route, self.rows))

    def answer(self, route, answer):
        self.asked += 1
        if answer is None:
            return route.abort()
        kind, body = answer
        route.fulfill(status=200, headers={"Content-Type": kind, **self.headers}, body=body)


def shows(page, text):
    page.locator("oyna-screen .screen:not([hidden])").get_by_text(text).first.wait_for()


def opened(world, policy, **options):
    page = world.page("/")
    source = Source(page, policy, **options)
    page.locator("oyna-screen").evaluate("e => e.navigate('push', '/screens/l')")
    shows(page, "row one")
    page.wait_for_timeout(300)  # the copy is kept when the page has nothing else to do
    return page, source


def test_a_page_of_html_takes_the_place_of_no_copy(world):
    page, source = opened(world, "network_first")
    source.screen = source.rows = SIGN_IN
    page.reload()
    shows(page, "Ekranni ko‘rsatib bo‘lmaydi")
    page.wait_for_timeout(300)
    source.screen = source.rows = None
    page.reload()
    shows(page, "row one")


def test_an_answer_that_the_list_cannot_read_is_not_kept(world):
    for answer in (SIGN_IN, ("application/json", '{"error": "not here"}')):
        page, source = opened(world, "network_first")
        source.rows = answer
        page.reload()
        shows(page, "Kelgan ma'lumotni o'qib bo'lmadi")
        page.wait_for_timeout(300)
        source.rows = None
        page.reload()
        shows(page, "row one")


def test_a_copy_that_cannot_be_read_any_more_gives_way(world):
    for policy in ("cache_first", "stale_while_revalidate"):
        page, source = opened(world, policy, headers={"ETag": '"1"'})
        other = screen(policy)
        other["body"]["children"][1]["props"]["items"] = "data.lines"
        source.screen = "application/json", json.dumps(other)
        source.rows = "application/json", json.dumps({"lines": [{"id": 1, "name": "two"}]})
        page.reload()
        if policy == "cache_first":
            page.get_by_role("button", name="Qayta urinish").click()
        shows(page, "row two")


def test_a_refresh_asks_the_network_whatever_was_kept(world):
    page, source = opened(world, "cache_first")
    source.rows = rows("two")
    page.reload()
    shows(page, "row one")
    page.get_by_role("button", name="Yangilash").click()
    shows(page, "row two")


def test_what_the_server_wants_stored_nowhere_is_not(world):
    page, source = opened(world, "never", headers={"Cache-Control": "no-store"})
    kept = page.evaluate("""async () => {
      const cache = await caches.open('oyna-screens-1');
      return (await cache.keys()).filter(({ url }) => url.includes('/screens/l')).length;
    }""")
    assert kept == 0


def test_another_source_shows_its_rows_where_the_list_stands(world):
    page = world.page("/")
    page.context.route("**/api/many*", lambda route: route.fulfill(
        status=200, content_type="application/json", body=json.dumps({"rows": [
            {"id": f"{route.request.url[-1]}{n}", "name": f"{route.request.url[-1]}-{n}"} for n in range(300)]})))
    props = {"source": "/api/many?q={{ q }}", "items": "data.rows", "itemId": "item.id"}
    document = {"oyna": "1", "id": "l", "title": "l", "state": {"q": "a"}, "body": {"id": "stack", "type": "vstack", "children": [
        {**LOAD, "props": props}, {"id": "other", "type": "button", "props": {"label": "Other"},
                                   "on": {"tap": {"type": "set_value", "key": "q", "value": "b"}}}]}}
    page.evaluate("wanted => document.querySelector('oyna-screen').open(wanted)", document)
    page.locator(".load-row").first.wait_for()
    page.evaluate("scrollTo(0, 6000)")
    seen = """name => [...document.querySelector('oyna-screen').shadowRoot.querySelectorAll('.load-row')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return row.textContent.includes(name) && bottom > 0 && top < innerHeight;
    }).length > 5"""
    world.until(page, seen, "a-1")
    page.evaluate("document.querySelector('oyna-screen').send({ tap: 'other' })")
    world.until(page, seen, "b-1")
    assert page.locator(".load").get_attribute("aria-busy") is None


def test_a_list_says_that_it_is_on_its_way(world):
    page = world.page("/")
    held = []
    page.context.route("**/api/rows", lambda route: held.append(route))
    page.evaluate("wanted => document.querySelector('oyna-screen').open(wanted)", screen("never"))
    page.locator(".load[aria-busy=true]").wait_for()
    kind, body = rows("one")
    held[0].fulfill(status=200, content_type=kind, body=body)
    shows(page, "row one")
    assert page.locator(".load").get_attribute("aria-busy") is None


def test_a_list_of_a_screen_that_is_gone_listens_to_nothing(world):
    page = world.page("/")
    Source(page, "never")
    is_over = "window.list.listeners.signal.aborted"
    for leave in ("e => e.navigate('replace', '/screens/start')", "e => e.remove()"):
        page.locator("oyna-screen").evaluate("e => e.navigate('push', '/screens/l')")
        shows(page, "row one")
        page.evaluate("() => { window.list = document.querySelector('oyna-screen').node('list').oynaView; }")
        assert not page.evaluate(is_over)
        page.locator("oyna-screen").evaluate(leave)
        world.until(page, f"() => {is_over}")
