#!/usr/bin/env python3
"""Makes a linked WebAssembly module small by leaving out what a profile never ran.

    Scripts/shrink_wasm.py --instrument LINKED INSTRUMENTED
    Scripts/shrink_wasm.py --profile LINKED RECORD > PROFILE
    Scripts/shrink_wasm.py LINKED PROFILE SMALL
    Scripts/shrink_wasm.py --plain LINKED WHOLE

SMALL is LINKED with an `unreachable` in the place of every function that PROFILE does not name as run,
and of every block that did not run and is long or calls such a function; and without the data that
only those refer to. Getting there traps, and the host goes on
in a module that has everything (Docs/Decisions/0010-the-engine-comes-small-and-whole.md).

WHOLE is LINKED with its segments joined, and without what the linker noted.

PROFILE has one line for each function that ran: its name, a digest of its instructions, and which of
its places ran. A function that has another digest now is kept as it is, one that has no line is left
out: an old profile makes SMALL larger or slower to be enough, never wrong.

A place is where control can go: the start of a function, and what follows `if`, `else`, `loop`,
`end` and `br_if`. LINKED must have names, relocations and one data segment a symbol (wasm-ld
--emit-relocs --no-merge-data-segments).
"""

import bisect
import collections
import hashlib
import itertools
import pathlib
import sys

# Section ids of the binary format (https://webassembly.github.io/spec/core/binary/modules.html).
CUSTOM, ELEMENT, CODE, DATA, DATA_COUNT = 0, 9, 10, 11, 12
ORDER = [1, 2, 3, 4, 5, 6, 7, 8, ELEMENT, DATA_COUNT, CODE, DATA]

# Instructions (https://webassembly.github.io/spec/core/binary/instructions.html).
UNREACHABLE, BLOCK, LOOP, IF, ELSE, END, BR_IF, BR_TABLE = 0, 2, 3, 4, 5, 0x0B, 0x0D, 0x0E
I32_CONST, I64_CONST, F32_CONST, F64_CONST, I32_STORE8, MORE = 0x41, 0x42, 0x43, 0x44, 0x3A, 0xFC
CALL = 0x10
ONE_INDEX = {0x0C, BR_IF, *range(0x20, 0x27), 0xD2}
TWO_INDICES = {0x11, *range(0x28, 0x3F)}
ONE_BYTE = {0x3F, 0x40, 0xD0}
MORE_INDICES = {8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1}

# Relocations and symbols: https://github.com/WebAssembly/tool-conventions (Linking.md).
HAS_ADDEND = {3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23}
TYPE_RELOCATION = 6
SYMBOL_TABLE, DATA_SYMBOL, SECTION_SYMBOL = 8, 1, 3
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40

# Where an instrumented module notes which places ran, a byte each: the far end of the stack, which
# holds far more than the engine ever needs.
RECORD = 16

# Bytes of code up to the next place that stay although they did not run.
SHORT = 40

# A gap of this many bytes between two segments is cheaper as zeros than as a segment of its own.
GAP = 6


