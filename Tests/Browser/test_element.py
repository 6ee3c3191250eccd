"""`<oyna-screen>` in any page: several on one page, events, failures, its own documents."""

TWO = """<!doctype html><html lang="uz"><title>two</title>
<style>input { display: none !important } p { color: red }</style>
<oyna-screen id="one" src="/screens/loan_application"></oyna-screen>
<oyna-screen id="two" src="/screens/loan_application" lang="ru"></oyna-screen>
<script type="module" src="/oyna.js"></script></html>"""


def host(world, html, path="/host"):
    """A page of this server with other content: the element as a web developer embeds it."""
    world.server.start()
    context = world.chromium.new_context()
    context.set_default_timeout(5000)
    world.contexts.append(context)
    page = context.new_page()
    world.pages.append(page)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: world.errors.append(str(error)))
    page.route("**" + path, lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(world.server.url + path)
    return page, requests


def test_two_elements_share_one_module_and_nothing_else(world):
    page, requests = host(world, TWO)
    one, two = page.locator("#one"), page.locator("#two")
    one.get_by_label("F.I.Sh.").fill("Zuhra")
    assert two.get_by_role("textbox").first.input_value() == ""
    assert two.locator(".screen").get_attribute("lang") == "ru"
    assert sum(url.endswith("oyna.wasm") for url in requests) == 1, requests


def test_the_style_of_a_page_does_not_reach_a_screen(world):
    page, _ = host(world, TWO)
    page.locator("#one").get_by_label("F.I.Sh.").wait_for(state="visible")


def test_a_screen_that_is_missing_says_so_and_can_be_asked_for_again(world):
    page, requests = host(world, TWO.replace("/screens/loan_application", "/screens/none"))
    one = page.locator("#one")
    one.get_by_role("heading", name="Bunday ekran yo‘q").wait_for()
    before = len(requests)
    one.get_by_role("button", name="Qayta urinish").click()
    page.wait_for_timeout(300)
    assert any("/screens/none" in url for url in requests[before:])


def test_no_network_at_the_start_is_explained_and_over_when_it_is_back(world):
    page, _ = host(world, TWO)
    page.locator("#one").get_by_label("F.I.Sh.").wait_for()
    page.route("**/screens/**", lambda route: route.abort())
    page.evaluate("document.querySelector('#one').setAttribute('src', '/screens/start')")
    one = page.locator("#one")
    one.get_by_role("heading", name="Internet yo‘q").wait_for()
    page.unroute("**/screens/**")
    one.get_by_role("button", name="Qayta urinish").click()
    one.get_by_role("heading", name="Oyna namunalari").wait_for()


def test_a_refused_document_is_explained_and_reported_with_its_place(world):
    page, _ = host(world, TWO)
    page.locator("#one").get_by_label("F.I.Sh.").wait_for()
    report = page.evaluate("""async () => {
      const element = document.querySelector('#one');
      const reported = new Promise((done) =>
        element.addEventListener('oyna-report', (event) => done(event.detail)));
      element.open({oyna: '1', id: 'x', title: 'x', body: {type: 'vstack', children: [
        {type: 'text_input', props: {stateKey: 'a'},
         validations: [{rule: 'regex', pattern: '[a-z'}]}]}});
      return reported;
    }""")
    assert report["path"].startswith("/body/children/0/validations/0"), report
    page.locator("#one").get_by_role("heading", name="Ekranni ko‘rsatib bo‘lmaydi").wait_for()


def test_a_page_hears_of_screens(world):
    page, _ = host(world, TWO.replace('<script', """<script>
      window.heard = [];
      addEventListener('oyna-screen-change', (event) => heard.push(event.detail.id));
    </script><script"""))
    world.until(page, "() => window.heard.length === 2")
    assert page.evaluate("heard") == ["loan_application"] * 2


def test_unknown_components_draw_their_fallback_and_break_nothing(world):
    page, _ = host(world, TWO)
    page.locator("#one").get_by_label("F.I.Sh.").wait_for()
    page.evaluate("""() => document.querySelector('#one').open({oyna: '1', id: 'x', title: 'x',
      body: {type: 'vstack', children: [
        {type: 'hologram', fallback: {type: 'text', props: {text: 'flat'}}},
        {type: 'hologram'},
        {type: 'text', props: {text: 'after'}}]}})""")
    page.locator("#one").get_by_text("flat").wait_for()
    assert page.locator("#one").get_by_text("after").is_visible()
