"""Writes each block of Swift of Markdown files to a file of its own that type-checks by itself.

Declarations stand as they are, statements in a function. usage: extract_snippets.py FOLDER FILE…
"""

import pathlib
import re
import sys

DECLARATIONS = ("struct ", "func ", "extension ", "enum ", "final class ", "@")
COMMON = ["Foundation", "OynaClient", "OynaEngine", "OynaPayments", "OynaValue"]


def source(block: str, imports: list[str]) -> str:
    head = "".join(f"import {name}\n" for name in imports)
    if block.startswith(DECLARATIONS):
        return head + "\n" + block
    body = "".join(f"  {line}\n" if line else "\n" for line in block.splitlines())
    return f"{head}\n@MainActor func example() async throws {{\n{body}}}\n"


def main(folder: str, files: list[str]) -> None:
    for name in files:
        path = pathlib.Path(name)
        target = path.parent.stem
        imports = COMMON + (["OynaSwiftUI", "SwiftUI"] if target == "OynaSwiftUI" else [])
        blocks = re.findall(r"^```swift\n(.*?)^```", path.read_text(), re.S | re.M)
        for number, block in enumerate(blocks, 1):
            out = pathlib.Path(folder) / f"{target}_{path.stem}_{number}.swift"
            out.write_text(source(block, imports))


main(sys.argv[1], sys.argv[2:])
