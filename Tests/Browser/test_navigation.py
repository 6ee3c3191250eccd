"""From screen to screen: push, back, deep links, the browser's own history, screens in advance."""


def title(page):
    return page.locator("oyna-screen h1").first


def asked_for(world, page, path):
    asked = []
    page.on("request", lambda request: path in request.url and asked.append(request.url))
    return asked


def test_push_back_and_forward_by_the_browser(world):
    page = world.page("/")
    page.get_by_role("button", name="Yangiliklarni ochish").click()
    page.get_by_role("heading", name="Yangiliklar").first.wait_for()
    page.wait_for_url("**screen=%2Fscreens%2Fposts**")
    page.go_back()
    page.get_by_role("heading", name="Oyna namunalari").wait_for()
    page.go_forward()
    page.get_by_label("Qidirish").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Oyna namunalari").wait_for()


def test_a_deep_link_opens_its_screen_and_back_leads_home(world):
    page = world.page("/?screen=/screens/post%3Fid%3D42")
    page.get_by_role("heading", name="Muddatli").wait_for()
    page.get_by_role("button", name="Ro‘yxatga qaytish").click()
    page.get_by_role("heading", name="Oyna namunalari").wait_for()


def test_a_reload_keeps_the_screen_and_the_way_back(world):
    page = world.page("/")
    page.get_by_role("button", name="Yangiliklarni ochish").click()
    page.locator(".load-row").first.wait_for()
    page.locator(".load-row .card").nth(2).click()
    page.get_by_role("button", name="Ro‘yxatga qaytish").wait_for()
    page.reload()
    page.get_by_role("button", name="Ro‘yxatga qaytish").click()
    page.locator(".load-row").first.wait_for()
    page.go_back()
    page.get_by_role("heading", name="Oyna namunalari").wait_for()


def test_a_sheet_closes_with_escape_and_with_back_and_leaves_the_screen_below(world):
    page = world.page("/?screen=/screens/posts")
    page.get_by_label("Qidirish").fill("kurs")
    for close in (lambda: page.keyboard.press("Escape"), page.go_back):
        page.locator("oyna-screen").evaluate("e => e.navigate('present', '/screens/post?id=7')")
        page.locator("dialog.sheet h1").wait_for()
        close()
        page.locator("dialog.sheet").wait_for(state="detached")
        assert page.get_by_label("Qidirish").input_value() == "kurs"


def test_replace_leaves_nothing_to_go_back_to(world):
    page = world.page("/")
    page.locator("oyna-screen").evaluate("e => e.navigate('push', '/screens/posts')")
    page.get_by_label("Qidirish").wait_for()
    page.locator("oyna-screen").evaluate("e => e.navigate('replace', '/screens/post?id=5')")
    page.get_by_role("button", name="Ro‘yxatga qaytish").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Oyna namunalari").wait_for()


def test_root_closes_every_screen_above_the_first(world):
    page = world.page("/")
    for path in ("/screens/posts", "/screens/post?id=9"):
        page.locator("oyna-screen").evaluate("(e, path) => e.navigate('push', path)", path)
        world.until(page, "path => document.querySelector('oyna-screen').shadowRoot.querySelectorAll('.screen').length > 1", path)
        page.wait_for_timeout(200)
    page.locator("oyna-screen").evaluate("e => e.navigate('root')")
    page.get_by_role("heading", name="Oyna namunalari").wait_for()
    world.until(page, "() => document.querySelector('oyna-screen').shadowRoot.querySelectorAll('.screen').length === 1")


def test_a_screen_asked_for_in_advance_is_asked_for_once(world):
    page = world.page("/?screen=/screens/loan_application")
    asked = asked_for(world, page, "/screens/posts")
    page.locator("oyna-screen").evaluate("""(element) => element.open({oyna: '1', id: 'x', title: 'x',
      body: {type: 'button', props: {label: 'Go'}, on: {tap: {type: 'navigate', mode: 'push',
        url: '/screens/posts', prefetch: true}}}})""")
    page.get_by_role("button", name="Go").wait_for()
    world.until(page, "() => performance.getEntriesByType('resource').some((one) => one.name.endsWith('/screens/posts'))")
    page.get_by_role("button", name="Go").click()
    page.get_by_label("Qidirish").wait_for()
    assert len(asked) == 1, asked


def scrolled(page, steps=6):
    for _ in range(steps):
        page.mouse.wheel(0, 900)
        page.wait_for_timeout(60)
    page.wait_for_timeout(300)
    return page.evaluate("scrollY")


def stands_at(world, page, place):
    world.until(page, "place => Math.abs(scrollY - place) < 4", place)


def test_a_reload_keeps_the_place_in_a_list_and_below_it(world):
    page = world.page("/")
    page.set_viewport_size({"width": 375, "height": 500})
    start = scrolled(page, 1)
    assert start > 200, start
    page.locator("oyna-screen").evaluate("e => e.navigate('push', '/screens/posts')")
    page.locator(".load-row").first.wait_for()
    place = scrolled(page, 8)
    assert place > 3000, place
    page.reload()
    page.locator(".load-row").first.wait_for()
    stands_at(world, page, place)
    page.go_back()  # that screen is opened anew: its place is in the history
    page.get_by_role("heading", name="Oyna namunalari").wait_for()
    stands_at(world, page, start)


def test_forward_keeps_what_back_left_but_no_secret(world):
    page = world.page("/")
    page.get_by_role("button", name="Arizani boshlash").click()
    page.get_by_label("F.I.Sh.").fill("Zuhra")
    page.get_by_label("Pasport seriyasi").fill("AB1234567")
    page.set_viewport_size({"width": 375, "height": 500})
    place = scrolled(page, 1)
    asked = asked_for(world, page, "/screens/loan_application")
    page.go_back()
    page.get_by_role("heading", name="Oyna namunalari").wait_for()
    button = page.get_by_role("button", name="Arizani boshlash")
    assert button.evaluate("e => e.getRootNode().activeElement === e"), "the focus is where it was"
    assert page.locator("oyna-screen .screen").count() == 1
    page.go_forward()
    page.get_by_label("F.I.Sh.").wait_for()
    assert asked == [], "nothing was asked for again"
    assert page.get_by_label("F.I.Sh.").input_value() == "Zuhra"
    assert page.get_by_label("Pasport seriyasi").input_value() == ""
    stands_at(world, page, place)
    page.get_by_label("F.I.Sh.").fill("Zuhra K")
    page.go_back()
    page.get_by_role("button", name="Yangiliklarni ochish").click()
    page.locator(".load-row").first.wait_for()
    page.go_back()
    page.go_forward()  # another screen took its place
    page.locator(".load-row").first.wait_for()


def test_forward_goes_on_with_a_list_that_was_left_while_it_was_loading(world):
    page = world.page("/")
    held = []
    page.route("**/api/v1/posts**", lambda route: (
        route.continue_() if held else held.append(route)))
    page.get_by_role("button", name="Yangiliklarni ochish").click()
    page.locator(".redacted").first.wait_for()
    while not held:  # the skeleton may be drawn before the request is on its way
        page.wait_for_timeout(10)
    page.go_back()
    page.get_by_role("heading", name="Oyna namunalari").wait_for()
    page.go_forward()
    page.locator(".load-row").first.wait_for()
    assert held[0].request.failure, "leaving cancels what nobody waits for"
