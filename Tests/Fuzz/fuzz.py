"""Random screens and events through the native engine and the one in WebAssembly: the bytes must be
the same, and neither may crash. See README.md beside this file."""

import argparse
import hashlib
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

from events import lines
from screens import Screen

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FINDS = HERE / "finds"
BATCH = 20

# Each case gets an engine of its own: a trap leaves an instance in no known state, and every case
# begins with the part of the engine that is loaded first.
RUN = """async (cases) => {
  const { Engine } = await import('/oyna/engine.js');
  const encode = (text) => new TextEncoder().encode(text);
  const results = [];
  for (const [document, events] of cases) {
    try {
      const engine = await Engine.load('/replay.wasm');
      const output = await engine.replay(encode(document), encode(events));
      results.push(new TextDecoder().decode(output));
    } catch (error) {
      results.push(`trap: ${error}`);
    }
  }
  return results;
}"""


def case(seed):
    """The document and the event lines of a seed."""
    source = random.Random(seed)
    screen = Screen(source)
    return screen.bytes(), "\n".join(lines(screen, source, source.randrange(5, 60))).encode()


class Native:
    """`oyna replay`, once a case."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="oyna-fuzz-"))
        self.program = ROOT / ".build/release/oyna"

    def run(self, document, events):
        screen, script = self.folder / "screen.json", self.folder / "events.jsonl"
        screen.write_bytes(document)
        script.write_bytes(events)
        try:
            done = subprocess.run([self.program, "replay", screen, script], capture_output=True, timeout=30)
        except subprocess.TimeoutExpired:
            return "crash: no answer in 30 s"
        if done.returncode not in (0, 1):
            return f"crash: exit status {done.returncode}: {done.stderr.decode(errors='replace')[-500:]}"
        return done.stdout.decode()


class Browser:
    """The module with the replay export, in Chromium."""

    def __init__(self, playwright):
        self.chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        self.page = self.chromium.new_page()
        self.page.route("**/*", self.serve)
        self.page.goto("http://oyna.test/")

    def serve(self, route):
        path = route.request.url.removeprefix("http://oyna.test")
        if path == "/":
            return route.fulfill(body="<!doctype html>", content_type="text/html")
        if path.endswith(".wasm"):
            return route.fulfill(path=ROOT / ".build/web" / path[1:], content_type="application/wasm")
        return route.fulfill(path=ROOT / "Web" / path.lstrip("/"), content_type="text/javascript")

    def run(self, cases):
        return self.page.evaluate(RUN, [[d.decode(), e.decode()] for d, e in cases])


def problem(native, web):
    """What is wrong with the two outputs, or nothing."""
    for output, name in ((native, "native"), (web, "wasm")):
        if output.startswith(("crash:", "trap:")):
            return f"{name} {output}"
    if native == web:
        return None
    for number, (one, other) in enumerate(zip(native.split("\n"), web.split("\n")), 1):
        if one != other:
            return f"line {number}\nnative {one}\nwasm   {other}"
    return "one output is longer"


def shrink(document, events, fails):
    """The same failure with fewer event lines and fewer components, by trying without each."""
    kept = events.split(b"\n")
    size = max(len(kept) // 2, 1)
    while size:
        place = 0
        while place < len(kept):
            fewer = kept[:place] + kept[place + size:]
            if fails(document, b"\n".join(fewer)):
                kept = fewer
            else:
                place += size
        size //= 2
    events = b"\n".join(kept)
    try:
        tree = json.loads(document)
    except ValueError:
        return document, events
    changed = True
    while changed:
        changed = False
        for remove in removals(tree):
            smaller = json.loads(json.dumps(tree))
            remove(smaller)
            if fails(json.dumps(smaller, ensure_ascii=False).encode(), events):
                tree, changed = smaller, True
                break
    return json.dumps(tree, ensure_ascii=False, indent=1).encode(), events


def removals(tree):
    """Every way to leave out one list element or one object member, as functions of the tree."""
    def at(path):
        def remove(whole):
            for step in path[:-1]:
                whole = whole[step]
            del whole[path[-1]]
        return remove

    def walk(node, path):
        members = enumerate(node) if isinstance(node, list) else node.items() if isinstance(node, dict) else ()
        for name, child in members:
            yield at(path + [name])
            yield from walk(child, path + [name])

    return list(walk(tree, []))


def keep(name, document, events, note):
    (FINDS / f"{name}.json").write_bytes(document)
    (FINDS / f"{name}.events.jsonl").write_bytes(events)
    (FINDS / f"{name}.note.txt").write_text(note + "\n")


def replay_finds(native, browser):
    """What was found once stays mended."""
    failures = 0
    finds = sorted(FINDS.glob("*.events.jsonl"))
    for path in finds:
        found = path.with_name(path.name.replace(".events.jsonl", ".json")).read_bytes(), path.read_bytes()
        if trouble := problem(native.run(*found), browser.run([found])[0]):
            failures += 1
            print(f"FAIL find {path.name}: {trouble}")
    print(f"{len(finds)} finds replayed, {failures} failed", flush=True)
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--cases", type=int, default=400)
    parser.add_argument("--minutes", type=float, help="run so long, however many cases")
    parser.add_argument("--show", type=int, metavar="SEED", help="print the case of a seed")
    options = parser.parse_args()
    if options.show is not None:
        print(*(part.decode() for part in case(options.show)), sep="\n")
        return 0
    with sync_playwright() as playwright:
        native, browser = Native(), Browser(playwright)
        failures = replay_finds(native, browser)
        seed, started, refused, events, digest = options.seed, time.monotonic(), 0, 0, hashlib.sha256()

        def goes_on():
            if options.minutes is not None:
                return time.monotonic() - started < options.minutes * 60
            return seed < options.seed + options.cases

        while goes_on():
            batch = [case(number) for number in range(seed, seed + BATCH)]
            for number, (found, web) in enumerate(zip(batch, browser.run(batch)), seed):
                answer = native.run(*found)
                digest.update(answer.encode())
                refused += answer.startswith('{"error"')
                events += answer.count("\n")
                if trouble := problem(answer, web):
                    failures += 1
                    print(f"FAIL seed {number}: {trouble}"[:2000], flush=True)
                    fails = lambda d, e: problem(native.run(d, e), browser.run([(d, e)])[0]) is not None
                    keep(f"seed-{number}", *shrink(*found, fails), trouble)
            seed += BATCH
        browser.chromium.close()
    print(f"{seed - options.seed} cases from seed {options.seed}, {refused} screens refused, {events} lines, "
          f"{time.monotonic() - started:.0f} s, digest {digest.hexdigest()[:16]}: {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
