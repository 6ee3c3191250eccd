"""Random screen documents: most are accepted, some are refused, a few are not even JSON."""

import json

from services import Services

WORDS = ["", "a", "ab", "abc", " ", "Zuhra", "o‘zbek", "👨‍👩‍👧", "e\u0301", "+998901234567", "90 123 45 67",
         "4111 1111 1111 1111", "2000-05-17", "2026-02-30", "a@b.uz", "https://a.uz/b?c=d", "DE89370400440532013000",
         "12345678901234", "301234567", "1,5", "-", "\u00a0\u3000", "١٢٣", "İstanbul", "ﬁ", "A" * 70]
NUMBERS = [0, 1, -1, 2, 7, 10, 0.5, 0.1, 143.48, 99.99, 1e3, 9007199254740993, 9223372036854775807, -0.0, 1e-7]
PATTERNS = ["[ab]+", "^\\+998[0-9]{9}$", "(a|ab)(c|bcd)*", "\\p{L}+", "(?i)zuhra", "[^\\s]{1,5}", "\\d{4}-\\d\\d-\\d\\d",
            "(a*)*b", "\\bab\\b", "(?=a)", "[a-", "x?{3}", "(?P<y>[0-9]+)|abc", ".{0,20}", "[[:alpha:]]*"]
TEXTS = ["text_input", "text_area", "secure_input", "otp_input"]
NUMERIC = ["number_input", "money_input", "stepper", "slider"]
CHOICES = ["dropdown", "radio_group"]
BOOLS = ["checkbox", "toggle_switch"]
LAYOUTS = ["vstack", "hstack", "zstack", "grid", "scroll", "card", "list", "section", "banner"]
MASKS = ["phone", "card", "date", "## A ### AA", {"type": "phone", "region": "KZ"}, {"pattern": "**-##"}]
CURRENCIES = ["UZS", "USD", "JPY", "EUR"]


