"""Compares imported screens with their schemas; see check-import."""

import copy
import decimal
import http.client
import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from random_schemas import Generator
from jsonschema import Draft7Validator, Draft202012Validator, FormatChecker

ROOT = pathlib.Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "Tests/Import"
BENCH = ROOT.parent / "shared/bench/keystroke"
OYNA = os.environ.get("OYNA_BINARY", str(ROOT / ".build/release/oyna"))
CASES = 150
RANDOM_VALUES = 20


# What jsonschema's checker leaves to packages that are not here: RFC 3339, 3986 and 1123 in short.
CHECKER = FormatChecker()


@CHECKER.checks("date-time")
def is_date_time(value):
    import datetime
    if not isinstance(value, str):
        return True
    try:
        return datetime.datetime.fromisoformat(value).tzinfo is not None and value[10] in "Tt"
    except (ValueError, IndexError):
        return False


@CHECKER.checks("time")
def is_time(value):
    import datetime
    if not isinstance(value, str):
        return True
    try:
        return datetime.time.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


@CHECKER.checks("uri")
def is_uri(value):
    import urllib.parse
    return not isinstance(value, str) or (
        bool(urllib.parse.urlsplit(value).scheme) and " " not in value)


@CHECKER.checks("hostname")
def is_hostname(value):
    return not isinstance(value, str) or all(
        part and not part.startswith("-") and not part.endswith("-") for part in value.split("."))


def exact(value):
    """Fractions as decimals: 19.99 is a multiple of 0.01."""
    if isinstance(value, dict):
        return {name: exact(each) for name, each in value.items()}
    if isinstance(value, list):
        return [exact(each) for each in value]
    is_fraction = isinstance(value, float) and not value.is_integer()
    return decimal.Decimal(repr(value)) if is_fraction else value


def names(pointer):
    if pointer == "/":
        return []
    if not pointer.startswith("/"):
        return [pointer]
    return [name.replace("~1", "/").replace("~0", "~") for name in pointer[1:].split("/")]


def find(value, path):
    for name in path:
        if not isinstance(value, dict) or name not in value:
            return None
        value = value[name]
    return value


def put(value, path, leaf):
    for name in path[:-1]:
        if not isinstance(value.get(name), dict):
            value[name] = {}
        value = value[name]
    if leaf is None:
        value.pop(path[-1], None)
    else:
        value[path[-1]] = leaf


def prune(value):
    """What a form sends: nothing that is empty, and no object with nothing in it."""
    if isinstance(value, dict):
        kept = {name: prune(each) for name, each in value.items()}
        return {name: each for name, each in kept.items() if each not in ({}, [], None, "")}
    return [prune(each) for each in value] if isinstance(value, list) else value


class Screen:
    """The fields of an imported screen."""

    INPUTS = {"text_input", "text_area", "secure_input", "number_input", "slider", "date_input",
              "checkbox", "dropdown", "radio_group", "repeating_group"}

    def __init__(self, document):
        self.document = document
        self.id = document["id"]
        self.fields = self.inside(document["body"])
        self.by_id = {field["id"]: field for field in self.fields}
        self.submit = next(component["id"] for component in document["body"]["children"]
                           if component["type"] == "button")

    def inside(self, component):
        if component["type"] in self.INPUTS:
            key = component["props"]["stateKey"]
            field = {"id": component["id"], "key": key, "path": names(key),
                     "type": component["type"], "rows": None,
                     "isBool": component["type"] == "checkbox"
                     and "options" not in component["props"],
                     "default": component["props"].get("value"),
                     "isFixed": component["props"].get("readOnly") is True,
                     "empty": "" if "text" in component["type"] else None,
                     "isShown": "visibleWhen" not in component}
            if component["type"] == "repeating_group":
                field["rows"] = [inner for child in component["children"]
                                 for inner in self.inside(child)]
            return [field]
        return [field for child in component.get("children", []) for field in self.inside(child)]

    def complete(self, instance):
        """Boxes are always sent, and with them their objects; constants too."""
        for field in self.fields:
            if field["isFixed"] and field["isShown"] and field["default"] is not None:
                put(instance, field["path"], field["default"])
            if field["isBool"] and field["isShown"] and find(instance, field["path"]) is None:
                put(instance, field["path"], False)
            for row in find(instance, field["path"]) or [] if field["rows"] else []:
                for inner in field["rows"]:
                    if inner["isBool"] and inner["path"] and find(row, inner["path"]) is None:
                        put(row, inner["path"], False)
        return instance

    def without_new_boxes(self, body, instance):
        """A box that a condition shows is sent unticked: that is no difference."""
        body = copy.deepcopy(body)
        for field in self.fields:
            if field["isBool"] and not field["isShown"] and find(instance, field["path"]) is None:
                if isinstance(body, dict) and find(body, field["path"]) is False:
                    put(body, field["path"], None)
        return body

    def events(self, instance):
        """Types the values in, as a person would."""
        lines, count = [], 0
        for field in self.fields:
            value = find(instance, field["path"])
            if not field["rows"]:
                if field["isFixed"]:
                    continue
                if value is not None or field["default"] is not None:
                    value = field["empty"] if value is None else typed(value)
                    lines.append({"input": {"key": field["key"], "value": value}})
                continue
            # Rows that are there from the start are named like those that are added.
            start = self.document_rows(field)
            rows = value or []
            for place, row in enumerate(rows):
                if place >= start:
                    lines.append({"event": {"id": field["id"], "name": "add"}})
                count += 1
                for inner in field["rows"]:
                    leaf = find(row, inner["path"]) if inner["path"] else row
                    if leaf is not None:
                        lines.append({"row": (field["key"], place, inner["key"], typed(leaf))})
        lines.append({"tap": self.submit})
        return lines

    def document_rows(self, field):
        def search(component):
            if component.get("id") == field["id"]:
                return component["props"].get("minRows", 0)
            return next((found for child in component.get("children", [])
                         if (found := search(child)) is not None), None)
        return search(self.document["body"])


