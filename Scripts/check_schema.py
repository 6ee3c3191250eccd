"""Compares `oyna schema` with what the engine takes; see check-schema."""

import copy
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from jsonschema import Draft202012Validator

ROOT = pathlib.Path(__file__).resolve().parents[1]
OYNA = os.environ.get("OYNA_BINARY", str(ROOT / ".build/release/oyna"))
# Findings about shape: a type, a member that must be there, a word of a closed list.
SHAPE = {"wrong-type", "missing-member"}
BREAKS = 900
# What each kind of value is replaced by.
OTHERS = [5, "text", True, [], {}, 1.5, [5], {"x": 5}]


def examples():
    """The `json` blocks of Docs/Format that are whole screens or components, as the tests read."""
    for path in sorted((ROOT / "Docs/Format").glob("*.md")):
        for number, block in enumerate(re.findall(r"```json\n(.*?)```", path.read_text(), re.S)):
            try:
                document = json.loads(block)
            except ValueError:
                continue
            if not isinstance(document, dict):
                continue
            if "type" in document and "children" not in document and "props" not in document \
                    and "body" not in document and document["type"] not in ("divider", "spacer"):
                continue  # an action
            if "rule" in document:
                document = {"id": "a", "type": "text_input", "props": {"label": "A"},
                            "validations": [document]}
            if "body" not in document and "type" in document:
                document = {"id": "example", "body": document}
            if "body" in document:
                yield f"{path.name}#{number}", document


def files():
    for folder in ("Screens", "Tests/Replay", "Tests/Versions"):
        for path in sorted((ROOT / folder).glob("*.json")):
            yield str(path.relative_to(ROOT)), path


def imported(folder):
    for path in sorted((ROOT / "Tests/Import").glob("*.schema.json")):
        run = subprocess.run([OYNA, "import", "json-schema", path], capture_output=True, text=True)
        yield f"imported {path.name}", json.loads(run.stdout)


def lint(folder, documents):
    """By document: the codes of its errors."""
    names = []
    for number, document in enumerate(documents):
        path = pathlib.Path(folder) / f"{number}.json"
        path.write_text(json.dumps(document))
        names.append(str(path))
    codes = [set() for _ in documents]
    for start in range(0, len(names), 200):
        run = subprocess.run([OYNA, "lint", "--format", "json", *names[start:start + 200]],
                             capture_output=True, text=True)
        for line in run.stdout.splitlines():
            finding = json.loads(line)
            if finding["severity"] == "error":
                codes[int(pathlib.Path(finding["file"]).stem)].add(finding["code"])
    return codes


def places(value, path=()):
    """Every member and element, from the outside in."""
    members = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()
    for name, inner in members:
        yield path + (name,)
        yield from places(inner, path + (name,))


def broken(documents):
    """Copies of the documents, each with one value replaced or taken away."""
    choose = random.Random("oyna schema")
    for _ in range(BREAKS):
        name, document = choose.choice(documents)
        document = copy.deepcopy(document)
        path = choose.choice(list(places(document)))
        holder = document
        for part in path[:-1]:
            holder = holder[part]
        if isinstance(holder, dict) and choose.random() < 0.2:
            del holder[path[-1]]
            yield f"{name}: without {path}", document
            continue
        other = choose.choice([each for each in OTHERS if type(each) is not type(holder[path[-1]])])
        holder[path[-1]] = other
        yield f"{name}: {path} = {other!r}", document


def is_unread(document, name):
    """What stands in the place of a component that this engine draws is never read by it."""
    return "fallback" in json.dumps(document) or "requirement" in name


def main():
    schema = json.loads(subprocess.run([OYNA, "schema"], capture_output=True, check=True).stdout)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        known = [(name, json.loads(path.read_text())) for name, path in files()]
        known += list(examples()) + list(imported(folder))
        codes = lint(folder, [document for _, document in known])
        good = []
        for (name, document), found in zip(known, codes):
            if found & SHAPE or "unsupported-version" in found:
                continue
            errors = [error for error in validator.iter_errors(document)]
            failures += [f"{name}: {error.json_path}: {error.message[:200]}" for error in errors]
            if not found and not errors:
                good.append((name, document))
        breaks = list(broken(good))
        codes = lint(folder, [document for _, document in breaks])
        rejected = agreed = 0
        for (name, document), found in zip(breaks, codes):
            is_valid = validator.is_valid(document)
            rejected += not is_valid
            if found & SHAPE and is_valid:
                failures.append(f"accepted, and refused by lint as {sorted(found)}: {name}")
            elif not is_valid and not found and not is_unread(document, name):
                error = next(validator.iter_errors(document))
                failures.append(f"rejected, and taken by lint: {name}: {error.json_path}")
            agreed += bool(found & SHAPE) and not is_valid
    for failure in failures[:30]:
        print(failure)
    print(f"check-schema: {len(known)} documents, {len(breaks)} broken ones ({rejected} rejected, "
          f"{agreed} of them refused by lint for their shape), {len(failures)} failures")
    return 1 if failures or len(good) < 60 or agreed < 150 else 0


if __name__ == "__main__":
    sys.exit(main())
