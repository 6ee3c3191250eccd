#!/usr/bin/env python3
"""Holds Docs/ThreatModel.md to the tests: whatever its column `held by` names in backticks exists.

A name is a test function, a suite, the words of a test, a Python test, a script, or a folder of tests;
`Suite.test` is both. A row that names nothing must say `stated`, or which tests it means in words.
Prints one line a finding and exits 1 when there is any.
"""

import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
texts = {
    path: path.read_text(encoding="utf-8")
    for folder in ("Tests", "Scripts")
    for path in (root / folder).rglob("*")
    if path.is_file() and (path.suffix in (".swift", ".py", ".sh") or not path.suffix) and ".build" not in path.parts
}
names = set()
for path, text in texts.items():
    names |= set(re.findall(r"\bfunc `?(\w+)`?[(<]", text))
    names |= set(re.findall(r"\b(?:struct|class|actor|enum|extension) (\w+)", text))
    names |= set(re.findall(r"^\s*(?:async )?def (\w+)", text, re.MULTILINE))
    names |= set(re.findall(r"@(?:Test|Suite)\(\s*\"([^\"]+)\"", text))
    names |= set(re.findall(r"func `([^`]+)`", text))
findings, count, threats = [], 0, 0
for number, line in enumerate((root / "Docs/ThreatModel.md").read_text(encoding="utf-8").split("\n"), 1):
    cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
    if not line.startswith("|") or len(cells) != 3 or cells[0] in ("threat", "---") or set(cells[0]) <= {"-", "|"}:
        continue
    threats += 1
    held = cells[2]
    named = re.findall(r"`([^`]+)`", held)
    for name in named:
        count += 1
        if (root / name).exists() or name in names or (root / "Tests/Browser" / name).exists():
            continue
        parts = name.split(".")
        if len(parts) == 2 and all(part in names for part in parts):
            continue
        if name.endswith(".jsonl") or name.startswith("conformance/"):
            continue
        findings.append(f"Docs/ThreatModel.md:{number}: there is no test `{name}`")
    if not named and not re.search(r"\btests?\b|stated", held):
        findings.append(f"Docs/ThreatModel.md:{number}: nothing holds this row")
for finding in findings:
    print(finding)
print(f"check-threats: {threats} threats, {count} names, {len(findings)} findings")
sys.exit(1 if findings else 0)
