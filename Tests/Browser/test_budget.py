"""The bytes of the first load: what a browser fetches, compressed, and what it is made of."""

# The aim is 200,000 (issue 5). The engine alone is twice that today: this holds what was reached.
LIMIT = 450_000


def test_the_first_load_stays_within_the_limit_and_says_what_it_is_made_of(world):
    sizes = {}

    def note(response):
        sizes[response.url.split("/", 3)[3] or "index.html"] = response

    page = world.page("/")
    page.on("response", note)
    page.reload()
    page.wait_for_load_state("networkidle")
    parts = {}
    for path, response in sizes.items():
        if path.startswith("screens/") or "?" in path:
            continue
        measured = response.request.sizes()
        parts[path] = measured["responseBodySize"]
        if path.endswith((".wasm", ".js", ".css")):
            assert response.header_value("content-encoding") == "br" or parts[path] < 20_000, path
    total = sum(parts.values())
    for path, size in sorted(parts.items(), key=lambda part: -part[1]):
        print(f"       {size:7d}  {path}")
    print(f"       {total:7d}  compressed bytes in all")
    assert "oyna.wasm" in parts and total < LIMIT, parts
