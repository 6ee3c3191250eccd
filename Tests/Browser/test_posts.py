"""The posts list: four states, retry, pages, 100,000 rows in a bounded page, back keeps the place."""

import time

POSTS = "/?screen=/screens/posts"
ROWS = ".load-row"


def posts(world, **options):
    page = world.page(POSTS, **options)
    page.locator(ROWS).first.wait_for()
    return page


def choose(page, label):
    page.get_by_label("Manba holati").select_option(label=label)


def loads(page):
    return page.evaluate("""() => {
      const view = document.querySelector('oyna-screen').node('posts').oynaView;
      return {...view.node.props, drawn: view.children.length};
    }""")


def test_a_list_is_loaded_and_says_where_its_rows_stand(world):
    page = posts(world)
    first = page.locator(ROWS).first
    assert first.get_attribute("aria-posinset") == "1"
    assert "Mobil ilova" in first.inner_text(), first.inner_text()
    world.shoot(page, "posts-loaded")


def test_the_four_states_and_back_again(world):
    page = posts(world)
    choose(page, "Bo‘sh")
    page.get_by_text("Yangilik topilmadi").wait_for()
    assert page.locator(ROWS).count() == 0
    world.shoot(page, "posts-empty")
    choose(page, "Nosoz")
    page.locator(".load").get_by_text("Xabarlar xizmatida nosozlik").wait_for()
    world.shoot(page, "posts-broken-over-empty")
    choose(page, "Noto‘g‘ri javob")
    page.locator(".load").get_by_text("Kelgan ma'lumotni o'qib bo'lmadi").wait_for()
    choose(page, "Odatdagi")
    page.locator(ROWS).first.wait_for()


def test_a_failure_at_the_start_is_explained_and_retried(world):
    page = world.page("/")
    broken = {"on": True}

    def answer(route):
        return route.abort() if broken["on"] else route.continue_()

    page.route("**/api/v1/posts**", answer)
    page.get_by_role("button", name="Yangiliklarni ochish").click()
    page.get_by_text("Yangiliklar yuklanmadi").wait_for()
    world.shoot(page, "posts-failed")
    broken["on"] = False
    page.get_by_role("button", name="Qayta urinish").click()
    page.locator(ROWS).first.wait_for()


def test_the_bones_stand_while_a_slow_source_is_waited_for(world):
    page = world.page("/")
    held = []
    page.route("**/api/v1/posts**", lambda route: held.append(route))
    page.get_by_role("button", name="Yangiliklarni ochish").click()
    page.locator(".redacted .card").first.wait_for()
    assert page.locator(".load").get_attribute("aria-busy") == "true"
    world.shoot(page, "posts-loading")
    held[0].continue_()
    page.locator(ROWS).first.wait_for()
    assert page.locator(".redacted").count() == 0


def test_a_next_page_that_fails_is_asked_for_again_by_hand(world):
    page = posts(world)
    choose(page, "Yarmida uziladi")
    world.until(page, "() => document.querySelector('oyna-screen').node('posts').oynaView.node.props.isReloading !== true")
    for _ in range(8):
        page.mouse.wheel(0, 4000)
        page.wait_for_timeout(80)
    page.locator(".load-foot").get_by_text("Xabarlar xizmatida nosozlik").wait_for()
    world.shoot(page, "posts-page-failed")
    assert page.locator(".load-foot").get_by_role("button", name="Qayta urinish").is_visible()


def test_one_hundred_thousand_rows_scroll_with_a_bounded_page(world):
    page = posts(world)
    nodes = "() => document.querySelector('oyna-screen').shadowRoot.querySelectorAll('*').length"
    most = page.evaluate(nodes)
    deadline = time.monotonic() + 120
    while loads(page).get("rowCount", 0) < 100_000:
        assert time.monotonic() < deadline, loads(page)
        page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
        page.wait_for_timeout(30)
        most = max(most, page.evaluate(nodes))
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    last = page.locator("[aria-posinset='100000']")
    last.wait_for()
    assert last.get_attribute("aria-setsize") == "100000"
    assert loads(page)["drawn"] <= 150, loads(page)
    assert most < 2500, most
    world.shoot(page, "posts-end")
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight / 2)")
    world.until(page, """() => {
      const rows = [...document.querySelector('oyna-screen').shadowRoot.querySelectorAll('.load-row')];
      return rows.some((row) => {
        const box = row.getBoundingClientRect();
        const place = Number(row.getAttribute('aria-posinset'));
        return box.top >= 0 && box.bottom <= innerHeight && place > 45000 && place < 55000;
      });
    }""")
    print("  most elements in the page:", most)


