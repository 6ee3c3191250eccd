"""The queue in the real page: what is sent offline arrives once, in order, whatever happens."""

import json
import time
import urllib.request

from test_offline import FILES, KEPT

MESSAGES = "/?screen=/screens/messages"
TRANSFER = "/?screen=/screens/transfer"


class Metro:
    """The network of one profile: in the tunnel or out of it. The page's files are kept by the
    service worker and its screens by the page, so that it can be reloaded in the tunnel."""

    def __init__(self, world, path, **options):
        self.world = world
        self.page = world.page(path, **options)
        self.context = self.page.context

    def enter(self):
        self.world.until(self.page, FILES)
        self.context.set_offline(True)

    def leave(self):
        self.context.set_offline(False)

    def open(self, path):
        """Another tab of the same profile."""
        page = self.context.new_page()
        self.world.pages.append(page)
        page.on("pageerror", lambda error: self.world.errors.append(str(error)))
        page.goto(self.world.server.url + path)
        page.locator("oyna-screen .body > *").first.wait_for()
        return page


def read(world, path):
    with urllib.request.urlopen(world.server.url + path) as answer:
        return json.load(answer)


def texts(world):
    return [message["text"] for message in read(world, "/api/v1/messages")["messages"]]


def eventually(world, condition, seconds=15):
    """Waits in the page, not here: Playwright answers its routes only while it is waited for."""
    deadline = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < deadline, "it never came true"
        next(page for page in world.pages if not page.is_closed()).wait_for_timeout(100)


def send(page, *messages):
    for message in messages:
        page.get_by_label("Xabar", exact=True).fill(message)
        page.get_by_role("button", name="Yuborish", exact=True).click()
        page.locator(".queue-line", has_text=message).wait_for()


def transfer(page, amount):
    page.get_by_label("Qaysi hisobdan").select_option(label=option(page, "Karta"))
    page.get_by_label("Qaysi hisobga").select_option(label=option(page, "Jamg"))
    page.get_by_label("Miqdor").fill(amount)
    page.get_by_role("button", name="O‘tkazish", exact=True).click()


def option(page, start):
    found = page.get_by_label("Qaysi hisobdan").locator("option", has_text=start)
    found.first.wait_for(state="attached")
    return found.first.inner_text()


def states(page):
    return [line.get_attribute("data-state") for line in page.locator(".queue-line").all()]


def rows(page):
    """What IndexedDB holds: `[id, state]` of every row that waits."""
    return page.evaluate("""() => new Promise((resolve, reject) => {
      const request = indexedDB.open('oyna-outbox');
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const all = request.result.transaction('rows').objectStore('rows').getAll();
        all.onsuccess = () => {
          request.result.close();
          resolve(all.result.map((row) => [row.id, row.state, row.attempts]));
        };
      };
    })""")


def test_what_was_sent_in_the_metro_arrives_once_and_in_order(world):
    metro = Metro(world, MESSAGES)
    page = metro.page
    world.until(page, KEPT, "/screens/messages")  # for the way back to it, in the tunnel
    page.goto(world.server.url + TRANSFER)
    option(page, "Karta")  # the choices are there before the tunnel
    metro.enter()
    transfer(page, "125000,50")
    page.locator(".queue-line", has_text="125 000,50").wait_for()
    world.shoot(page, "queue-transfer-offline")
    page.goto(world.server.url + MESSAGES)
    page.locator("oyna-screen .body > *").first.wait_for()
    send(page, "birinchi", "ikkinchi", "uchinchi")
    line = page.locator(".queue-line", has_text="ikkinchi")
    line.get_by_role("button", name="Bekor qilish").click()
    line.wait_for(state="detached")
    world.shoot(page, "queue-messages-offline")
    page.reload()
    page.locator(".queue-line", has_text="uchinchi").wait_for()
    assert page.locator(".queue-line").count() == 2, states(page)
    assert [row[2] for row in rows(page)] == [0, 0, 0], rows(page)
    assert texts(world) == []
    metro.leave()
    eventually(world, lambda: texts(world) == ["birinchi", "uchinchi"])
    transfers = eventually(world, lambda: read(world, "/api/v1/transfers")["transfers"])
    assert [(one["amount"], one["from"], one["to"]) for one in transfers] == [
        (12500050, "card", "savings")], transfers
    eventually(world, lambda: rows(page) == [])
    eventually(world, lambda: states(page) == ["sent", "sent"])
    world.shoot(page, "queue-messages-sent")
    page.wait_for_timeout(1000)
    assert texts(world) == ["birinchi", "uchinchi"]
    assert len(world.server.rows("message")) == 2
    assert sum(account["balance"] for account in read(world, "/api/v1/accounts")["accounts"]) == \
        1_700_000_000


