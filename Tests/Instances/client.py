"""A small HTTP/1.1 client over asyncio, and requests that are sent until their outcome is known."""

import asyncio
import base64
import json

PAYME = "Basic " + base64.b64encode(b"Paycom:demo-key-of-payme-not-a-secret-00000").decode()


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)


async def fetch(port, method, path, body=b"", headers=None, seconds=20):
    """One request over a connection of its own; raises OSError, EOFError or TimeoutError without an answer."""
    async with asyncio.timeout(seconds):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {len(body)}\r\n"
            head += "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
            writer.write(head.encode() + b"\r\n" + body)
            await writer.drain()
            line = (await reader.readline()).decode()
            if not line:
                raise EOFError("no answer")
            fields = {}
            while (field := (await reader.readline()).decode().strip()):
                name, _, value = field.partition(":")
                fields[name.lower()] = value.strip()
            if "content-length" in fields:
                content = await reader.readexactly(int(fields["content-length"]))
            else:
                content = await reader.read()
            return Answer(int(line.split()[1]), fields, content)
        finally:
            writer.close()


class Operation:
    """One thing to be done once, under one key, however often and to whomever it is sent."""

    def __init__(self, kind, path, body, key=None, note=None):
        self.kind, self.path, self.key, self.note = kind, path, key, note
        self.body = json.dumps(body).encode()
        self.headers = {"Content-Type": "application/json"}
        if key:
            self.headers["Idempotency-Key"] = key
        if path == "/payme":
            self.headers["Authorization"] = PAYME
        self.answer = None

    def is_final(self, answer):
        """Whether an answer says what became of it; anything else is sent again."""
        if self.path == "/payme":
            return answer.status == 200 and "result" in answer.json
        if answer.status == 409:
            return b"idempotency-in-progress" not in answer.body
        return answer.status not in (408, 429, 500, 502, 503, 504)

    async def send(self, ports, random, counts, until):
        """Sends it until there is a final answer, which must be the same as every other one. None when time is up."""
        while not until.is_set():
            port = random.choice(ports)
            counts["sent"] += 1
            try:
                answer = await fetch(port, "POST", self.path, self.body, self.headers)
            except (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError):
                counts["unanswered"] += 1
                await asyncio.sleep(random.uniform(0.01, 0.1))
                continue
            counts[f"status {answer.status}"] += 1
            if not self.is_final(answer):
                if answer.status in (500, 503) and self.path != "/payme":
                    check_problem(answer)
                await asyncio.sleep(random.uniform(0.02, 0.2))
                continue
            if answer.headers.get("idempotency-replayed") == "true":
                counts["replayed"] += 1
            if self.answer is None:
                self.answer = answer
            elif (self.answer.status, self.answer.body) != (answer.status, answer.body):
                raise AssertionError(f"{self.kind} {self.key}: {self.answer.body!r}, then {answer.body!r}")
            return answer


def check_problem(answer):
    """What a client needs to know when nothing can be stored: when to come again, in a form that machines read."""
    assert answer.status == 503, f"{answer.status}: {answer.body!r}"
    # nginx has its own words while no server is there.
    if answer.headers.get("server", "").startswith("nginx") and b"problems" not in answer.body:
        return
    assert answer.headers.get("content-type", "").startswith("application/problem+json"), answer.headers
    assert int(answer.headers["retry-after"]) > 0
