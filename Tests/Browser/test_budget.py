"""The bytes of the first load, what they are made of, and what the small engine does without."""

import gzip
import json

from test_element import host
from world import ROOT

# Issue 5: compressed WebAssembly and shell under 200 KB. Brotli, as the server sends them.
LIMIT = 192_000
# What follows when the page is idle.
WHOLE_LIMIT = 660_000
# The page that Benchmarks measures, each file under gzip: less than any peer's (241 KB).
PAGE_LIMIT = 230_000

LOADED = """() => [...performance.getEntriesByType('navigation'),
  ...performance.getEntriesByType('resource')]
  .map((entry) => [new URL(entry.name).pathname, entry.encodedBodySize])"""

EMPTY = """<!doctype html><html lang="en"><title>empty</title><oyna-screen></oyna-screen>
<script type="module" src="/oyna.js"></script></html>"""
DEFINED = "customElements.whenDefined('oyna-screen').then(() => true)"
OPEN = "screen => document.querySelector('oyna-screen').open(screen).then(() => true)"

FORM = {
    "oyna": "1", "id": "plain", "title": "Plain", "state": {"delivery": "pickup"},
    "body": {"id": "form", "type": "form", "children": [
        {"id": f"{key}_field", "type": "text_input", "props": {"label": key, "stateKey": key},
         "validations": [{"rule": "required", "errorMessage": "Required"},
                         {"rule": "minLength", "value": 3, "errorMessage": "Too short"},
                         {"rule": "regex", "pattern": "^[a-z]+$", "errorMessage": "Letters only"}],
         **({"visibleWhen": 'delivery == "courier"'} if key == "address" else {})}
        for key in ("delivery", "name", "address")]},
}
# Sums are no part of what plain forms run.
SUM = {
    "oyna": "1", "id": "sum", "title": "Sum",
    "body": {"id": "form", "type": "form", "children": [
        {"id": "first", "type": "text_input", "props": {"label": "first", "stateKey": "first"}},
        {"id": "total", "type": "text",
         "props": {"text": "{{ first.size() * 2 + 1 }} letters", "style": "body"}}]},
}
# A rule is run when its turn comes, and accounts are no part of plain forms either.
LATER = {
    "oyna": "1", "id": "later", "title": "Later", "state": {"first": ""},
    "body": {"id": "form", "type": "form", "children": [
        {"id": "first_field", "type": "text_input", "props": {"label": "first", "stateKey": "first"},
         "validations": [{"rule": "iban", "errorMessage": "No account"}]},
        {"id": "second_field", "type": "text_input", "props": {"label": "second", "stateKey": "second"}}]},
}


def whole_requests(requests):
    return [url for url in requests if url.endswith("/oyna.whole.wasm")]


def opened(world, document):
    page, requests = host(world, EMPTY)
    page.evaluate(DEFINED)
    page.evaluate(OPEN, document)
    return page, requests


def test_the_first_load_stays_within_the_limit_and_says_what_it_is_made_of(world):
    page = world.page("/")
    parts = {path: size for path, size in page.evaluate(LOADED) if "/screens/" not in path}
    late = {"/oyna.whole.wasm", "/oyna/cache.js"}
    for path, size in sorted(parts.items(), key=lambda part: -part[1]):
        print(f"       {size:7d}  {path}{' (when idle)' if path in late else ''}")
    total = sum(size for path, size in parts.items() if path not in late)
    print(f"       {total:7d}  compressed bytes before the first screen")
    assert all(size > 0 for size in parts.values()), parts
    assert 50_000 < parts["/oyna.wasm"] and total < LIMIT, parts
    whole = (ROOT / ".build/web/page/oyna.whole.wasm.br").stat().st_size
    assert parts["/oyna.wasm"] < whole < WHOLE_LIMIT, whole


def test_the_page_of_the_bench_is_smaller_than_its_peers(world):
    files = [path for path in (ROOT / "Benchmarks/keystroke-page").iterdir() if path.is_file()]
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in files}
    assert sum(sizes.values()) < PAGE_LIMIT, sizes