def test_back_keeps_the_place_and_what_was_typed(world):
    page = posts(world)
    page.get_by_label("Qidirish").fill("filial")
    world.until(page, """() => [...document.querySelector('oyna-screen').shadowRoot
      .querySelectorAll('.load-row')].every((row) => row.textContent.includes('filial'))""")
    for _ in range(6):
        page.mouse.wheel(0, 900)
        page.wait_for_timeout(60)
    page.wait_for_timeout(300)
    before = page.evaluate("scrollY")
    assert before > 2000, before
    row = page.evaluate("""() => [...document.querySelector('oyna-screen').shadowRoot
      .querySelectorAll('.load-row')].find((row) => row.getBoundingClientRect().top > 200)
      .getAttribute('aria-posinset')""")
    page.locator(f"[aria-posinset='{row}'] .card").click()
    page.get_by_role("button", name="Ro‘yxatga qaytish").wait_for()
    page.locator("h1").filter(has_text="filial").wait_for()
    world.shoot(page, "post")
    page.go_back()
    page.get_by_label("Qidirish").wait_for()
    assert page.get_by_label("Qidirish").input_value() == "filial"
    page.wait_for_timeout(200)
    assert abs(page.evaluate("scrollY") - before) < 8, (page.evaluate("scrollY"), before)
    assert page.locator(f"[aria-posinset='{row}'] .card").is_visible()


def test_without_a_network_the_last_good_list_is_shown_with_a_mark(world):
    page = posts(world)
    world.until(page, """async () => (await (await caches.open('oyna-data-1')).keys()).length > 0""")
    page.route("**/api/v1/posts**", lambda route: route.abort())
    page.get_by_role("button", name="Yangilash").click()
    page.locator(".load .saved-copy").get_by_text("Saqlangan nusxa").wait_for()
    assert page.locator(ROWS).count() > 0
    world.shoot(page, "posts-saved-copy")
    page.unroute("**/api/v1/posts**")
    page.locator(".load .saved-copy").get_by_role("button").click()
    page.locator(".load .saved-copy").wait_for(state="detached")


def test_a_stale_post_is_shown_at_once_and_checked_by_its_tag(world):
    page = world.page("/?screen=/screens/post%3Fid%3D42")
    page.get_by_role("heading", name="Muddatli").wait_for()
    world.until(page, """async () => (await (await caches.open('oyna-data-1')).keys()).length > 0""")
    statuses = []
    page.on("response", lambda answer: "/api/v1/posts/42" in answer.url and statuses.append(
        (answer.status, answer.request.headers.get("if-none-match"))))
    page.reload()
    page.get_by_role("heading", name="Muddatli").wait_for()
    page.wait_for_timeout(300)
    assert [status for status, _ in statuses] == [304], statuses
    assert statuses[0][1], "the tag was not sent"


def test_the_list_can_be_used_by_keyboard_alone(world):
    page = posts(world)
    page.get_by_label("Manba holati").focus()
    page.keyboard.press("Tab")  # the button that asks again
    page.keyboard.press("Tab")
    first = page.evaluate("""() => document.querySelector('oyna-screen').shadowRoot.activeElement
      .getAttribute('aria-label')""")
    assert "Mobil ilova" in first, first
    for _ in range(30):
        page.keyboard.press("Tab")
        page.wait_for_timeout(20)
    place = page.evaluate("""() => document.querySelector('oyna-screen').shadowRoot.activeElement
      .closest('.load-row')?.getAttribute('aria-posinset')""")
    assert place == "31", place
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Ro‘yxatga qaytish").wait_for()
    page.get_by_role("button", name="Ro‘yxatga qaytish").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Qidirish").wait_for()
