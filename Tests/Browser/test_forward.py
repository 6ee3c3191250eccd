"""`oyna serve --forward`: what a person sees while the back end is down, and after."""

import json
import pathlib
import socket
import sqlite3
import subprocess
import sys
import time

from world import ROOT

FORM = {
    "oyna": "1", "id": "apply", "title": "Ariza", "language": "uz",
    "body": {"id": "form", "type": "form", "children": [
        {"id": "user_phone", "type": "text_input", "props": {"label": "Telefon", "mask": "phone"},
         "validations": [{"rule": "phone", "region": "UZ", "errorMessage": "Raqam noto‘g‘ri"}]},
        {"id": "purpose", "type": "text_area", "props": {"label": "Maqsad"}},
        {"id": "pin", "type": "secure_input", "props": {"label": "PIN-kod"}},
        {"id": "send", "type": "button", "props": {"label": "Yuborish", "style": "primary"},
         "on": {"tap": {"type": "submit", "url": "/api/v1/loan/apply"}}}]},
}
DONE = {
    "oyna": "1", "id": "loan_success", "title": "Qabul qilindi", "state": {"application_number": ""},
    "body": {"type": "text", "props": {"text": "Ariza raqami: {{ application_number }}"}},
}
SECRET = "a secret of the browser tests, long enough"


class BackEnd:
    """The example back end, which can be stopped and started again at one address."""

    def __init__(self, folder):
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, "-B", ROOT / "Examples/BackEnd/backend.py", str(self.port)],
            env={"OYNA_FORWARD_SECRET": SECRET, "DATABASE": f"{self.folder}/backend.sqlite"},
            stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError("the back end did not start")

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()

    def loans(self):
        with sqlite3.connect(f"{self.folder}/backend.sqlite") as connection:
            return connection.execute("SELECT key, phone, status FROM loans").fetchall()


def opened(world, **options):
    folder = pathlib.Path(world.server.folder)
    screens = folder / "screens"
    (screens / "strings").mkdir(parents=True)
    for screen in (FORM, DONE):
        (screens / f"{screen['id']}.json").write_text(json.dumps(screen), encoding="utf-8")
    back_end = BackEnd(folder)
    world.server.screens = screens
    world.server.demo = []
    world.server.options = ["--forward", f"http://127.0.0.1:{back_end.port}"]
    world.server.environment = {"OYNA_FORWARD_SECRET": SECRET}
    return back_end, world.page("/?screen=/screens/apply", **options)


def test_a_back_end_that_is_down_costs_nothing_that_was_typed(world):
    back_end, page = opened(world, width=375, height=700)
    sent = []
    page.on("request", lambda request: sent.append(
        (request.headers.get("idempotency-key"), request.post_data)) if request.method == "POST" else None)
    page.get_by_label("Telefon").fill("+998901234567")
    page.get_by_label("Maqsad").fill("Uy ta'miri")
    page.get_by_label("PIN-kod").fill("4821")
    phone = page.get_by_label("Telefon").input_value()
    assert phone == "+998 90 123 45 67", phone
    answers = []
    page.on("response", lambda response: answers.append(response.status) if
            response.request.method == "POST" else None)
    page.get_by_role("button", name="Yuborish").click()
    again = page.locator(".snackbar").get_by_role("button").first
    again.wait_for(timeout=15_000)
    assert answers == [502], answers
    world.shoot(page, "forward-down")
    assert page.get_by_label("Telefon").input_value() == phone
    assert page.get_by_label("Maqsad").input_value() == "Uy ta'miri"
    assert page.get_by_label("PIN-kod").input_value() == "4821"
    # The back end is there again: the same request under the same key, and it ran once.
    back_end.start()
    try:
        again.click()
        page.get_by_text("Ariza raqami:").wait_for(timeout=15_000)
        assert answers == [502, 200], answers
        assert len(sent) == 2 and sent[0] == sent[1] and sent[0][0], sent
        assert back_end.loans() == [(sent[0][0], "+998901234567", 200)], back_end.loans()
    finally:
        back_end.stop()
