#!/usr/bin/env python3
"""Makes Sources/OynaEngine/Validation/Format/PhoneRanges.swift from Google's published numbering data.

Needs PyPI `phonenumbers` (a copy of libphonenumber's metadata, Apache-2.0): facts only are taken, the
ranges of each kind of number, rewritten as lists of prefixes. Run it when the data is to be renewed:

    python3 Scripts/make_phone_ranges.py > Sources/OynaEngine/Validation/Format/PhoneRanges.swift
"""

import re
import re._parser as parser
import sys

import phonenumbers
from phonenumbers import PhoneMetadata

REGIONS = ["UZ", "KZ", "KG", "TJ", "TM", "RU", "AF", "AZ", "TR"]
KINDS = [
    ("fixed_line", "fixedLine"), ("mobile", "mobile"), ("toll_free", "tollFree"),
    ("premium_rate", "premiumRate"), ("shared_cost", "sharedCost"),
    ("personal_number", "personalNumber"), ("voip", "voip"), ("pager", "pager"), ("uan", "uan"),
]
ALL = 0b1111111111


def sequences(items):
    """Every sequence of digit sets (bit masks) that a parsed pattern allows."""
    done = [()]
    for op, value in items:
        name = str(op)
        if name == "LITERAL":
            parts = [(1 << int(chr(value)),)]
        elif name == "IN":
            mask = 0
            for kind, what in value:
                if str(kind) == "LITERAL":
                    mask |= 1 << int(chr(what))
                elif str(kind) == "RANGE":
                    for code in range(what[0], what[1] + 1):
                        mask |= 1 << int(chr(code))
                else:
                    mask = ALL
            parts = [(mask,)]
        elif name == "SUBPATTERN":
            parts = sequences(value[-1])
        elif name == "BRANCH":
            parts = [s for branch in value[1] for s in sequences(branch)]
        elif name == "MAX_REPEAT":
            low, high, inner = value
            parts = [()]
            grown = [()]
            parts = list(grown) if low == 0 else []
            for count in range(1, high + 1):
                grown = [a + b for a in grown for b in sequences(inner)]
                if count >= low:
                    parts += grown
        else:
            raise ValueError(name)
        done = [a + b for a in done for b in parts]
    return done


def merged(found):
    """Fewer sequences for the same numbers: two that differ in one place become one."""
    found = set(found)
    while True:
        best = None
        by_key = {}
        for sequence in sorted(found):
            for place in reversed(range(len(sequence))):
                key = (place, sequence[:place] + (0,) + sequence[place + 1:])
                if key in by_key and by_key[key] != sequence:
                    best = (by_key[key], sequence, place)
                    break
                by_key.setdefault(key, sequence)
            if best:
                break
        if not best:
            return sorted(found)
        one, other, place = best
        found -= {one, other}
        found.add(one[:place] + (one[place] | other[place],) + one[place + 1:])


def spelt(sequence):
    """Digits and classes, without the places at the end that any digit may take."""
    while sequence and sequence[-1] == ALL:
        sequence = sequence[:-1]
    text = ""
    for mask in sequence:
        digits = [d for d in range(10) if mask >> d & 1]
        if len(digits) == 1:
            text += str(digits[0])
            continue
        if len(digits) == 10:
            text += "[0-9]"
            continue
        text += "["
        while digits:
            end = digits[0]
            while end + 1 in digits:
                end += 1
            text += str(digits[0]) + ("" if end == digits[0] else str(end) if end == digits[0] + 1 else f"-{end}")
            digits = [d for d in digits if d > end]
        text += "]"
    return text or "[0-9]"


def prefixes(pattern):
    """[(length, "prefix prefix …")] of a pattern."""
    by_length = {}
    for sequence in sequences(parser.parse(pattern)):
        by_length.setdefault(len(sequence), []).append(sequence)
    return [(length, " ".join(spelt(s) for s in merged(found))) for length, found in sorted(by_length.items())]


def literal(text, indent):
    """A Swift string literal, in lines of at most 96 characters."""
    words, lines, line = text.split(" "), [], ""
    for word in words:
        if len(line) + len(word) + 1 > 88 - indent:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    lines.append(line)
    if len(lines) == 1:
        return f'"{lines[0]}"'
    pad = " " * indent
    body = (" \\\n" + pad).join(lines)
    return f'"""\n{pad}{body}\n{pad}"""'


def main():
    out = []
    say = out.append
    say("// Made by Scripts/make_phone_ranges.py; do not edit.")
    say(f"// Facts: the numbering ranges that Google's libphonenumber {phonenumbers.__version__} publishes")
    say("// (Apache-2.0).")
    say("")
    say("extension PhoneRegion {")
    say("  /// Uzbekistan and the countries that its people call most, with their ranges.")
    say("  static let withRanges: [PhoneRegion] = [")
    say("    " + ", ".join(r.lower() if r.lower() not in ("in", "as", "is", "do") else f"`{r.lower()}`" for r in REGIONS) + ",")
    say("  ]")
    for region in REGIONS:
        data = PhoneMetadata.metadata_for_region(region)
        formats = data.number_format
        if not formats:
            formats = PhoneMetadata.metadata_for_region("RU").number_format
        say("")
        say(f"  private static let {region.lower()} = PhoneRegion(")
        prefix = f'"{data.national_prefix}"' if data.national_prefix else '""'
        say(f'    id: "{region}", callingCode: "{data.country_code}", nationalPrefix: {prefix},')
        say("    ranges: [")
        for attribute, kind in KINDS:
            found = getattr(data, attribute)
            if not found or not found.national_number_pattern:
                continue
            for length, text in prefixes(found.national_number_pattern):
                say(f"      PhoneRange(")
                say(f"        .{kind}, length: {length},")
                say(f"        prefixes: {literal(text, 10)}),")
        say("    ],")
        say("    writings: [")
        for form in formats:
            # The last group takes what is left, so the least of a range is enough.
            groups = [int(n) for n in re.findall(r"\\d\{(\d+)", form.pattern.replace(r"(\d)", r"(\d{1})"))]
            joints = re.split(r"\\\d", form.format)[1:-1]
            total = sum(groups)
            if total < 7 or total == 7 and region != "TR":
                continue  # how a number is written without its area
            leading = prefixes(form.leading_digits_pattern[-1])
            text = " ".join(t for _, t in leading)
            rule = (form.national_prefix_formatting_rule or r"\1").replace(r"\1", "#")
            say(f"      PhoneWriting(")
            say(f"        prefixes: {literal(text, 10)},")
            abroad = [f.pattern for f in data.intl_number_format] or [form.pattern]
            only = ", isNationalOnly: true" if form.pattern not in abroad else ""
            say(f'        groups: {groups}, joints: {joints}, nationalLead: "{rule}"{only}),'.replace("'", '"'))
        say("    ])")
    say("")
    say("  /// Every other region: its calling code and how many digits a national number may have.")
    say("  static let withLengths: StaticString = \"\"\"")
    words = []
    for region in sorted(phonenumbers.SUPPORTED_REGIONS):
        if region in REGIONS:
            continue
        data = PhoneMetadata.metadata_for_region(region)
        lengths = ",".join(str(n) for n in data.general_desc.possible_length)
        words.append(f"{region} {data.country_code} {lengths};")
    line, lines = "", []
    for word in words:
        if len(line) + len(word) > 90:
            lines.append(line)
            line = ""
        line += word
    lines.append(line)
    for number, line in enumerate(lines):
        say("    " + line + ("\\" if number + 1 < len(lines) else ""))
    say('    """')
    say("}")
    print("\n".join(out))


if __name__ == "__main__":
    sys.exit(main())
