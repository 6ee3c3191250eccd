"""Runs every `test_…` function of the files `test_*.py` beside this one, in order."""

import importlib
import pathlib
import sys
import time
import traceback

from playwright.sync_api import sync_playwright

from world import World

HERE = pathlib.Path(__file__).parent


def tests(wanted):
    for path in sorted(HERE.glob("test_*.py")):
        module = importlib.import_module(path.stem)
        for name, function in vars(module).items():
            full_name = f"{path.stem[5:]}.{name[5:]}"
            if name.startswith("test_") and callable(function):
                if not wanted or any(part in full_name for part in wanted):
                    yield full_name, function


def main():
    passed, failed = 0, []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, function in tests(sys.argv[1:]):
            started = time.monotonic()
            world = World(chromium)
            try:
                function(world)
                world.check_nothing_went_wrong()
                passed += 1
                print(f"ok   {name} ({time.monotonic() - started:.1f} s)", flush=True)
            except Exception:
                failed.append(name)
                print(f"FAIL {name}\n{traceback.format_exc()}", flush=True)
                world.shoot_failure(name)
            finally:
                world.close()
        chromium.close()
    for name in failed:
        print(f"failed: {name}")
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