class Screen(Services):
    """One document, and the keys and ids that events may name."""

    def __init__(self, random):
        self.random = random
        self.keys = []  # (key, kind): what expressions may read
        self.secrets = []
        self.ids = []
        self.groups = []  # (id, the keys of a row and their kinds)
        self.count = 0
        self.scope = []
        self.buttons = []
        self.wizards = []
        self.members = []  # of carts, such as `cart.total`
        self.carts, self.bars, self.queues, self.loads, self.payments = [], [], [], [], []
        self.items = []  # (id of a list that loads, id of the component of an item)
        self.document = self.whole()

    # -- small choices

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, items):
        return items[self.random.randrange(len(items))]

    def name(self, stem):
        self.count += 1
        name = f"{stem}{self.count}"
        return name + ".dot" if self.chance(3) else name

    # -- expressions over the keys made so far

    def reference(self, kinds=None):
        if self.members and kinds is None and self.chance(25):
            return self.pick(self.members)
        known = [key for key, kind in self.keys + self.scope if kinds is None or kind in kinds]
        if self.random.randrange(500) == 0:
            return "missing"  # a name that the document does not have: refused
        if not known:
            return self.pick(["dyn(null)", "dyn(1)", "dyn('a')", "dyn([1, 'a'])"])
        key = self.pick(known)
        return f"state['{key}']" if "." in key else key

    def literal(self):
        literal = self.pick([
            lambda: self.string(), lambda: str(self.pick(NUMBERS)),
            lambda: self.pick(["true", "false", "null"]), lambda: f"{self.random.randrange(50)}u",
            lambda: "[1, 'a', null]", lambda: "{'k': 1}", lambda: "duration('90s')",
            lambda: "timestamp('2026-01-02T03:04:05Z')"])()
        # Without `dyn` the checker refuses most of what is thrown together here.
        return literal if self.random.randrange(60) == 0 else f"dyn({literal})"

    def string(self):
        return json.dumps(self.pick(WORDS), ensure_ascii=False)

    def value(self, depth=2):
        if depth == 0 or self.chance(30):
            return self.reference() if self.chance(70) else self.literal()
        return self.pick([
            lambda: f"({self.value(depth - 1)} {self.pick(['+', '-', '*', '/', '%'])} {self.value(depth - 1)})",
            lambda: f"({self.condition(depth - 1)} ? {self.value(depth - 1)} : {self.value(depth - 1)})",
            lambda: f"size({self.reference(['text', 'list'])})",
            lambda: f"string({self.value(depth - 1)})", lambda: f"int({self.value(depth - 1)})",
            lambda: f"double({self.value(depth - 1)})",
            lambda: f"math.greatest({self.value(depth - 1)}, {self.value(depth - 1)})",
            lambda: f"{self.reference(['text'])}.upperAscii()",
            lambda: f"{self.reference(['text'])}.substring({self.random.randrange(4)})",
            lambda: f"{self.reference(['text'])}.split('a')",
            lambda: f"{self.reference(['list'])}.map(x, x)",
            lambda: f"'%s and %d'.format([{self.value(depth - 1)}, {self.value(depth - 1)}])",
            lambda: f"optional.of({self.value(depth - 1)}).orValue({self.literal()})",
            lambda: f"cel.bind(v, {self.value(depth - 1)}, v == v ? v : 0)",
            lambda: f"base64.encode(b{self.string()})",
        ])()

    def condition(self, depth=2):
        if depth == 0:
            return f"{self.reference()} {self.pick(['==', '!='])} {self.literal()}"
        return self.pick([
            lambda: f"{self.value(depth - 1)} {self.pick(['==', '!=', '<', '<=', '>', '>='])} {self.value(depth - 1)}",
            lambda: f"({self.condition(depth - 1)} {self.pick(['&&', '||'])} {self.condition(depth - 1)})",
            lambda: f"!({self.condition(depth - 1)})",
            lambda: f"{self.reference(['text'])}.matches({json.dumps(self.pick(PATTERNS[:8]))})",
            lambda: f"{self.reference(['text'])}.{self.pick(['contains', 'startsWith', 'endsWith'])}('a')",
            lambda: f"{self.value(depth - 1)} in [{self.literal()}, {self.literal()}]",
            lambda: f"{self.reference(['list'])}.{self.pick(['all', 'exists', 'exists_one'])}(x, x != null)",
            lambda: f"has(state.{self.pick([k for k, _ in self.keys if '.' not in k] or ['missing'])})" if self.keys else "true",
            lambda: self.reference(["bool"]),
        ])()

    def template(self):
        if self.chance(75):
            return self.pick(["Ism", "Qo'shimcha", "Summa", "{{{{ jami", "…"])
        expression = self.value(1).replace("}}", "} }")
        form = self.pick(["", "", " | number", " | money", ' | money("USD")', " | date",
                          ' | plural("one", "# kun", "other", "# kun")', " | shout"])
        return f"Jami: {{{{ {expression}{form} }}}}."

    # -- rules

    def rule(self, kind, key):
        text = ["required", "regex", "minLength", "maxLength", "email", "url", "phone", "date", "minDate",
                "maxDate", "age", "luhn", "iban", "inn", "pinfl", "oneOf"]
        number = ["required", "min", "max", "step", "oneOf"]
        common = ["expression", "equalsField", "requireOne", "dependent_validation", "remote"]
        names = {"text": text, "number": number, "date": ["required", "minDate", "maxDate", "age", "date"],
                 "bool": ["required"], "secret": ["required", "regex", "minLength", "luhn"]}.get(kind, ["required"])
        name = self.pick(names if self.chance(75) or kind == "secret" else common)
        if self.random.randrange(300) == 0:
            name = "biometric"
        rule = {"rule": name}
        if name == "regex":
            rule["pattern"] = self.pick(PATTERNS) if self.chance(10) else self.pick(PATTERNS[:8])
            if self.chance(20):
                rule["flags"] = self.pick(["i", "s", "m", "ims"])
        elif name in ("minLength", "maxLength"):
            rule["value"] = self.random.randrange(1, 9)
            if self.chance(40):
                rule["unit"] = self.pick(["grapheme", "scalar", "utf16", "byte"])
        elif name in ("min", "max"):
            rule["value"] = self.pick(NUMBERS)
        elif name == "step":
            rule["value"] = self.pick([0.01, 0.5, 1, 3, 1e-3])
        elif name in ("minDate", "maxDate"):
            rule["value"] = self.pick(["today", "2026-01-01", "1990-02-28"])
        elif name == "age":
            rule["value"] = self.pick([1, 18, 65])
        elif name == "phone" and self.chance(70):
            rule["region"] = self.pick(["UZ", "KZ", "RU", "US", "TR"])
        elif name == "oneOf":
            rule["values"] = [self.pick(WORDS), self.pick(NUMBERS), True]
        elif name == "expression":
            rule["expression"] = self.condition()
        elif name == "equalsField":
            rule["field"] = self.pick([k for k, _ in self.keys] or [key])
        elif name == "requireOne":
            rule["fields"] = [self.pick([k for k, _ in self.keys] or [key]) for _ in range(2)]
        elif name == "remote":
            rule.update(url="/api/free", debounce=self.pick([0, 100, 300]))
        elif name == "dependent_validation":
            other = self.pick([k for k, _ in self.keys] or [key])
            rule["dependsOn"] = other
            if self.chance(60):
                rule["equals"] = self.pick(["a", "ab", 1, True, None])
            else:
                rule["in"] = ["a", 2, False]
            rule["rules"] = [self.rule(kind, key)]
        if name not in ("dependent_validation",) and self.chance(70):
            rule["errorMessage"] = self.template() if self.chance(20) else f"{name}!"
        if self.chance(10):
            rule["when"] = self.condition(1)
        if self.chance(8):
            rule["severity"] = "warning"
        return rule

    # -- components

    def options(self):
        listed = [{"value": v, "label": str(v)} for v in self.random.sample(["a", "ab", "b", 1, 2, "1", True, 0.5], 4)]
        if self.chance(10):
            listed[0]["disabled"] = True
        if self.keys and self.chance(20):
            return {"dependsOn": self.pick(self.keys)[0],
                    "cases": [{"equals": self.pick(["a", 1, True]), "options": listed[:2]},
                              {"in": ["ab", 2], "options": listed[2:]}], "otherwise": listed[1:3]}
        if self.chance(8):
            return {"url": "/api/options?q={{ " + self.reference() + " }}"}
        return listed

    def field(self, in_row=False):
        kind, type = self.pick([
            ("text", self.pick(TEXTS)), ("text", "text_input"), ("number", self.pick(NUMERIC)),
            ("date", "date_input"), ("choice", self.pick(CHOICES)), ("bool", self.pick(BOOLS)),
            ("list", "dropdown"), ("list", "checkbox"), ("text", "text_input"), ("file", "file_input")])
        identifier = self.name("k")
        key = f"s{identifier}" if self.chance(20) else identifier
        props = {"label": self.template()}
        if key != identifier:
            props["stateKey"] = key
        if type == "secure_input" or (kind in ("text", "number") and self.chance(4)):
            if type != "secure_input":
                props["sensitive"] = True
            kind = "secret"
            if self.chance(30):
                props["atRest"] = self.pick(["mask", "encrypted"])
        if type == "text_input" and kind == "text" and self.chance(20):
            props["mask"] = self.pick(MASKS)
        if kind in ("choice", "list"):
            props["options"] = self.options()
            if kind == "list" and type == "dropdown":
                props["multiple"] = True
        if type == "money_input" and self.chance(50):
            props["currency"] = self.pick(CURRENCIES)
        if type in ("stepper", "slider"):
            props.update(min=0, max=20, step=self.pick([1, 0.5, 3]))
        if type == "otp_input":
            props["length"] = self.pick([4, 6])
        if kind == "file":
            props.update(accept=["image/*", ".pdf"], maxBytes=1000, maxFiles=self.pick([1, 2]))
        if self.chance(8):
            props["onHide"] = self.pick(["keep", "clear"])
        if self.chance(5):
            props["readOnly"] = True
        if kind != "secret" and self.chance(20):
            props["value"] = {"text": "ab", "number": self.pick(NUMBERS) if type != "money_input" else 12500,
                              "date": "2000-05-17", "bool": True}.get(kind)
        component = {"id": identifier, "type": type, "props": props}
        rules = [self.rule(kind, key) for _ in range(self.pick([0, 0, 1, 1, 2, 3]))]
        if rules:
            component["validations"] = rules
        self.conditions(component)
        if self.chance(8):
            component["on"] = {self.pick(["change", "blur", "focus"]): self.action()}
        if kind == "secret":
            self.secrets.append(key)
            if not in_row:
                self.ids.append(identifier)
            if self.chance(1):  # read anyway: refused
                self.keys.append((key, "text"))
        elif in_row:
            self.scope.append((key, kind))
        else:
            self.keys.append((key, kind))
            self.ids.append(identifier)
        return component

    def conditions(self, component):
        if self.chance(18):
            component["visibleWhen"] = self.condition()
        if self.chance(8):
            component["enabledWhen"] = self.condition(1)
        if self.chance(4):
            component["accessibility"] = {"label": self.template()}

    def component(self, depth):
        kind = self.random.randrange(100)
        if depth == 0 or kind < 48:
            return self.field()
        if kind < 55:
            return self.service(depth)
        if kind < 75:
            component = {"id": self.name("c"), "type": self.pick(LAYOUTS)}
            self.conditions(component)  # before what it holds, or it would read it: a cycle
            component["children"] = [self.component(depth - 1) for _ in range(self.pick([1, 2, 3]))]
            if component["type"] == "banner":
                component["props"] = {"text": self.template()}
            if component["type"] == "section" and self.keys and self.chance(30):
                component["validations"] = [{"rule": "requireOne", "fields": [self.pick(self.keys)[0]]}]
            return component
        if kind < 80:
            return {"id": self.name("c"), "type": "text", "props": {"text": self.template()}}
        if kind < 88:
            return self.button()
        if kind < 93:
            return self.group()
        if kind < 95:
            return {"id": self.name("c"), "type": "tabs", "children": [
                {"id": self.name("c"), "type": "tab", "props": {"title": self.template()},
                 "children": [self.component(depth - 1)]} for _ in range(2)]}
        if kind < 97:
            return self.wizard(depth)
        if kind < 98:
            return {"id": self.name("c"), "type": "signature_pad", "props": {"stateKey": self.name("k")},
                    "fallback": self.field()}
        return {"id": self.name("c"), "type": self.pick(["divider", "spacer", "progress", "icon", "image"]),
                "props": {"name": "info", "src": "/a.png", "alt": "a"}}

    def group(self):
        identifier = self.name("k")
        self.scope = []
        children = [self.field(in_row=True) for _ in range(self.pick([1, 2, 3]))]
        if self.chance(40):
            children.append({"type": "text", "props": {"text": "{{ index + 1 }} " + self.template()}})
        self.groups.append((identifier, list(self.scope)))
        self.scope = []
        self.keys.append((identifier, "list"))
        component = {"id": identifier, "type": "repeating_group", "children": children,
                     "props": {"minRows": self.pick([0, 0, 1]), "maxRows": self.pick([2, 5])}}
        self.conditions(component)
        return component

    def wizard(self, depth):
        identifier = self.name("flow")
        self.wizards.append(identifier)
        steps = []
        for _ in range(self.pick([2, 3])):
            step = {"id": self.name("step"), "type": "step", "props": {"title": self.template()}}
            self.conditions(step)
            step["children"] = [self.component(max(depth - 1, 0)) for _ in range(2)]
            steps.append(step)
        return {"id": identifier, "type": "stepper_flow", "children": steps,
                "on": {"finish": {"type": "submit", "url": "/api/flow"}}}

    def button(self):
        identifier = self.name("b")
        self.buttons.append(identifier)
        component = {"id": identifier, "type": "button", "props": {"label": self.template()},
                     "on": {"tap": self.action()}}
        self.conditions(component)
        return component

    def action(self, depth=1):
        if not self.keys:
            return {"type": "submit", "url": "/api/a"}
        key = self.pick(self.keys)[0]
        choices = [
            lambda: {"type": "submit", "url": "/api/a"}, lambda: {"type": "submit", "url": "/api/a"},
            lambda: {"type": "request", "method": self.pick(["GET", "POST"]), "url": "/api/r",
                     "body": {"x": "{{ " + self.value(1) + " }}", "y": 1}},
            lambda: {"type": "set_value", "key": key, "expression": self.value()},
            lambda: {"type": "set_value", "key": key, "value": self.pick(["a", 1, True, None, [], "2000-05-17"])},
            lambda: {"type": "reset"}, lambda: {"type": "reset", "fields": [key]}, lambda: {"type": "validate"},
            lambda: {"type": "focus", "field": key}, lambda: {"type": "undo"}, lambda: {"type": "redo"},
            lambda: {"type": "snackbar", "message": self.template()},
            lambda: {"type": "alert", "title": "T", "message": self.template()},
            lambda: {"type": "track", "name": "n", "v": "{{ " + self.reference() + " }}"},
            lambda: {"type": "copy", "text": self.template()}, lambda: {"type": "reload"},
            lambda: {"type": "navigate", "url": "/screens/x?a={{ " + self.reference() + " }}"},
            lambda: {"type": "patch", "patch": self.patch()},
        ]
        choices += self.service_actions()
        if depth:
            choices += [
                lambda: {"type": "sequence", "actions": [self.action(0), self.action(0)]},
                lambda: {"type": "when", "condition": self.condition(), "then": self.action(0), "else": [self.action(0)]}]
        return self.pick(choices)()

    def patch(self):
        ids = self.ids or ["x"]
        return [self.pick([
            lambda: {"op": "insert", "parent": "root", "index": 0,
                     "component": {"id": self.name("p"), "type": "text", "props": {"text": "yangi"}}},
            lambda: {"op": "remove", "id": self.pick(ids)},
            lambda: {"op": "set", "id": self.pick(ids), "props": {"label": self.template()}},
            lambda: {"op": "move", "id": self.pick(ids), "parent": "root", "index": 0},
            lambda: {"op": "replace", "id": self.pick(ids),
                     "component": {"id": self.pick(ids), "type": "text_input", "props": {"label": "L"}}},
        ])() for _ in range(self.pick([1, 1, 2]))]

    def whole(self):
        children = [self.component(2) for _ in range(self.random.randrange(1, 10))]
        if not self.buttons or self.chance(50):
            self.buttons.append("send")
            children.append({"id": "send", "type": "button", "props": {"label": "Yuborish"},
                             "on": {"tap": {"type": "submit", "url": "/api/s", "on": {
                                 "409": {"type": "snackbar", "message": "Bor"}, "error": {"type": "validate"}}}}})
        document = {"oyna": "1", "id": "fuzz", "title": self.template(),
                    "body": {"id": "root", "type": self.pick(["vstack", "form"]), "children": children}}
        if self.chance(40):
            document["computed"] = {self.name("v"): self.value() for _ in range(self.pick([1, 2, 3]))}
        if self.chance(30) and self.keys:
            key, kind = self.pick(self.keys)
            document["state"] = {key: {"text": "ab", "number": 3, "bool": False, "date": "1999-12-31"}.get(kind)}
        if self.chance(20):
            document["language"] = self.pick(["uz", "uz-Cyrl", "ru", "en", "de"])
        return document

    def bytes(self):
        text = json.dumps(self.document, ensure_ascii=self.chance(20))
        if self.chance(3):  # not a document at all
            cut = self.random.randrange(len(text))
            text = self.pick([text[:cut], text[:cut] + "\x00" + text[cut:], text.replace(":", "", 1),
                              text.replace('"id"', '"id": "z", "id"', 1), "[" * 80])
        return text.encode()
