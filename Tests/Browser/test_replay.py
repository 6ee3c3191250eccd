"""The replay corpus gives the same bytes from WebAssembly in Chromium as from the native build."""

import subprocess

from world import ROOT

REPLAYS = ROOT / "Tests" / "Replay"

RUN = """async ([document, events]) => {
  const { Engine } = await import('/oyna.js');
  // A new engine for each case: all begin with the part that is loaded first.
  const engine = await Engine.load('/replay.wasm');
  const encode = (text) => new TextEncoder().encode(text);
  return new TextDecoder().decode(await engine.replay(encode(document), encode(events)));
}"""


def test_the_corpus_gives_the_same_bytes_natively_and_in_webassembly(world):
    page = world.page("/")
    page.route("**/replay*.wasm", lambda route: route.fulfill(
        path=ROOT / ".build/web" / route.request.url.rpartition("/")[2],
        content_type="application/wasm"))
    cases = 0
    for events in sorted(REPLAYS.glob("*.events.jsonl")):
        screen = REPLAYS / events.name.replace(".events.jsonl", ".json")
        native = subprocess.run(
            [ROOT / ".build/release/oyna", "replay", screen, events], capture_output=True).stdout
        web = page.evaluate(RUN, [screen.read_text(), events.read_text()]).encode()
        expected = REPLAYS / events.name.replace(".events.", ".expected.")
        if expected.exists():  # what the native tests are held to
            assert web == expected.read_bytes(), f"{events.name} is not as expected"
        for number, (one, other) in enumerate(zip(native.split(b"\n"), web.split(b"\n")), 1):
            assert one == other, f"{events.name}:{number}\nnative {one}\nwasm   {other}"
        assert native == web, events.name
        cases += 1
    assert cases, "the corpus is empty"
    print(f"       {cases} cases")
