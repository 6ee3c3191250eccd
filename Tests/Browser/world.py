"""What a browser test has at hand: a server with a database of its own, and pages of it."""

import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import playwright.sync_api

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHOTS = pathlib.Path(__file__).resolve().parent / "shots"
LOADED_TIMEOUT = 10_000
# A debug build serves as well while a test is written.
BINARY = pathlib.Path(os.environ.get("OYNA_BINARY", ROOT / ".build/release/oyna"))


class Server:
    """`oyna serve` with its own port and SQLite file; it can be stopped and started again."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="oyna-browser-")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = f"{self.folder}/oyna.sqlite"
        self.log = open(f"{self.folder}/log", "ab")
        self.process = None
        self.screens = "Screens"
        self.options = []
        self.demo = ["--demo"]
        self.environment = {}

    def start(self):
        self.process = subprocess.Popen(
            [BINARY, "serve", self.screens, *self.demo, "--web", ".build/web/page",
             "--database", f"sqlite:{self.database}", "--port", str(self.port), *self.options],
            cwd=ROOT, env={**os.environ, **self.environment}, stdout=self.log, stderr=self.log)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=1).read()
                return self
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise AssertionError(f"the server did not start:\n{self.output()}")

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=20)
        self.process = None

    def output(self):
        self.log.flush()
        return pathlib.Path(f"{self.folder}/log").read_text(errors="replace")

    def rows(self, table):
        with sqlite3.connect(self.database) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]

    def files(self):
        """The bytes of every file that the server wrote: database, journal, keys, log."""
        return {path.name: path.read_bytes()
                for path in pathlib.Path(self.folder).rglob("*") if path.is_file()}

    def close(self):
        self.stop()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class World:
    def __init__(self, chromium):
        self.chromium = chromium
        self.server = Server()
        self.contexts = []
        self.pages = []
        self.console = []
        self.errors = []

    def page(self, path="/", *, width=1280, height=900, scheme="light", language="uz", **options):
        """A new page with a profile of its own, its screen drawn."""
        if not self.server.process:
            self.server.start()
        context = self.chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme,
            locale=language, **options)
        context.set_default_timeout(int(os.environ.get("OYNA_PATIENCE", 5000)))
        # A new process of the browser may wait for a busy machine; what a page itself takes is
        # measured elsewhere.
        context.set_default_navigation_timeout(30_000)
        self.contexts.append(context)
        page = context.new_page()
        self.pages.append(page)
        page.on("console", lambda message: self.console.append(message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(self.server.url + path)
        page.locator("oyna-screen .body > *").first.wait_for(timeout=LOADED_TIMEOUT)
        return page

    @staticmethod
    def until(page, condition, argument=None):
        """Waits for a JavaScript function to be true. Polled from here: the page's content
        security policy forbids the `eval` by which Playwright would poll inside it."""
        deadline = time.monotonic() + 5
        while not page.evaluate(condition, argument):
            assert time.monotonic() < deadline, f"never true: {condition}"
            time.sleep(0.02)

    def loan(self, **options):
        return self.page("/?screen=/screens/loan_application", **options)

    def check_nothing_went_wrong(self):
        assert not self.errors, f"uncaught in the page: {self.errors}"

    def shoot(self, page, name, **options):
        SHOTS.mkdir(exist_ok=True)
        for is_last in (False, True):
            try:
                page.screenshot(path=SHOTS / f"{name}.png", animations="disabled", **options)
                return
            except playwright.sync_api.Error as error:
                # Chromium's own: a new window has at times no picture yet.
                if is_last or "Unable to capture" not in str(error):
                    raise
                page.wait_for_timeout(200)

    def shoot_failure(self, name):
        for number, page in enumerate(self.pages):
            try:
                self.shoot(page, f"failed-{name}-{number}")
            except Exception:  # the page may be gone; the failure itself was printed
                pass
        if self.console:
            print("console:", *self.console[-10:], sep="\n  ")
        output = self.server.output()
        if output:
            print("server:", output[-2000:], sep="\n")

    def close(self):
        for context in self.contexts:
            context.close()
        self.server.close()
