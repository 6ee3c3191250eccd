"""Without a network: the page starts, the last good screen is shown with a mark, secrets are not."""

KEPT = """async (wanted) => {
  const cache = await caches.open('oyna-screens-1');
  return (await cache.keys()).some((request) => request.url.includes(wanted));
}"""
FILES = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith('oyna-files-'));
  if (names.length !== 1 || !navigator.serviceWorker.controller) return null;
  const kept = await (await caches.open(names[0])).keys();
  return kept.map((request) => new URL(request.url).pathname);
}"""


def kept_page(world, path="/", **options):
    """A page whose files and screen are kept."""
    page = world.page(path, **options)
    world.until(page, FILES)
    return page


def test_every_file_of_the_page_is_kept_whole(world):
    page = kept_page(world)
    kept = page.evaluate(FILES)
    for path in ("/", "/oyna.js", "/oyna.wasm", "/oyna.deferred.wasm", "/oyna.css",
                 "/oyna/cache.js"):
        assert path in kept, f"{path} is not kept: {kept}"
    assert not any(path.endswith((".br", ".gz", "/sw.js", "/files.json")) for path in kept), kept


def test_the_page_starts_without_a_network_and_marks_the_saved_screen(world):
    page = kept_page(world)
    world.until(page, KEPT, "/screens/start")
    world.server.stop()
    page.reload()
    page.get_by_role("heading", name="Oyna namunalari").wait_for()
    mark = page.get_by_text("Saqlangan nusxa ko‘rsatilmoqda")
    mark.wait_for()
    world.shoot(page, "offline-saved-copy")
    world.server.start()
    page.get_by_role("button", name="Yangilash").click()
    mark.wait_for(state="detached")
    page.get_by_role("heading", name="Oyna namunalari").wait_for()


def test_a_screen_that_was_never_seen_is_explained_without_a_network(world):
    page = kept_page(world)
    world.server.stop()
    page.goto(world.server.url + "/?screen=/screens/loan_success")
    page.get_by_role("heading", name="Internet yo‘q").wait_for()


def test_a_screen_with_a_secret_is_never_kept(world):
    page = kept_page(world, "/?screen=/screens/loan_application")
    page.wait_for_timeout(300)
    assert not page.evaluate(KEPT, "/screens/loan_application")
    page.goto(world.server.url + "/")
    world.until(page, KEPT, "/screens/start")