def typed(value):
    """A person types no fraction of nothing."""
    return value if not isinstance(value, float) or not value.is_integer() else int(value)


class Replay:
    """`oyna replay` in a pipe: one event in, one state out."""

    def __init__(self, file, screen):
        self.screen = screen
        self.process = subprocess.Popen(
            [OYNA, "replay", file, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.state = json.loads(self.process.stdout.readline())
        self.rows = {}

    def send(self, event):
        self.process.stdin.write(json.dumps(event) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" not in answer:
            self.state = answer
        return answer

    def drive(self, instance):
        """The body that was sent, or None; and whether everything could be entered."""
        could = True
        for event in self.screen.events(instance):
            if "row" in event:
                group, place, key, value = event["row"]
                rows = []
                for name in self.state["values"]:
                    if name.startswith(f"{group}[") and name.split("]")[0] not in rows:
                        rows.append(name.split("]")[0])
                if place >= len(rows):
                    could = False
                    continue
                event = {"input": {"key": f"{rows[place]}].{key}", "value": value}}
            if "error" in self.send(event):
                could = False
        requests = [effect["request"] for effect in self.state["effects"] if "request" in effect]
        self.process.stdin.close()
        self.process.wait()
        return (requests[0]["body"] if requests else None), could

    def hidden(self):
        return [self.screen.by_id[each] for each in self.state["hidden"]
                if each in self.screen.by_id]


class Server:
    def __init__(self, folder):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = open(f"{folder}/../log", "wb")
        self.process = subprocess.Popen(
            [OYNA, "serve", folder, "--port", str(self.port), "--database",
             f"sqlite:{folder}/../db"], stdout=self.log, stderr=self.log)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.05)
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        self.number = 0

    def accepts(self, screen, instance):
        self.number += 1
        self.connection.request(
            "POST", f"/api/{screen}", json.dumps(instance),
            {"Content-Type": "application/json", "Idempotency-Key": f'"case-{self.number}"'})
        response = self.connection.getresponse()
        self.answer = response.read().decode()
        assert response.status in (200, 201, 204, 422), (response.status, self.answer)
        return response.status != 422

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()


def bench_samples():
    """The form that every peer of the benches draws."""
    if not (BENCH / "form.py").exists():
        if os.environ.get("OYNA_REQUIRE_ALL"):
            raise SystemExit(f"check-import: there is no {BENCH}/form.py")
        print(f"skipped: the form of the benches ({BENCH}/form.py is not here)")
        return []
    sys.path.insert(0, str(BENCH))
    sys.dont_write_bytecode = True
    import form as bench
    fields = bench.form(31)
    base = {field["name"]: field["valid"] for field in fields["fields"] if "when" not in field}
    values = {f"/{field['name']}": [field["valid"], field["invalid"]] for field in fields["fields"]}
    values["/delivery"] += ["courier", "courier"]
    return [("bench_form", bench.schema(fields), None, {"base": base, "values": values}, None)]


def samples(wanted):
    for path in sorted(SAMPLES.glob("*.schema.json")):
        name = path.name.split(".")[0]
        ui = SAMPLES / f"{name}.ui.json"
        yield (name, json.loads(path.read_text()), ui if ui.exists() else None,
               json.loads((SAMPLES / f"{name}.values.json").read_text()), path)
    yield from bench_samples()


def instances(name, screen, recipe):
    """Values near the base: each with a few leaves taken from the pools, or taken away."""
    choose = random.Random(f"oyna {name}")
    pools = recipe["values"]
    seen = []
    for number in range(CASES * 4):
        instance = copy.deepcopy(recipe["base"])
        for _ in range(choose.choice((0, 1, 1, 2, 3, 5))):
            pointer = choose.choice(list(pools))
            pool = pools[pointer]
            # Half of them the first, which is a good one.
            leaf = copy.deepcopy(choose.choice(pool[:1] * len(pool) + pool + [None]))
            if "/*/" not in pointer:
                put(instance, names(pointer), leaf)
                continue
            group, inner = pointer.split("/*")
            rows = find(instance, names(group))
            if not isinstance(rows, list):
                rows = []
                put(instance, names(group), rows)
            if not rows or choose.random() < 0.3:
                rows.append(copy.deepcopy(choose.choice(rows)) if rows else {})
            put(choose.choice(rows), names(inner), leaf)
        instance = screen.complete(prune(instance))
        for field in screen.fields:
            rows = find(instance, field["path"]) if field["rows"] else None
            if rows == []:
                put(instance, field["path"], None)
        if instance not in seen:
            seen.append(instance)
        if len(seen) == CASES:
            break
    return seen


def is_expressible(validator_errors):
    """A value of another type cannot be typed in at all."""
    return not any(error.validator == "type" for error in validator_errors)


def check(sample, work, server, screens, failures):
    name, schema, _, recipe, _ = sample
    screen, file = screens[name]
    kind = Draft7Validator if "draft-07" in schema.get("$schema", "") else Draft202012Validator
    kind.check_schema(schema)
    validator = kind(exact(schema), format_checker=CHECKER)
    counts = {"valid": 0, "invalid": 0, "sent": 0, "stopped": 0, "hidden": 0}

    def fail(kind_of, instance, more=""):
        failures.append(f"{name}: {kind_of}: {json.dumps(instance, ensure_ascii=False)} {more}")

    waiting = instances(name, screen, recipe)
    for instance in waiting:  # which grows meanwhile
        errors = list(validator.iter_errors(exact(instance)))
        replay = Replay(file, screen)
        body, could = replay.drive(instance)
        hidden = [field for field in replay.hidden() if find(instance, field["path"]) is not None]
        if body is not None and not validator.is_valid(exact(json_with_secrets(body, instance))):
            fail("the form sent what is invalid", instance, f"sent {json.dumps(body)}")
        counts["sent" if body is not None else "stopped"] += 1
        if hidden:
            # A field that is not shown is not sent, whatever the schema would take: judged without.
            counts["hidden"] += 1
            for field in hidden:
                put(instance, field["path"], None)
            instance = prune(instance)
            if instance not in waiting:
                waiting.append(instance)
            continue
        counts["invalid" if errors else "valid"] += 1
        sent = screen.without_new_boxes(json_with_secrets(body, instance), instance)
        if not errors and sent != instance:
            fail("valid values were not sent as they are", instance,
                 f"sent {json.dumps(body)} errors {replay.state['errors']}")
        if errors and could and is_expressible(errors) and sent == instance:
            fail("invalid values were sent", instance, errors[0].message)
        if server.accepts(screen.id, instance) == bool(errors):
            fail("the server " + ("accepted" if errors else "refused"), instance,
                 errors[0].message if errors else server.answer)
    if counts["valid"] < 5 or counts["invalid"] < 5:
        failures.append(f"{name}: too few values say anything: {counts}")
    print(f"{name:20} {counts['valid']:4} valid {counts['invalid']:4} invalid "
          f"{counts['sent']:4} sent {counts['stopped']:4} stopped {counts['hidden']:4} with hidden")
    return counts["valid"] + counts["invalid"]


def json_with_secrets(body, instance):
    """Replay prints dots for a secret: what was typed stands there."""
    if isinstance(body, dict):
        return {name: json_with_secrets(each, instance.get(name) if isinstance(instance, dict)
                                        else None) for name, each in body.items()}
    if isinstance(body, list):
        return [json_with_secrets(each, instance[place] if isinstance(instance, list)
                                  and place < len(instance) else None)
                for place, each in enumerate(body)]
    return instance if body == "•••" else body


def imported(sample, folder, work, failures, writes):
    name, schema, ui, _, path = sample
    source = path
    if source is None:
        source = work / f"{name}.schema.json"
        source.write_text(json.dumps(schema))
    relative = os.path.relpath(source, ROOT) if path else str(source)
    command = [OYNA, "import", "json-schema", relative]
    if ui:
        command += ["--ui", os.path.relpath(ui, ROOT)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    file = folder / f"{name}.json"
    file.write_text(run.stdout)
    lint = subprocess.run([OYNA, "lint", file], capture_output=True, text=True)
    if lint.returncode != 0:
        failures.append(f"{name}: lint: {lint.stdout}{lint.stderr}")
    expected = SAMPLES / f"{name}.report.txt"
    if path and writes:
        expected.write_text(run.stderr)
    known = expected.read_text() if path else ""
    if run.stderr != known:
        failures.append(f"{name}: reported:\n{run.stderr}expected:\n{known}")
    if run.returncode != (1 if "left out" in run.stderr else 0):
        failures.append(f"{name}: exit status {run.returncode}")
    return Screen(json.loads(run.stdout)), file


def check_random(seed, folder, failures):
    """A random schema: what the form sends is valid unless something was said to be left out, and
    where nothing was said every valid value is sent as it is."""
    choose = random.Random(f"oyna random {seed}")
    generator = Generator(choose)
    schema = generator.schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(exact(schema))
    source = folder / f"random{seed}.schema.json"
    source.write_text(json.dumps(schema))
    run = subprocess.run([OYNA, "import", "json-schema", source], capture_output=True, text=True)
    said = f"seed {seed}: {json.dumps(schema)}\n  said: {run.stderr}"
    file = folder / f"random{seed}.json"
    file.write_text(run.stdout)
    if not run.stdout or run.returncode != (1 if ": left out:" in run.stderr else 0):
        failures.append(f"{said} exit status {run.returncode}")
        return 0
    screen = Screen(json.loads(run.stdout))
    judged = 0
    for _ in range(RANDOM_VALUES):
        instance = screen.complete(prune(generator.object(schema, schema)))
        replay = Replay(file, screen)
        body, could = replay.drive(instance)
        if body is not None and ": left out:" not in run.stderr:
            judged += 1
            if not validator.is_valid(exact(body)):
                failures.append(f"{said}  the form sent what is invalid: {json.dumps(body)}")
        is_hidden = any(find(instance, field["path"]) is not None for field in replay.hidden())
        if run.stderr or is_hidden or not could or not validator.is_valid(exact(instance)):
            continue
        judged += 1
        if screen.without_new_boxes(body, instance) != instance:
            failures.append(f"{said}  a silent narrowing: {json.dumps(instance)}\n  sent "
                            f"{json.dumps(body)} errors {replay.state['errors']}")
    return judged


def random_checks(arguments):
    """`--random COUNT [--seed FIRST] [--minutes N]`: schemas that nobody wrote."""
    def number(name, default):
        return int(arguments[arguments.index(name) + 1]) if name in arguments else default
    first, count = number("--seed", 1), number("--random", 0)
    end = time.monotonic() + 60 * number("--minutes", 0)
    work = pathlib.Path(tempfile.mkdtemp(prefix="oyna-import-"))
    failures, judged, seed = [], 0, first
    try:
        while seed < first + count or time.monotonic() < end:
            judged += check_random(seed, work, failures)
            seed += 1
    finally:
        shutil.rmtree(work)
    for failure in failures[:10]:
        print(failure)
    print(f"check-import: {seed - first} random schemas from seed {first}, {judged} values, "
          f"{len(failures)} failures")
    return 1 if failures or not judged else 0


def main():
    if "--random" in sys.argv or "--minutes" in sys.argv:
        return random_checks(sys.argv)
    wanted = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    writes = "--write" in sys.argv
    work = pathlib.Path(tempfile.mkdtemp(prefix="oyna-import-"))
    folder = work / "screens"
    folder.mkdir()
    failures = []
    chosen = [each for each in samples(wanted) if not wanted or each[0] in wanted]
    screens = {each[0]: imported(each, folder, work, failures, writes) for each in chosen}
    server = Server(folder)
    try:
        verdicts = sum(check(each, work, server, screens, failures) for each in chosen
                       if each[0] != "not_covered")
    finally:
        server.close()
        shutil.rmtree(work)
    for failure in failures[:25]:
        print(failure)
    print(f"check-import: {len(chosen)} schemas, {verdicts} values, {len(failures)} failures")
    if failures or not verdicts:
        return 1
    return 0 if wanted or writes else random_checks(["--random", "60"])


if __name__ == "__main__":
    sys.exit(main())
