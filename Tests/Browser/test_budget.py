"""The bytes of the first load: what a browser fetches, compressed, and what it is made of."""

# The aim is 200,000 (issue 5). The engine alone is twice that today: this holds what was reached.
LIMIT = 480_000

LOADED = """() => [...performance.getEntriesByType('navigation'),
  ...performance.getEntriesByType('resource')]
  .map((entry) => [new URL(entry.name).pathname, entry.encodedBodySize])"""


def test_the_first_load_stays_within_the_limit_and_says_what_it_is_made_of(world):
    page = world.page("/")
    parts = {path: size for path, size in page.evaluate(LOADED) if "/screens/" not in path}
    for path, size in sorted(parts.items(), key=lambda part: -part[1]):
        print(f"       {size:7d}  {path}")
    total = sum(parts.values())
    print(f"       {total:7d}  compressed bytes in all")
    assert all(size > 0 for size in parts.values()), parts
    assert 50_000 < parts["/oyna.wasm"] and total < LIMIT, parts
