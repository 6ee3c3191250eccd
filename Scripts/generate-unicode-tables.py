#!/usr/bin/env python3
"""Writes Sources/OynaValue/Regex/UnicodeTables.swift from the Unicode Character Database.

    Scripts/generate-unicode-tables.py [DIR]     DIR: UnicodeData.txt, Scripts.txt, CaseFolding.txt
                                                 (Debian package unicode-data: /usr/share/unicode)

Numbers are written in base 32, lowest digit first, one character a digit: a digit d is the character
40 + d, or 40 + 32 + d when more digits follow. UnicodeProperties.swift reads them.
"""
import os
import re
import sys

SOURCE = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode"
TARGET = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                      "Sources/OynaValue/Regex/UnicodeTables.swift")
CATEGORIES = ["Cn", "Cc", "Cf", "Co", "Cs", "Ll", "Lm", "Lo", "Lt", "Lu", "Mc", "Me", "Mn", "Nd", "Nl",
              "No", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "Sc", "Sk", "Sm", "So", "Zl", "Zp", "Zs"]


def character(value):
    assert 0 <= value < 64
    return chr(40 + value)


def number(value):
    out = ""
    while value >= 32:
        out += character(32 + value % 32)
        value //= 32
    return out + character(value)


def fields(name):
    with open(os.path.join(SOURCE, name), encoding="utf-8") as file:
        for line in file:
            line = line.split("#")[0].strip()
            if line:
                yield [part.strip() for part in line.split(";")]


def categories():
    table = ["Cn"] * 0x110000
    first = None
    for row in fields("UnicodeData.txt"):
        code = int(row[0], 16)
        if row[1].endswith("First>"):
            first = code
            continue
        for point in range(first if first is not None else code, code + 1):
            table[point] = row[2]
        first = None
    runs = []
    for point, category in enumerate(table):
        if runs and runs[-1][0] == category:
            runs[-1][1] += 1
        else:
            runs.append([category, 1])
    out, index = "", 0
    while index < len(runs):
        pairs = 0
        while runs[index + 2 * pairs:index + 2 * pairs + 2] == [["Lu", 1], ["Ll", 1]]:
            pairs += 1
        if pairs > 1:
            out += character(60) + number(pairs)
            index += 2 * pairs
            continue
        category, length = runs[index]
        code = CATEGORIES.index(category)
        out += character(code) if length == 1 else character(30 + code) + number(length - 2)
        index += 1
    return out


def scripts():
    ranges = {}
    for row in fields("Scripts.txt"):
        low, high = (row[0].split("..") * 2)[:2]
        ranges.setdefault(row[1], []).append((int(low, 16), int(high, 16)))
    out = ""
    for name in sorted(ranges):
        merged = []
        for low, high in sorted(ranges[name]):
            if merged and merged[-1][1] + 1 == low:
                merged[-1][1] = high
            else:
                merged.append([low, high])
        data, end = "", 0
        for low, high in merged:
            data += number(low - end) + number(high - low)
            end = high
        out += number(len(data)) + data
    return " ".join(sorted(ranges)), out


def folds():
    orbit = {}
    for row in fields("CaseFolding.txt"):
        if row[1] in "CS":
            orbit.setdefault(int(row[2], 16), {int(row[2], 16)}).add(int(row[0], 16))
    following = {}
    for members in orbit.values():
        ring = sorted(members)
        for index, point in enumerate(ring):
            following[point] = ring[(index + 1) % len(ring)]
    # A run: points first, first + stride, ... (count of them), each mapped by delta; stride 0 is a run
    # without gaps in which the points are mapped by +1, -1, +1, -1 in turn.
    points, runs, index = sorted(following), [], 0

    def delta(at):
        return following[points[at]] - points[at]

    while index < len(points):
        best = (1, 1)
        for stride in (1, 2, 0):
            count = 1
            while index + count < len(points):
                step = points[index + count] - points[index + count - 1]
                if stride == 0:
                    fits = step == 1 and delta(index) == 1 and delta(index + count) == (-1) ** count
                else:
                    fits = step == stride and delta(index + count) == delta(index)
                if not fits:
                    break
                count += 1
            if stride == 0:
                count -= count % 2
            if count > best[0]:
                best = (count, stride)
        runs.append((points[index], best[0], best[1], delta(index)))
        index += best[0]
    out, end = number(len(runs)), 0
    for first, count, stride, change in runs:
        out += number(first - end) + number(count - 1) + character(stride)
        out += number(change * 2 if change >= 0 else -change * 2 - 1)
        end = first
    return out


def literal(name, comment, text):
    assert not set('#"') & set(text)
    lines = [text[at:at + 94] for at in range(0, len(text), 94)]
    return (f"  /// {comment}\n  static let {name}: StaticString = #\"\"\"\n"
            + "\\#\n".join("    " + line for line in lines) + "\n    \"\"\"#\n")


with open(os.path.join(SOURCE, "Scripts.txt"), encoding="utf-8") as file:
    version = re.search(r"Scripts-([0-9.]+[0-9])\.txt", file.readline()).group(1)
names, ranges = scripts()
with open(TARGET, "w", encoding="utf-8") as file:
    file.write(f"""// Unicode {version}: general categories, scripts and simple case folding.
// Made by Scripts/generate-unicode-tables.py from the Unicode Character Database, never by hand.
// Facts © Unicode, Inc., https://www.unicode.org/license.txt

/// The Unicode Character Database as text: `UnicodeProperties` reads it.
///
/// A string literal needs no start-up work, compiles at once and compresses well; an array literal
/// of this size does none of that.
enum UnicodeTables {{
  /// The version of the Unicode Standard the tables were made from.
  static let version: StaticString = "{version}"

{literal("categories", "Runs of code points from U+0000 on: category, then length.", categories())}
{literal("scriptNames", "The names of the scripts, in the order of `scripts`.", names)}
{literal("scripts", "A script: the size of its data, then pairs of distance and length.", ranges)}
{literal("folds", "The count of runs; a run: distance, count - 1, stride, zigzag of the change.", folds())}}}
""")