def test_two_tabs_send_each_thing_once(world):
    # Words that no line has of itself: at eight in the evening "kutilmoqda20:04" has an "a2" in it.
    metro = Metro(world, MESSAGES)
    first, second = metro.page, metro.open(MESSAGES)
    metro.enter()
    send(first, "olma bir")
    send(second, "behi bir")
    send(first, "olma ikki")
    send(second, "behi ikki")
    # Each tab sees what the other queued, and the second may take back what the first sent.
    first.locator(".queue-line", has_text="behi ikki").wait_for()
    line = second.locator(".queue-line", has_text="olma ikki")
    line.get_by_role("button", name="Bekor qilish").click()
    line.wait_for(state="detached")
    first.locator(".queue-line", has_text="olma ikki").wait_for(state="detached")
    metro.leave()
    eventually(world, lambda: texts(world) == ["olma bir", "behi bir", "behi ikki"])
    eventually(world, lambda: states(first) == states(second) == ["sent"] * 3)
    # The sender goes; the other tab takes over.
    first.close()
    send(second, "behi uch")
    eventually(world, lambda: texts(world) == ["olma bir", "behi bir", "behi ikki", "behi uch"])
    assert len(world.server.rows("message")) == 4


def test_a_page_killed_while_its_answer_was_on_the_way_sends_once(world):
    metro = Metro(world, MESSAGES)
    arrived = []

    def lose(route):
        route.fetch()  # the server has executed it
        arrived.append(route.request.headers["idempotency-key"])

    metro.context.route("**/api/v1/messages", lose)
    send(metro.page, "bir marta")
    eventually(world, lambda: arrived or None)
    assert texts(world) == ["bir marta"]
    other = metro.context.new_page()  # the profile stays open without it
    world.pages.append(other)
    metro.page.close(run_before_unload=False)
    metro.context.unroute("**/api/v1/messages")
    keys = []
    metro.context.on("request", lambda request: keys.append(
        request.headers.get("idempotency-key")) if request.method == "POST" else None)
    page = metro.open(MESSAGES)
    eventually(world, lambda: rows(page) == [] and states(page) == ["sent"])
    assert keys == arrived, (keys, arrived)
    assert len(world.server.rows("message")) == 1
    assert texts(world) == ["bir marta"]


def test_undo_of_a_held_transfer_sends_nothing_and_of_a_sent_one_reverses_it(world):
    metro = Metro(world, TRANSFER)
    page = metro.page
    posts = []
    page.on("request", lambda request: posts.append(
        request.url.rsplit("/v1/")[1]) if request.method == "POST" else None)
    transfer(page, "1000")
    page.locator(".snackbar").get_by_role("button", name="Bekor qilish").click()
    page.get_by_text("Bekor qilindi, hech narsa yuborilmadi").wait_for()
    assert rows(page) == [] and posts == []
    transfer(page, "2000")
    eventually(world, lambda: len(read(world, "/api/v1/transfers")["transfers"]) == 1)
    eventually(world, lambda: states(page) == ["sent"])
    world.shoot(page, "queue-transfer-sent")
    page.locator(".snackbar").get_by_role("button", name="Bekor qilish").click()
    page.get_by_text("Qaytarildi").first.wait_for()
    eventually(world, lambda: states(page) == ["undone"])
    world.shoot(page, "queue-transfer-undone")
    balances = [one["balance"] for one in read(world, "/api/v1/accounts")["accounts"]]
    assert balances == [500_000_000, 1_200_000_000], balances
    assert [path.rsplit("/", 1)[-1] for path in posts] == ["transfers", "reversal"], posts


def answering(status, body=None, headers=None):
    problem = json.dumps(body or {"type": "about:blank", "title": "no"})

    def handler(route):
        key = route.request.headers["idempotency-key"]
        route.fulfill(status=status, body=problem, headers={
            "Content-Type": "application/problem+json", "Idempotency-Key": key, **(headers or {})})
    return handler


def test_a_busy_server_is_asked_again_after_the_time_that_it_named(world):
    metro = Metro(world, MESSAGES)
    times = []

    def busy(route):
        times.append(time.monotonic())
        if len(times) == 1:
            return answering(503, headers={"Retry-After": "2"})(route)
        route.continue_()

    metro.context.route("**/api/v1/messages", busy)
    send(metro.page, "band")
    metro.page.get_by_text("Javob bo‘lmadi, qayta yuboriladi").wait_for()
    eventually(world, lambda: texts(world) == ["band"])
    assert times[1] - times[0] >= 2, times
    eventually(world, lambda: states(metro.page) == ["sent"])


