"""Lists public declarations without a doc comment, from symbol graphs. usage: check_documented.py FOLDER…

Left out: what the compiler synthesises, and witnesses of the standard library's protocols, whose
meaning those give.
Exits 1 when anything is left.
"""

import json
import pathlib
import sys

WITNESSES = {
    "description", "debugDescription", "customMirror", "hash(into:)", "==(_:_:)", "<(_:_:)",
    "rawValue", "init(rawValue:)", "makeIterator()", "next()", "startIndex", "endIndex",
    "index(after:)", "index(before:)", "errorDescription", "id",
    "init(stringLiteral:)", "init(integerLiteral:)", "init(booleanLiteral:)", "init(arrayLiteral:)",
    "init(nilLiteral:)", "init(floatLiteral:)", "init(dictionaryLiteral:)",
}


def undocumented(folder: pathlib.Path) -> list[str]:
    found = set()
    for graph in folder.glob("*.symbols.json"):
        for symbol in json.loads(graph.read_text())["symbols"]:
            name = symbol["names"]["title"].rsplit(".", 1)[-1]
            is_made = "::SYNTHESIZED::" in symbol["identifier"]["precise"] or "location" not in symbol
            if "docComment" in symbol or is_made or name in WITNESSES:
                continue
            if symbol["kind"]["identifier"] in ("swift.extension", "swift.deinit"):
                continue
            place = symbol["location"]
            file = place["uri"].rsplit("/Sources/", 1)[-1]
            found.add(f"{file}:{place['position']['line'] + 1}: {'.'.join(symbol['pathComponents'])}")
    return sorted(found)


def main(folders: list[str]) -> int:
    # An empty graph would find nothing, whatever the sources say.
    empty = [folder for folder in folders if not any(pathlib.Path(folder).glob("*.symbols.json"))]
    if empty or not folders:
        print(f"check-documented: no symbol graph in {', '.join(empty) or 'no folder'}")
        return 1
    found = [line for folder in folders for line in undocumented(pathlib.Path(folder))]
    for line in found:
        print(f"check-documented: no comment: {line}")
    print(f"check-documented: {len(found)} public declarations without a comment")
    return 1 if found else 0


sys.exit(main(sys.argv[1:]))
