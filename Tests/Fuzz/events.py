"""Random event lines for a screen of screens.py: what people, networks and bad hosts do."""

import json

from screens import NUMBERS, WORDS

ANSWERS = [
    {"screen": {"oyna": "1", "id": "next", "body": {"type": "text", "props": {"text": "Rahmat"}}}},
    {"actions": [{"type": "snackbar", "message": "Bo'ldi"}, {"type": "reset"}]},
    {"patch": [{"op": "insert", "parent": "root", "component": {"id": "n", "type": "text", "props": {"text": "n"}}}]},
    {"patch": [{"op": "remove", "id": "root"}]}, {"title": "Xato", "detail": "Keyinroq urinib ko'ring"},
    {"valid": True}, {"valid": False, "message": "Band"}, {"valid": False}, [{"value": "a", "label": "A"}],
    {"options": [{"value": "a", "label": "A"}, {"value": 1, "label": "1"}]}, "not json", {}, [], None,
]


def lines(screen, random, count):
    """`count` lines, one event each; nearly all name what the screen has."""
    pick = lambda items: items[random.randrange(len(items))]
    keys = [key for key, _ in screen.keys] + screen.secrets or ["k"]
    for identifier, members in screen.groups:
        keys += [f"{identifier}[r{row}].{member}" for row in (1, 2) for member in members]

    def value():
        return pick([lambda: pick(WORDS), lambda: pick(WORDS), lambda: pick(NUMBERS), lambda: str(pick(NUMBERS)),
                     lambda: pick(["a", "ab", "b", 1, 2, "1", 0.5]), lambda: pick([True, False]), lambda: None,
                     lambda: pick(["2000-05-17", "2030-01-01", "17.05.2000"]), lambda: [pick(["a", 1, True])],
                     lambda: {"name": "a.pdf", "size": 10, "type": "application/pdf"}])()

    def answer():
        body = pick(ANSWERS)
        if random.randrange(4) == 0:
            body = {"errors": {pick(keys): "server", "elsewhere": "unknown"}}
        return {"response": {"request": random.randrange(1, 6), "status": pick([200, 200, 200, 204, 400, 401, 409, 422, 429, 503]),
                             "headers": pick([{}, {"Retry-After": "3"}, {"Content-Type": "application/problem+json"}]),
                             "body": body}}

    def event():
        kind = random.randrange(100)
        if kind < 45:
            return {"input": {"key": pick(keys), "value": value()}}
        if kind < 57:
            return {pick(["blur", "focus"]): pick(keys)}
        if kind < 68:
            return {"tap": pick(screen.buttons)}
        if kind < 77:
            return answer()
        if kind < 80:
            return {"networkError": {"request": random.randrange(1, 5), "kind": pick(["offline", "timeout"])}}
        if kind < 82:
            return {"network": pick(["online", "offline"])}
        if kind < 84:
            return {"lifecycle": pick(["background", "foreground"])}
        if kind < 87:
            return {"advance": pick([50, 300, 1500, 60000])}
        if kind < 92:
            return {pick(["undo", "redo"]): True}
        if kind < 96 and (screen.groups or screen.wizards):
            names = [(w, n) for w in screen.wizards for n in ("next", "back")]
            names += [(g, "add") for g, _ in screen.groups] + [(f"{g}[r{r}]", "remove") for g, _ in screen.groups for r in (1, 2)]
            identifier, name = pick(names)
            return {"event": {"id": identifier, "name": name}}
        return pick([{"snackbar": pick(["retry", "undo"])}, {"day": pick(["2026-12-31", "2027-03-01"])},
                     {"clearSensitiveData": True}, {"input": {"key": "nobody", "value": 1}}, {"blur": 7},
                     {"input": {}}, {"fly": True}, {"advance": -1}, []])

    for _ in range(count):
        text = json.dumps(event(), ensure_ascii=False)
        if random.randrange(150) == 0:
            text = text[:random.randrange(len(text))]
        yield text
