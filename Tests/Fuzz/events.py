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
    {"posts": [{"id": 1, "title": "Bir", "price": 100}, {"id": "a]b", "title": "Qavs {{ x }}"}], "next": "c2"},
    {"posts": [{"id": 1, "title": "Bir yana"}, {"id": 2, "title": 7}], "next": None}, {"posts": []},
    {"posts": [{"title": "id yo'q"}]}, {"posts": 5}, {"title": "Bitta"},
    {"result": {"token": "t-1"}}, {"jsonrpc": "2.0", "id": 1, "result": {"card": {"token": "t-2"}}},
    {"jsonrpc": "2.0", "id": 1, "error": {"code": -31400, "message": "Karta topilmadi"}},
]


SUITED = {
    "text": WORDS, "number": [str(n) for n in NUMBERS] + ["", "12", "1,5", "-"], "bool": [True, False],
    "date": ["2000-05-17", "2030-01-01", "17.05.2000", "", "2026-02-29"],
    "choice": ["a", "ab", "b", 1, 2, "1", True, 0.5, None], "list": [["a"], ["a", 1], [], ["b", "ab", 2, True]],
    "file": [None, [{"id": "u1", "name": "a.pdf", "size": 10, "type": "application/pdf"}], []],
}
STATUSES = [200, 200, 200, 201, 204, 304, 400, 401, 404, 409, 410, 412, 422, 429, 503]
HEADERS = [
    {}, {}, {"Retry-After": "3"}, {"Content-Type": "application/problem+json"}, {"Content-Type": "text/html"},
    {"oyna-cache": "offline"}, {"oyna-cache": "revalidating"}, {"Retry-After": "Mon, 30 Nov 2026 00:00:09 GMT"},
]


def lines(screen, random, count):
    """`count` lines, one event each; nearly all name what the screen has."""
    pick = lambda items: items[random.randrange(len(items))]
    kinds = dict(screen.keys) | {key: "text" for key in screen.secrets}
    for identifier, members in screen.groups:
        kinds |= {f"{identifier}[r{row}].{key}": kind for row in (1, 2) for key, kind in members}
    keys = list(kinds) or ["k"]

    def value(key):
        kind = kinds.get(key)
        if random.randrange(6) and kind in SUITED:
            return pick(SUITED[kind])
        return pick([lambda: pick(WORDS), lambda: pick(WORDS), lambda: pick(NUMBERS), lambda: str(pick(NUMBERS)),
                     lambda: pick(["a", "ab", "b", 1, 2, "1", 0.5]), lambda: pick([True, False]), lambda: None,
                     lambda: pick(["2000-05-17", "2030-01-01", "17.05.2000"]), lambda: [pick(["a", 1, True])],
                     lambda: {"name": "a.pdf", "size": 10, "type": "application/pdf"}])()

    def answer():
        body = pick(ANSWERS)
        if random.randrange(4) == 0:
            body = {"errors": {pick(keys): "server", "elsewhere": "unknown"}}
        return {"response": {"request": random.randrange(1, 6), "status": pick(STATUSES),
                             "headers": pick(HEADERS),
                             "body": body}}

    def cart():
        key = pick(screen.carts)
        if random.randrange(4) == 0:
            return {"cart": {"key": key, "promoCode": pick(["OFF10", "salom", "hammasi", "YO'Q", "", None])}}
        return {"cart": {"key": key, "product": pick(["non", "choy", "asal", "oltin", "own", "yo'q"]),
                         "quantity": pick([0, 1, 2, 3, 7, 999999, 9223372036854775807])}}

    def services():
        """Events of what the screen has besides a form."""
        choices = [cart] * 3 if screen.carts else []
        row = random.randrange(1, 5)
        for queue in screen.queues:
            choices.append(lambda: {"event": {"id": f"{queue}[{row}]", "name": pick(["undo", "retry", "drop"])}})
        for bar in screen.bars:
            choices.append(lambda: {"event": {"id": bar, "name": pick(["undo", "redo"])}})
        for payment in screen.payments:
            choices.append(lambda: {"event": {"id": payment, "name": pick(["payme", "card", "click", "yo'q"])}})
        for load in screen.loads:
            choices.append(lambda: {"event": {"id": load, "name": pick(["refresh", "retry", "more"])}})
            choices.append(lambda: {"rows": {"id": load, "first": random.randrange(4), "count": random.randrange(4)}})
        for load, item in screen.items:
            choices.append(lambda: {"tap": f"{load}[{pick([1, 2, 'a]b'])}].{item}"})
        return pick(choices)()

    def translated():
        other = json.loads(json.dumps(screen.document))
        other["title"], other["language"] = "Tarjima", pick(["ru", "en", "uz-Cyrl"])
        for child in other["body"]["children"]:
            if random.randrange(3) == 0 and "label" in child.get("props", {}):
                child["props"]["label"] = "Имя"
        if random.randrange(6) == 0:  # another screen altogether
            other["body"]["children"].reverse()
        return {"translated": other}

    def event():
        others = screen.carts or screen.queues or screen.bars or screen.payments or screen.loads
        if others and random.randrange(4) == 0:
            return services()
        if random.randrange(120) == 0:
            return translated()
        kind = random.randrange(100)
        if kind < 45:
            key = pick(keys)
            return {"input": {"key": key, "value": value(key)}}
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
        if kind < 98:
            return {"choose": {"key": pick(keys), "options": [random.randrange(4) for _ in range(random.randrange(3))]}}
        return pick([{"snackbar": pick(["retry", "undo"])}, {"day": pick(["2026-12-31", "2027-03-01"])},
                     {"clearSensitiveData": True}, {"input": {"key": "nobody", "value": 1}}, {"blur": 7},
                     {"input": {}}, {"fly": True}, {"advance": -1}, []])

    for _ in range(count):
        text = json.dumps(event(), ensure_ascii=False)
        if random.randrange(150) == 0:
            text = text[:random.randrange(len(text))]
        yield text