def test_what_the_server_refuses_is_shown_with_its_reason_retried_and_dropped(world):
    metro = Metro(world, MESSAGES)
    page = metro.page
    metro.context.route("**/api/v1/messages", answering(422))
    send(page, "rad etilgan")
    page.get_by_text("Server qabul qilmadi (422)").first.wait_for()
    metro.context.unroute("**/api/v1/messages")
    metro.context.route("**/api/v1/messages", answering(409))
    send(page, "to‘qnashuv")
    page.get_by_text("Ma’lumot serverda o‘zgargan").wait_for()
    assert states(page) == ["failed", "failed"]
    world.shoot(page, "queue-failed")
    page.reload()
    page.get_by_text("Server qabul qilmadi (422)").first.wait_for()
    metro.context.unroute("**/api/v1/messages")
    conflict = page.locator(".queue-line", has_text="to‘qnashuv")
    conflict.get_by_role("button", name="Olib tashlash").click()
    conflict.wait_for(state="detached")
    page.locator(".queue-line", has_text="rad etilgan") \
        .get_by_role("button", name="Qayta yuborish").click()
    eventually(world, lambda: texts(world) == ["rad etilgan"])
    eventually(world, lambda: states(page) == ["sent"])
    assert rows(page) == []


def test_a_newer_or_damaged_database_is_set_aside_and_said_once(world):
    metro = Metro(world, "/")
    for damage in (
            "indexedDB.open('oyna-outbox', 99)",
            "indexedDB.open('oyna-outbox-1', 1)"):  # without any of its stores
        metro.page.evaluate(f"""() => new Promise((resolve) => {{
          const request = {damage};
          request.onsuccess = () => {{ request.result.close(); resolve(); }};
        }})""")
    page = metro.open(MESSAGES)
    page.get_by_text("Navbat fayli shikastlangan").wait_for()
    send(page, "baribir")
    eventually(world, lambda: texts(world) == ["baribir"])
    names = page.evaluate("async () => (await indexedDB.databases()).map((one) => one.name)")
    assert {"oyna-outbox", "oyna-outbox-1", "oyna-outbox-2"} <= set(names), names
    page.reload()
    page.locator(".queue-line", has_text="baribir").wait_for()
    assert page.get_by_text("Navbat fayli shikastlangan").count() == 0


def test_a_full_disk_is_told_and_what_was_typed_stays(world):
    metro = Metro(world, MESSAGES)
    page = metro.page
    send(page, "sig‘di")
    eventually(world, lambda: states(page) == ["sent"])
    # Chromium's own limit cannot be lowered to a message: the store is made to say that it is full.
    page.evaluate("""() => {
      window.add = IDBObjectStore.prototype.add;
      IDBObjectStore.prototype.add = () => { throw new DOMException('', 'QuotaExceededError'); };
    }""")
    page.get_by_label("Xabar", exact=True).fill("sig‘madi" * 100)
    page.get_by_role("button", name="Yuborish", exact=True).click()
    page.get_by_text("Qurilmada joy qolmadi").wait_for()
    assert page.get_by_label("Xabar", exact=True).input_value().startswith("sig‘madi")
    assert texts(world) == ["sig‘di"]
    page.evaluate("() => { IDBObjectStore.prototype.add = window.add; }")
    page.get_by_role("button", name="Yuborish", exact=True).click()
    eventually(world, lambda: len(texts(world)) == 2)


def test_the_queue_costs_nothing_where_it_is_not_used(world):
    page = world.loan()
    names = page.evaluate("() => performance.getEntriesByType('resource').map((one) => one.name)")
    assert not any("outbox.js" in name or "queue." in name for name in names), names
    assert page.evaluate("async () => (await indexedDB.databases()).length") == 0


def test_screenshots_of_the_queue(world):
    for scheme in ("light", "dark"):
        for width, height in ((375, 760), (1280, 900)):
            suffix = f"{scheme}-{width}"
            options = {"scheme": scheme, "width": width, "height": height}
            metro = Metro(world, MESSAGES, **options)
            page = metro.page
            world.until(page, KEPT, "/screens/messages")
            world.shoot(page, f"messages-empty-{suffix}", full_page=True)
            page.goto(world.server.url + TRANSFER)
            option(page, "Karta")
            world.shoot(page, f"transfer-{suffix}", full_page=True)
            metro.enter()
            transfer(page, "1250000")
            page.locator(".queue-line").first.wait_for()
            world.shoot(page, f"transfer-offline-{suffix}", full_page=True)
            page.goto(world.server.url + MESSAGES)
            page.locator("oyna-screen .body > *").first.wait_for()
            send(page, "Assalomu alaykum, qaytyapman", "Metrodaman, internet yo‘q",
                 "Bozordan nima olay? Non bilan sut yetarlimi yoki meva ham kerakmi?")
            world.shoot(page, f"messages-offline-{suffix}", full_page=True)
