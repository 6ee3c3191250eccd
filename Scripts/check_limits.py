#!/usr/bin/env python3
"""Holds the size limits of the house and counts what there is.

file <= 600 lines, function <= 80 lines. In Sources/ besides: line <= 100 characters (the formatter
holds the tests); no `try!`, `fatalError`, force unwrap or to-do; `@unchecked Sendable` carries a
reason; every public declaration has a doc comment (witnesses of standard protocols are exempt).
No path of a machine anywhere.
Prints one line a finding and exits 1 when there is any.
"""

import pathlib
import re
import subprocess
import sys

FILE_LINES, FUNCTION_LINES, LINE_CHARACTERS = 600, 80, 100
WITNESSES = re.compile(
    r"\b(func (==|<|hash\(into|encode\(to|next\(|makeIterator\(|index\((after|before|_)|callAsFunction)"
    r"|var (description|debugDescription|customMirror|hashValue|startIndex|endIndex|underestimatedCount|id|errorDescription|rawValue)\b"
    r"|func (execute|undo|redo|merge)\(|var (name|title|isSent|isObsolete): \w+ \{"
    r"|let component: ScreenComponent|func (once|recall|transaction|removeExpiredKeys|close)\b"
    r"|init\((from|rawValue|stringLiteral|integerLiteral|arrayLiteral|dictionaryLiteral|stringInterpolation)\b"
    r"|typealias (Element|Index|Iterator|RawValue|\w*Literal\w*)\b|subscript\(position)"
)


def blank_strings_and_comments(text: str) -> str:
    """The text with the inside of comments and string literals turned into spaces, lines kept."""
    out, i, n = [], 0, len(text)
    def keep(piece):
        out.append(re.sub(r"[^\n]", " ", piece))
    while i < n:
        if text.startswith("//", i):
            end = text.find("\n", i)
            end = n if end < 0 else end
            keep(text[i:end])
            i = end
        elif text.startswith("/*", i):
            end = text.find("*/", i)
            end = n if end < 0 else end + 2
            keep(text[i:end])
            i = end
        elif (m := re.compile(r'(#*)("""|")').match(text, i)):
            hashes, quote = m.group(1), m.group(2)
            closing, j = quote + hashes, m.end()
            while j < n and not text.startswith(closing, j):
                if text.startswith("\\" + hashes, j):
                    j += len(hashes) + 1
                j += 1
            end = min(n, j + len(closing))
            keep(text[i:end])
            i = end
        else:
            out.append(text[i])
            i += 1
    return "".join(out)


def function_spans(code: str):
    """(first line, last line, header) of each function, initialiser, subscript and computed property."""
    for m in re.finditer(r"\b(func\s+[^\s(<]+|init[?]?\s*[(<]|deinit|subscript\s*[(<])", code):
        depth, i = 0, m.end() - (1 if code[m.end() - 1] in "(<" else 0)
        while i < len(code):
            c = code[i]
            if c == "(":
                depth += 1
            elif c == ")":
                depth -= 1
            elif depth == 0 and c == "{":
                break
            elif depth == 0 and c == "}":
                i = len(code)
            elif depth == 0 and c == "\n" and re.match(r"\s*(///|@|public|private|package|fileprivate|static|mutating|func|var|let|init|case)\b", code[i + 1:]):
                i = len(code)
            i += 1
        if i >= len(code):
            continue
        start, braces = i, 0
        while i < len(code):
            braces += {"{": 1, "}": -1}.get(code[i], 0)
            if braces == 0:
                break
            i += 1
        yield code.count("\n", 0, m.start()) + 1, code.count("\n", 0, i) + 1, m.group(0)


def main() -> int:
    root = pathlib.Path(__file__).resolve().parent.parent
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=root, check=True, capture_output=True, text=True
    ).stdout.split("\n")
    findings, lines_of = [], {"Sources": 0, "Tests": 0}
    machine = re.compile("/" + r"(work|farm|root)/")
    for name in filter(None, tracked):
        path = root / name
        if not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.split("\n"), 1):
            if machine.search(line):
                findings.append(f"{name}:{number}: a path of a machine")
        top = name.split("/")[0]
        if not re.search(r"\.(swift|js|css|html|py)$", name) or top not in ("Sources", "Tests", "Web", "Scripts"):
            continue
        lines = text.split("\n")
        if len(lines) - 1 > FILE_LINES and "Generated" not in name:
            findings.append(f"{name}: {len(lines) - 1} lines, at most {FILE_LINES}")
        if not name.endswith(".swift"):
            continue
        if top in lines_of:
            lines_of[top] += sum(1 for line in lines if line.strip())
        code = blank_strings_and_comments(text)
        for number, line in enumerate(lines, 1):
            if len(line) > LINE_CHARACTERS and top == "Sources" and "Generated" not in name:
                findings.append(f"{name}:{number}: {len(line)} characters, at most {LINE_CHARACTERS}")
        for first, last, header in function_spans(code):
            if last - first + 1 > FUNCTION_LINES:
                findings.append(f"{name}:{first}: {header.strip('(<')} has {last - first + 1} lines, at most {FUNCTION_LINES}")
        if top != "Sources":
            continue
        code_lines = code.split("\n")
        for number, line in enumerate(code_lines, 1):
            if re.search(r"\btry!|\bfatalError\(|\bas!", line):
                findings.append(f"{name}:{number}: try!, as! or fatalError")
            if re.search(r"[\w)\]]!(?![=\w])", line):
                findings.append(f"{name}:{number}: a force unwrap")
            if re.search(r"//.*\b(TODO|FIXME|XXX)\b", lines[number - 1]):
                findings.append(f"{name}:{number}: a to-do")
            if "@unchecked Sendable" in line and not re.match(r"\s*//", lines[number] if number < len(lines) else ""):
                findings.append(f"{name}:{number}: @unchecked Sendable without a reason on the next line")
            declares = re.match(r"\s*(@\w+(\(.*?\))?\s+)*(public|open)\s+(?!import\b)", line)
            if declares and not WITNESSES.search(line):
                if re.match(r"\s*(public|open)\s+extension\b", line):
                    continue
                above = number - 2
                while above >= 0 and re.match(r"\s*(@|//(?!/))", lines[above]):
                    above -= 1
                if above < 0 or not re.match(r"\s*(///|\*/)", lines[above]):
                    findings.append(f"{name}:{number}: no doc comment: {lines[number - 1].strip()[:60]}")
    for finding in findings:
        print(finding)
    ratio = lines_of["Tests"] / max(1, lines_of["Sources"])
    print(f"check-limits: {lines_of['Sources']} lines of sources, {lines_of['Tests']} of tests ({ratio:.2f}), {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
