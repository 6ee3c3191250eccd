"""Copies the built page, and what the demo's server answers, as files that need no server."""

import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "Scripts/site"
PAGE = ROOT / ".build/web/page"
OYNA = os.environ.get("OYNA_BINARY", str(ROOT / ".build/release/oyna"))


def answers(live):
    """The gallery in each language and the list that it loads, from a server for a moment."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        server = subprocess.Popen(
            [OYNA, "serve", "Screens", "--demo", "--port", str(port), "--database", f"sqlite:{folder}/db"],
            cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def get(path, language="uz"):
            request = urllib.request.Request(
                f"http://127.0.0.1:{port}{path}", headers={"Accept-Language": language})
            return urllib.request.urlopen(request, timeout=10).read()

        try:
            for _ in range(200):
                try:
                    get("/healthz")
                    break
                except OSError:
                    time.sleep(0.05)
            for language in ("uz", "ru", "en"):
                target = live / "screens" / language / "gallery.json"
                target.parent.mkdir(parents=True, exist_ok=True)
                document = json.loads(get("/screens/gallery", language))
                # The page may lie below any path: its own picture is beside it.
                text = json.dumps(document, ensure_ascii=False).replace(
                    '"/icon.svg"', '"../../icon.svg"')
                target.write_text(text)
            (live / "posts.json").write_bytes(get("/api/v1/posts"))
        finally:
            server.terminate()
            server.wait()


def main():
    live = pathlib.Path(sys.argv[1])
    shutil.copytree(PAGE, live, dirs_exist_ok=True, ignore=shutil.ignore_patterns(
        "*.br", "*.gz", "files.json", "sw.js", "index.html", "page.js", "reload.js"))
    for name in ("gallery.html", "gallery.js", "static-network.js"):
        shutil.copy(HERE / name, live / name)
    playground = live / "dev/playground.html"
    text = playground.read_text().replace('="/dev/', '="').replace('href="/"', 'href="../../index.html"')
    playground.write_text(re.sub(r'(href|value)="/(icon|themes)', r'\1="../\2', text))
    schema = subprocess.run([OYNA, "schema"], capture_output=True, check=True).stdout
    (live / "dev/schema.json").write_bytes(schema)
    answers(live)


main()