class Reader:
    def __init__(self, data, place=0):
        self.data = data
        self.place = place

    def byte(self):
        self.place += 1
        return self.data[self.place - 1]

    def bytes(self, count):
        self.place += count
        return self.data[self.place - count:self.place]

    def unsigned(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value - (1 << shift) if byte & 0x40 else value

    def name(self):
        return self.bytes(self.unsigned()).decode()

    def instruction(self):
        """Steps over one instruction; answers with its opcode."""
        code = self.byte()
        if code in ONE_INDEX:
            self.unsigned()
        elif code in TWO_INDICES:
            self.unsigned(), self.unsigned()
        elif code in (BLOCK, LOOP, IF, I32_CONST, I64_CONST):
            self.signed()
        elif code in ONE_BYTE:
            self.byte()
        elif code == BR_TABLE or code == 0x1C:
            for _ in range(self.unsigned() + (code == BR_TABLE)):
                self.unsigned()
        elif code in (F32_CONST, F64_CONST):
            self.bytes(4 if code == F32_CONST else 8)
        elif code == MORE:
            for _ in range(MORE_INDICES.get(self.unsigned(), 0)):
                self.unsigned()
        elif code == CALL:
            self.callee = self.unsigned()
        return code


def unsigned(value):
    out = bytearray()
    while True:
        byte, value = value & 0x7F, value >> 7
        out.append(byte | (0x80 if value else 0))
        if not value:
            return bytes(out)


def signed(value):
    out = bytearray()
    while True:
        byte, value = value & 0x7F, value >> 7
        is_last = value == (-1 if byte & 0x40 else 0)
        out.append(byte | (0 if is_last else 0x80))
        if is_last:
            return bytes(out)


def named(text):
    return unsigned(len(text.encode())) + text.encode()


def vector(items):
    return unsigned(len(items)) + b"".join(items)


class Function:
    """A defined function: its name, and its body with the places where control can go."""

    def __init__(self, name, start, body):
        self.name, self.start, self.body = name, start, body
        reader = Reader(body)
        for _ in range(reader.unsigned()):
            reader.unsigned(), reader.byte()
        self.first = reader.place
        self.steps = []  # (opcode, start, end) of what makes structure or a place
        self.calls = [[]]  # for each place the functions called before the next one
        codes = bytearray()
        while reader.place < len(body):
            start = reader.place
            code = reader.instruction()
            codes.append(code)
            if code in (BLOCK, LOOP, IF, ELSE, END, BR_IF):
                self.steps.append((code, start, reader.place))
                if code != BLOCK:
                    self.calls.append([])
            elif code == CALL:
                self.calls[-1].append(reader.callee)
        self.places = [self.first] + [end for code, _, end in self.steps[:-1] if code != BLOCK]
        self.digest = hashlib.sha256(bytes(codes)).hexdigest()[:8]

    def instrumented(self, number):
        """The body, noting at `number` and on which of its places ran."""
        out, at = bytearray(), 0
        for place in self.places:
            out += self.body[at:place] + bytes([I32_CONST]) + signed(RECORD + number)
            out += bytes([I32_CONST, 1, I32_STORE8, 0, 0])
            at, number = place, number + 1
        return bytes(out + self.body[at:])

    def is_dispensable(self, place, kept):
        """Whether the code of a place that did not run may be left out. What is short and calls only
        functions that are there is the turn that other data take: more rows, another letter."""
        ends = self.places[place + 1:place + 2] or [len(self.body)]
        return ends[0] - self.places[place] > SHORT or not kept.issuperset(self.calls[place])

    def shrunk(self, ran, kept):
        """The body without what did not run, and the ranges of the old one that are left. `kept` are
        the functions that stay."""
        if not ran[0]:
            return bytes([0, UNREACHABLE, END]), []
        out, left, at, place, depth, dead = bytearray(), [], 0, 0, 0, None
        for code, start, end in self.steps:
            if code in (ELSE, END) and dead == depth:
                dead, at = None, start  # what was left out ends here
            if code in (BLOCK, LOOP, IF):
                depth += 1
            elif code == END:
                depth -= 1
            if code != BLOCK:
                place += 1
            is_last = depth < 0
            if code != BLOCK and dead is None and not is_last and not ran[place] \
                    and self.is_dispensable(place, kept):
                out += self.body[at:end] + bytes([UNREACHABLE])
                left.append((at, end))
                dead = depth
        out += self.body[at:]
        left.append((at, len(self.body)))
        return bytes(out), left


class Module:
    """The sections of a module by id; custom ones by name."""

    def __init__(self, path):
        self.sections, self.custom = {}, {}
        reader = Reader(pathlib.Path(path).read_bytes(), 8)
        while reader.place < len(reader.data):
            identifier = reader.byte()
            content = Reader(reader.bytes(reader.unsigned()))
            if identifier == CUSTOM:
                name = content.name()
                self.custom[name] = content.data[content.place:]
            else:
                self.sections[identifier] = content.data

    def write(self, path):
        """Writes it without custom sections: they no longer fit."""
        out = bytearray(b"\0asm\1\0\0\0")
        for identifier in ORDER:
            if identifier in self.sections:
                content = self.sections[identifier]
                out += bytes([identifier]) + unsigned(len(content)) + content
        pathlib.Path(path).write_bytes(out)

    def functions(self):
        assert 2 not in self.sections, "a module that imports nothing"
        names, out, reader = self.names(), [], Reader(self.sections[CODE])
        for index in range(reader.unsigned()):
            size = reader.unsigned()
            out.append(Function(names.get(index, ""), reader.place, reader.bytes(size)))
        return out

    def set_bodies(self, bodies):
        self.sections[CODE] = vector([unsigned(len(body)) + body for body in bodies])

    def names(self):
        """Index of every function that has a name → its name."""
        reader, out = Reader(self.custom["name"]), {}
        while reader.place < len(reader.data):
            kind = reader.byte()
            content = Reader(reader.bytes(reader.unsigned()))
            if kind == 1:
                for _ in range(content.unsigned()):
                    index = content.unsigned()
                    out[index] = content.name()
        return out

    def segments(self):
        """A list of (address, place of the bytes in the data section, bytes)."""
        reader, out = Reader(self.sections[DATA]), []
        for _ in range(reader.unsigned()):
            assert reader.byte() == 0 and reader.byte() == I32_CONST, "a constant address"
            address = reader.signed()
            assert reader.byte() == END
            size = reader.unsigned()
            out.append((address, reader.place, reader.bytes(size)))
        return out

    def data_symbols(self):
        """For each symbol the data segment that it is in, or None."""
        reader, out = Reader(self.custom["linking"]), []
        assert reader.unsigned() == 2, "version of the linking section"
        while reader.place < len(reader.data):
            kind = reader.byte()
            content = Reader(reader.bytes(reader.unsigned()))
            if kind != SYMBOL_TABLE:
                continue
            for _ in range(content.unsigned()):
                kind, flags, segment = content.byte(), content.unsigned(), None
                if kind == DATA_SYMBOL:
                    content.name()
                    if not flags & UNDEFINED:
                        segment = content.unsigned()
                        content.unsigned(), content.unsigned()
                else:
                    content.unsigned()
                    if kind != SECTION_SYMBOL and (not flags & UNDEFINED or flags & EXPLICIT_NAME):
                        content.name()
                out.append(segment)
        return out

    def relocations(self, section):
        """A list of (place in the section, symbol)."""
        reader, out = Reader(self.custom[f"reloc.{section}"]), []
        reader.unsigned()
        for _ in range(reader.unsigned()):
            kind, place, index = reader.byte(), reader.unsigned(), reader.unsigned()
            if kind in HAS_ADDEND:
                reader.signed()
            if kind != TYPE_RELOCATION:
                out.append((place, index))
        return out


def reached_segments(module, ranges):
    """The places of the segments that code in `ranges` of the code section reaches, also through
    other segments."""
    symbols, places = module.data_symbols(), [place for _, place, _ in module.segments()]
    starts = [start for start, _ in ranges]
    todo, by_segment = [], collections.defaultdict(set)
    for place, index in module.relocations("CODE"):
        inside = bisect.bisect(starts, place) - 1
        if symbols[index] is not None and inside >= 0 and place < ranges[inside][1]:
            todo.append(symbols[index])
    for place, index in module.relocations("DATA"):
        if symbols[index] is not None:
            by_segment[bisect.bisect(places, place) - 1].add(symbols[index])
    reached = set()
    while todo:
        segment = todo.pop()
        if segment not in reached:
            reached.add(segment)
            todo += by_segment[segment]
    return reached


def data_section(segments, kept):
    """The segments whose places are in `kept`, joined where little lies between."""
    joined = []  # (address, bytes)
    for place, (address, _, content) in enumerate(segments):
        if place not in kept or not content.strip(b"\0"):
            continue  # memory is zero already
        if joined:
            start, before = joined[-1]
            gap = address - start - len(before)
            if 0 <= gap <= GAP:
                joined[-1] = (start, before + bytes(gap) + content)
                continue
        joined.append((address, content))
    return vector([b"\0\x41" + signed(address) + b"\x0B" + unsigned(len(content)) + content
                   for address, content in joined])


def element_section(section, kept):
    """The table with only the functions in `kept`; the other slots are empty."""
    reader, out = Reader(section), []
    for _ in range(reader.unsigned()):
        assert reader.byte() == 0 and reader.byte() == I32_CONST, "the first table"
        slot = reader.signed()
        assert reader.byte() == END
        items = [(slot + place, reader.unsigned()) for place in range(reader.unsigned())]
        items = [item for item in items if item[1] in kept]
        for _, run in itertools.groupby(enumerate(items), lambda item: item[1][0] - item[0]):
            run = [item for _, item in run]
            out.append(b"\0\x41" + signed(run[0][0]) + b"\x0B"
                       + vector([unsigned(function) for _, function in run]))
    return vector(out)


def instrument(linked, instrumented):
    module, number, bodies = Module(linked), 0, []
    for function in module.functions():
        bodies.append(function.instrumented(number))
        number += len(function.places)
    module.set_bodies(bodies)
    module.write(instrumented)


def profile(linked, record):
    ran, number, lines = pathlib.Path(record).read_bytes(), 0, []
    for function in Module(linked).functions():
        bits = ran[number:number + len(function.places)]
        number += len(function.places)
        if bits[0] and function.name:
            mask = sum(1 << place for place, bit in enumerate(bits) if bit)
            lines.append((function.name, function.digest, f"{mask:x}"))
    assert number <= len(ran), "a record of another module"
    for line in sorted(lines):
        print(*line)


def plain(linked, whole):
    module = Module(linked)
    segments = module.segments()
    module.sections[DATA] = data_section(segments, set(range(len(segments))))
    module.write(whole)


def shrink(linked, profile_path, small):
    lines = pathlib.Path(profile_path).read_text().splitlines()
    known = {name: (digest, mask) for name, digest, mask in map(str.split, lines)}
    module, bodies, ranges, changed = Module(linked), [], [], 0
    functions = module.functions()
    kept = {index for index, function in enumerate(functions) if function.name in known}
    for function in functions:
        digest, mask = known.pop(function.name, (function.digest, "0"))
        ran = [int(mask, 16) >> place & 1 for place in range(len(function.places))]
        if digest != function.digest:
            changed += 1
            ran = [1] * len(ran)
        body, left = function.shrunk(ran, kept)
        bodies.append(body)
        ranges += [(function.start + start, function.start + end) for start, end in left]
    if changed or known:
        print(f"shrink_wasm: {changed} functions of the profile have changed and are kept whole, "
              f"{len(known)} are gone: Scripts/build-web --profile makes it anew")
    module.set_bodies(bodies)
    segments = module.segments()
    module.sections[DATA] = data_section(segments, reached_segments(module, ranges))
    module.sections[ELEMENT] = element_section(module.sections[ELEMENT], kept)
    module.sections.pop(DATA_COUNT, None)
    module.write(small)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--instrument", linked, instrumented]:
            instrument(linked, instrumented)
        case ["--profile", linked, record]:
            profile(linked, record)
        case ["--plain", linked, whole]:
            plain(linked, whole)
        case [linked, profile_path, small]:
            shrink(linked, profile_path, small)
        case _:
            sys.exit(__doc__)