def test_a_plain_form_never_fetches_the_whole_engine(world):
    page, requests = opened(world, FORM)
    delivery, name = page.get_by_label("delivery"), page.get_by_label("name")
    name.press_sequentially("Zu7")
    delivery.fill("courier")
    page.get_by_text("Letters only").wait_for()
    page.get_by_label("address").press_sequentially("xyz")
    name.fill("zuhra")
    delivery.fill("pickup")
    page.get_by_label("address").wait_for(state="detached")
    page.wait_for_timeout(300)  # an idle page would fetch by now
    assert whole_requests(requests) == []


# What most forms ask: each is judged at once, however slow the network is.
USUAL = {
    "oyna": "1", "id": "usual", "title": "Usual", "language": "en",
    "body": {"id": "form", "type": "form", "children": [
        {"id": "mail", "type": "text_input", "props": {"label": "Mail"},
         "validations": [{"rule": "email", "errorMessage": "No mail"}]},
        {"id": "phone", "type": "text_input", "props": {"label": "Phone", "mask": "phone"},
         "validations": [{"rule": "phone", "region": "UZ", "errorMessage": "No phone"}]},
        {"id": "income", "type": "money_input", "props": {"label": "Income"},
         "validations": [{"rule": "min", "value": 100_000_000, "errorMessage": "Too little"}]},
        {"id": "age", "type": "number_input", "props": {"label": "Age"},
         "validations": [{"rule": "max", "value": 99, "errorMessage": "Too old"}]},
        {"id": "note", "type": "text_area", "props": {"label": "Note"},
         "validations": [{"rule": "maxLength", "value": 9, "errorMessage": "Too long"}]}]},
}


def test_what_most_forms_ask_is_judged_by_the_small_engine(world):
    page, requests = opened(world, USUAL)
    for label, wrong, right, error in (
            ("Mail", "zuhra@", "zuhra@example.uz", "No mail"),
            ("Phone", "12", "+998901234567", "No phone"), ("Income", "12", "1250000", "Too little"),
            ("Age", "120", "33", "Too old"), ("Note", "Салом, дўстим", "Салом", "Too long")):
        control = page.get_by_label(label)
        control.press_sequentially(wrong)
        control.press("Tab")
        page.get_by_text(error).wait_for()
        control.fill(right)
        control.press("Tab")
        page.get_by_text(error).wait_for(state="detached")
    assert whole_requests(requests) == []


def test_a_document_that_needs_more_opens_in_the_whole_engine(world):
    page, requests = opened(world, SUM)
    page.get_by_text("1 letters").wait_for()
    page.get_by_label("first").press_sequentially("abc")
    page.get_by_text("7 letters").wait_for()
    assert len(whole_requests(requests)) == 1


def test_what_was_typed_outlives_the_change_of_engines(world):
    page, requests = host(world, EMPTY)
    page.evaluate(DEFINED)
    is_reachable = []
    page.route("**/oyna.whole.wasm", lambda route: (
        route.continue_() if is_reachable else route.abort()))
    page.evaluate(OPEN, LATER)
    second = page.get_by_label("second")
    second.fill("kept")
    first = page.get_by_label("first")
    first.press_sequentially("no")
    second.fill("kept too")
    page.wait_for_timeout(200)
    assert whole_requests(requests), "the rule must be missing from the small engine"
    assert (first.input_value(), second.input_value()) == ("no", "kept too")
    assert page.get_by_text("No account").count() == 0
    is_reachable.append(True)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.get_by_text("No account").wait_for()
    assert (first.input_value(), second.input_value()) == ("no", "kept too")
    first.fill("GB82 WEST 1234 5698 7654 32")
    second.focus()
    page.get_by_text("No account").wait_for(state="detached")


def test_a_document_that_needs_more_says_so_without_a_network(world):
    page, _ = host(world, EMPTY)
    page.evaluate(DEFINED)
    page.route("**/oyna.whole.wasm", lambda route: route.abort())
    page.route("**/screens/sum", lambda route: route.fulfill(
        body=json.dumps(SUM), content_type="application/json"))
    page.evaluate("document.querySelector('oyna-screen').setAttribute('src', '/screens/sum')")
    page.get_by_role("heading", name="No connection").wait_for()
    page.unroute("**/oyna.whole.wasm")
    page.get_by_role("button", name="Try again").click()
    page.get_by_text("1 letters").wait_for()
