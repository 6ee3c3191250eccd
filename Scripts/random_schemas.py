"""Random JSON Schemas of the kinds that people write, and random values for them."""

import copy

WORDS = ["a", "bb", "ccc", "Oʻsh"]


class Generator:
    """Schemas of an object: each its own mixture of kinds, conditions and alternatives."""

    def __init__(self, choose):
        self.choose = choose

    def chance(self, likelihood):
        return self.choose.random() < likelihood

    def schema(self):
        schema = {"type": "object"} | self.members(depth=0)
        if self.chance(0.3):
            schema["$defs"] = {"text": {"type": "string", "title": "Shared", "maxLength": 2}}
            name = self.choose.choice(list(schema["properties"]))
            schema["properties"][name] = {"title": "Own", "$ref": "#/$defs/text"}
            self.drop_conditions_on(schema, name)
        return schema

    def drop_conditions_on(self, schema, name):
        for keyword in ("if", "then", "else", "allOf", "oneOf", "anyOf", "not"):
            if f'"{name}"' in repr(schema.get(keyword, "")).replace("'", '"'):
                schema.pop(keyword)
                if keyword == "if":
                    schema.pop("then", None), schema.pop("else", None)

    def members(self, depth):
        names = self.choose.sample("pqrstu", self.choose.randint(2, 4))
        properties = {name: self.property(depth) for name in names}
        schema = {"properties": properties}
        required = [name for name in names if self.chance(0.35)]
        if required:
            schema["required"] = required
        self.choose.choice([self.nothing, self.branches, self.branch, self.dependent,
                            self.alternatives, self.negation])(schema, names)
        if self.chance(0.2):
            schema["additionalProperties"] = False
        return schema

    def property(self, depth):
        kinds = [self.text, self.text, self.number, self.box, self.box, self.options, self.constant,
                 self.several]
        if depth < 2:
            kinds += [self.inner, self.inner]
        if depth == 0:
            kinds += [self.rows]
        return self.choose.choice(kinds)(depth) | (
            {"x-order": 1, "markdownDescription": "…"} if self.chance(0.2) else {})

    def text(self, _):
        return {"type": "string"} | self.choose.choice(
            [{}, {"minLength": 2}, {"maxLength": 2}, {"pattern": "^[a-c]+$"}, {"default": "bb"}])

    def number(self, _):
        kind = self.choose.choice(["integer", "number"])
        return {"type": kind} | self.choose.choice(
            [{}, {"minimum": 2}, {"exclusiveMaximum": 3}, {"multipleOf": 2}, {"default": 2}])

    def box(self, _):
        return {"type": "boolean"} | self.choose.choice([{}, {}, {"default": False}])

    def options(self, _):
        return {"enum": self.choose.sample(WORDS, 2)}

    def constant(self, _):
        return {"const": self.choose.choice(["k", 5])}

    def several(self, _):
        return {"type": "array", "items": {"enum": WORDS[:3]}, "uniqueItems": True}

    def inner(self, depth):
        return {"type": "object"} | self.members(depth + 1)

    def rows(self, _):
        return {"type": "array", "items": {"type": "object", "properties": {
            "x": {"type": "string"}, "y": {"type": "integer"}}, "required": ["x"]},
            } | self.choose.choice([{}, {"minItems": 1}, {"maxItems": 1}])

    def nothing(self, schema, names):
        """No condition."""

    def deciding(self, schema, names):
        """A property whose values a condition can name."""
        known = {"options": lambda p: p.get("enum"),
                 "box": lambda p: [True, False] if p.get("type") == "boolean" else None}
        for name in names:
            for values in known.values():
                found = values(schema["properties"][name])
                if found:
                    return name, found
        schema["properties"]["k"] = {"enum": ["one", "two"]}
        return "k", ["one", "two"]

    def branches(self, schema, names):
        """Branches that give one property other options, another type or none."""
        name, values = self.deciding(schema, names)
        branches = []
        for value in values:
            then = self.choose.choice([
                {"properties": {"v": {"enum": self.choose.sample(WORDS, 2)}}},
                {"properties": {"v": {"enum": self.choose.sample(WORDS, 2)}}, "required": ["v"]},
                {"properties": {"v": {"type": "string", "title": "A"}}},
                {"properties": {"v": {"const": "x"}}, "required": ["v"]},
                {"properties": {"v": {"type": "number", "title": "B"}}}])
            branches.append({"if": {"properties": {name: {"const": value}}, "required": [name]},
                             "then": then})
        schema["allOf"] = branches

    def branch(self, schema, names):
        name, values = self.deciding(schema, names)
        other = self.choose.choice([each for each in names if each != name])
        schema["if"] = {"properties": {name: {"const": values[0]}}, "required": [name]}
        schema["then"] = self.choose.choice([
            {"required": [other]}, {"properties": {other: False}},
            {"properties": {other: {"not": {}}}}])
        if self.chance(0.3):
            schema["else"] = {"required": [other]}

    def dependent(self, schema, names):
        schema["dependentRequired"] = {names[0]: [names[1]]}

    def alternatives(self, schema, names):
        schema[self.choose.choice(["oneOf", "anyOf"])] = [
            {"required": [names[0]]}, {"required": [names[1]]}]

    def negation(self, schema, names):
        schema["not"] = {"required": self.choose.sample(names, self.choose.randint(1, 2))}

    # Values

    def value(self, schema, root):
        if "$ref" in schema:
            schema = root["$defs"]["text"]
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.choose.choice(schema["enum"])
        kind = schema.get("type")
        if kind == "object":
            return self.object(schema, root)
        if kind == "array":
            if "enum" in schema["items"]:
                return self.choose.sample(WORDS[:3], self.choose.randint(1, 2))
            return [self.value(schema["items"], root) for _ in range(self.choose.randint(1, 2))]
        return {"string": lambda: self.choose.choice(WORDS + ["x"]),
                "integer": lambda: self.choose.choice([0, 1, 2, 4]),
                "number": lambda: self.choose.choice([1, 2.5, 4]),
                "boolean": lambda: self.choose.choice([True, False])}[kind]()

    def object(self, schema, root):
        described = copy.copy(schema["properties"])
        for branch in schema.get("allOf", []):
            for name, inner in branch["then"].get("properties", {}).items():
                if name not in described or self.chance(0.5):
                    described[name] = inner
        likelihood = self.choose.choice([0.4, 0.7, 1])
        return {name: self.value(inner, root) for name, inner in described.items()
                if self.chance(likelihood) or name in schema.get("required", [])}
