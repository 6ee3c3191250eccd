#!/usr/bin/env python3
"""Splits a linked WebAssembly module into one that is loaded first and one that is loaded later.

    Scripts/split_wasm.py LINKED FUNCTIONS PRIMARY DEFERRED
    Scripts/split_wasm.py --profile LINKED PROFILE > FUNCTIONS

FUNCTIONS is a file with one function name a line: those that stay in PRIMARY. Everything else goes
to DEFERRED, and so do the data that nothing in PRIMARY refers to. LINKED must have names, relocations
and one data segment a symbol (wasm-ld --emit-relocs --no-merge-data-segments).

DEFERRED imports the memory, the table and functions of PRIMARY; instantiating it fills the table
slots by which PRIMARY calls its functions. Until then these slots are empty, so that a call by one
of them traps, and the host knows what is missing (Docs/Decisions/0010-the-engine-comes-in-two-parts.md).

The functions are parted by wasm-split of Binaryen. What is done here is what it does not do:
data follow the functions, the slots are left empty instead of importing a function a slot, and what
the two modules share has short names under one name for both, so that parts of two builds never
meet.

--profile prints the functions that ran, from what a module of `wasm-split --instrument` recorded.
"""

import bisect
import collections
import hashlib
import itertools
import pathlib
import struct
import subprocess
import sys
import tempfile

FEATURES = ["--enable-bulk-memory", "--enable-sign-ext", "--enable-mutable-globals",
            "--enable-nontrapping-float-to-int"]
PLACEHOLDERS = "placeholder"
# The name under which PRIMARY is imported; PRIMARY exports its memory by it once more, so that the
# host knows it (Web/oyna/engine.js).
BUILD = "build:"

# Section ids of the binary format (https://webassembly.github.io/spec/core/binary/modules.html).
CUSTOM, IMPORT, EXPORT, ELEMENT, CODE, DATA, DATA_COUNT = 0, 2, 7, 9, 10, 11, 12
ORDER = [1, IMPORT, 3, 4, 5, 6, EXPORT, 8, ELEMENT, DATA_COUNT, CODE, DATA]
FUNCTION, TABLE, MEMORY, GLOBAL = range(4)  # kinds of imports and exports

# Relocations and symbols: https://github.com/WebAssembly/tool-conventions (Linking.md).
HAS_ADDEND = {3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23}
CALL, TYPE = 0, 6
SYMBOL_TABLE, FUNCTION_SYMBOL, DATA_SYMBOL, SECTION_SYMBOL = 8, 0, 1, 3
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40

# A function so small (its body's bytes) is kept with what calls it: exporting what it calls, and a
# slot for it, would weigh as much.
SMALL = 64

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
        out = bytearray(b"\0asm\1\0\0\0")
        for identifier in ORDER:
            if identifier in self.sections:
                content = self.sections[identifier]
                out += bytes([identifier]) + unsigned(len(content)) + content
        for name, content in self.custom.items():
            content = named(name) + content
            out += bytes([CUSTOM]) + unsigned(len(content)) + content
        pathlib.Path(path).write_bytes(out)

    def imports(self):
        """A list of (module, name, kind, description bytes)."""
        out = []
        reader = Reader(self.sections.get(IMPORT, b"\0"))
        for _ in range(reader.unsigned()):
            module, name, kind = reader.name(), reader.name(), reader.byte()
            start = reader.place
            if kind == FUNCTION:
                reader.unsigned()
            elif kind == GLOBAL:
                reader.bytes(2)
            else:
                if kind == TABLE:
                    reader.byte()
                has_maximum = reader.byte() & 1
                for _ in range(1 + has_maximum):
                    reader.unsigned()
            out.append((module, name, kind, reader.data[start:reader.place]))
        return out

    def exports(self):
        """A list of (name, kind, index)."""
        reader = Reader(self.sections[EXPORT])
        return [(reader.name(), reader.byte(), reader.unsigned())
                for _ in range(reader.unsigned())]

    def bodies(self):
        """The (start, end) of each function's body in the code section."""
        reader, out = Reader(self.sections[CODE]), []
        for _ in range(reader.unsigned()):
            size = reader.unsigned()
            out.append((reader.place, reader.place + size))
            reader.place += size
        return out

    def segments(self):
        """A list of (address, place of the bytes in the data section, bytes)."""
        reader, out = Reader(self.sections[DATA]), []
        for _ in range(reader.unsigned()):
            assert reader.byte() == 0 and reader.byte() == 0x41, "a segment at a constant address"
            address = reader.signed()
            assert reader.byte() == 0x0B
            size = reader.unsigned()
            out.append((address, reader.place, reader.bytes(size)))
        return out

    def function_names(self):
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

    def drop_all_but_names(self):
        """Leaves of the custom sections the names of functions: tools warn of the rest."""
        names = self.function_names()
        table = vector([unsigned(index) + named(name) for index, name in sorted(names.items())])
        self.custom = {"name": b"\x01" + unsigned(len(table)) + table}

    def defined_names(self):
        """The names of the functions that this module defines, in order."""
        imported = sum(kind == FUNCTION for _, _, kind, _ in self.imports())
        names = self.function_names()
        return [names.get(imported + place, "") for place in range(len(self.bodies()))]

    def symbols(self):
        """The linker's symbol table: (kind, index of the function or data segment, or None)."""
        reader, out = Reader(self.custom["linking"]), []
        assert reader.unsigned() == 2, "version of the linking section"
        while reader.place < len(reader.data):
            kind = reader.byte()
            content = Reader(reader.bytes(reader.unsigned()))
            if kind != SYMBOL_TABLE:
                continue
            for _ in range(content.unsigned()):
                kind, flags = content.byte(), content.unsigned()
                index = None
                if kind == DATA_SYMBOL:
                    content.name()
                    if not flags & UNDEFINED:
                        index = content.unsigned()
                        content.unsigned(), content.unsigned()
                else:
                    index = content.unsigned()
                    if kind != SECTION_SYMBOL and (not flags & UNDEFINED or flags & EXPLICIT_NAME):
                        content.name()
                out.append((kind, index))
        return out

    def relocations(self, section):
        """A list of (place in the section, symbol, kind)."""
        reader, out = Reader(self.custom[f"reloc.{section}"]), []
        reader.unsigned()
        for _ in range(reader.unsigned()):
            kind, place, index = reader.byte(), reader.unsigned(), reader.unsigned()
            if kind in HAS_ADDEND:
                reader.signed()
            if kind != TYPE:  # a type's index is no symbol's
                out.append((place, index, kind))
        return out

    def calls(self):
        """The place of a function among the defined ones → those that it calls."""
        starts, symbols = [start for start, _ in self.bodies()], self.symbols()
        out = collections.defaultdict(set)
        for place, index, kind in self.relocations("CODE"):
            if kind == CALL:
                out[bisect.bisect(starts, place) - 1].add(symbols[index][1])
        return out


def kept_segments(linked, kept):
    """The places of the segments that functions named in `kept` reach, also by other segments."""
    symbols, names = linked.symbols(), linked.defined_names()
    starts = [start for start, _ in linked.bodies()]
    places = [place for _, place, _ in linked.segments()]
    by_function, by_segment = collections.defaultdict(set), collections.defaultdict(set)
    for relocations, starts, found in (("CODE", starts, by_function), ("DATA", places, by_segment)):
        for place, index, _ in linked.relocations(relocations):
            kind, target = symbols[index]
            if kind == DATA_SYMBOL and target is not None:
                found[bisect.bisect(starts, place) - 1].add(target)
    todo = [segment for function, segments in by_function.items() if names[function] in kept
            for segment in segments]
    reached = set()
    while todo:
        segment = todo.pop()
        if segment not in reached:
            reached.add(segment)
            todo += by_segment[segment]
    return reached


def data_section(segments, own):
    """The segments whose places are in `own`, joined where nothing of the others lies between."""
    joined = []  # (address, bytes, place)
    for place, (address, _, content) in enumerate(segments):
        if place not in own or not content.strip(b"\0"):
            continue  # memory is zero already
        if joined:
            start, bytes_before, last = joined[-1]
            gap = address - start - len(bytes_before)
            if 0 <= gap <= GAP and last == place - 1:
                joined[-1] = (start, bytes_before + bytes(gap) + content, place)
                continue
        joined.append((address, content, place))
    return vector([b"\0\x41" + signed(address) + b"\x0B" + unsigned(len(content)) + content
                   for address, content, _ in joined])


def without_placeholders(primary):
    """The element section with the slots of placeholders left empty."""
    functions = [module for module, _, kind, _ in primary.imports() if kind == FUNCTION]
    reader, out = Reader(primary.sections[ELEMENT]), []
    for _ in range(reader.unsigned()):
        assert reader.byte() == 0 and reader.byte() == 0x41, "a segment of the first table"
        slot = reader.signed()
        assert reader.byte() == 0x0B
        items = [(slot + place, reader.unsigned()) for place in range(reader.unsigned())]
        held = [item for item in items
                if item[1] >= len(functions) or functions[item[1]] != PLACEHOLDERS]
        for _, run in itertools.groupby(enumerate(held), lambda item: item[1][0] - item[0]):
            run = [item for _, item in run]
            out.append(b"\0\x41" + signed(run[0][0]) + b"\x0B"
                       + vector([unsigned(function) for _, function in run]))
    return vector(out)


def short_names():
    digits = "abcdefghijklmnopqrstuvwxyz"
    for length in itertools.count(1):
        for letters in itertools.product(digits, repeat=length):
            yield "".join(letters)


def share(primary, deferred, public, build):
    """Gives what DEFERRED imports of PRIMARY short names, under the name of this build."""
    names = short_names()
    short, exports = {}, []
    wanted = {name for module, name, _, _ in deferred.imports() if module == build}
    for name, kind, index in primary.exports():
        short[name] = name if name in public else next(names)
        if name in public or name in wanted:
            exports.append(named(short[name]) + bytes([kind]) + unsigned(index))
    exports.append(named(build) + bytes([MEMORY]) + unsigned(0))
    primary.sections[EXPORT] = vector(exports)
    deferred.sections[IMPORT] = vector([
        named(module) + named(short.get(name, name)) + bytes([kind]) + description
        for module, name, kind, description in deferred.imports()])


def run(*command):
    subprocess.run([str(part) for part in command], check=True)


def split(linked_path, functions_path, primary_path, deferred_path):
    linked = Module(linked_path)
    names, bodies, calls = linked.defined_names(), linked.bodies(), linked.calls()
    listed = set(pathlib.Path(functions_path).read_text().split())
    kept = {place for place, name in enumerate(names) if name in listed}
    if missing := len(listed) - len(kept):
        print(f"split_wasm: {missing} listed functions are not in this build and are loaded later "
              "if they have another name: Scripts/build-web --profile makes the list again")
    small = {place for place, (start, end) in enumerate(bodies) if end - start <= SMALL}
    kept |= {callee for place in kept for callee in calls[place] if callee in small}
    build = BUILD + hashlib.sha256(pathlib.Path(linked_path).read_bytes()).hexdigest()[:8]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "kept").write_text("\n".join(names[place] for place in sorted(kept)))
        # Addresses stand in globals that never change: as constants they need not be shared.
        plain = Module(linked_path)
        plain.drop_all_but_names()
        plain.write(folder / "plain.wasm")
        run("wasm-opt", *FEATURES, "-g", "--simplify-globals", "--remove-unused-module-elements",
            folder / "plain.wasm", "-o", folder / "plain.wasm")
        run("wasm-split", *FEATURES, "-g", folder / "plain.wasm",
            f"--keep-funcs=@{folder / 'kept'}", f"--import-namespace={build}",
            f"--placeholder-namespace={PLACEHOLDERS}",
            "-o1", folder / "primary.wasm", "-o2", folder / "deferred.wasm")
        primary, deferred = Module(folder / "primary.wasm"), Module(folder / "deferred.wasm")

    segments = linked.segments()
    stays = kept_segments(linked, set(primary.defined_names()))
    primary.sections[DATA] = data_section(segments, stays)
    deferred.sections[DATA] = data_section(segments, set(range(len(segments))) - stays)
    for module in (primary, deferred):
        module.sections.pop(DATA_COUNT, None)
        module.drop_all_but_names()
    primary.sections[ELEMENT] = without_placeholders(primary)
    public = {name for name, _, _ in linked.exports()}
    share(primary, deferred, public, build)
    primary.write(primary_path)
    deferred.write(deferred_path)
    # Nothing calls the placeholders any more.
    run("wasm-opt", *FEATURES, "-g", "--remove-unused-module-elements", primary_path,
        "-o", primary_path)


def profile(linked_path, profile_path):
    """A profile is a hash of the module, then for each function when it ran first, or 0."""
    record = pathlib.Path(profile_path).read_bytes()
    times = [time for time, in struct.iter_unpack("<I", record[8:])]
    names = Module(linked_path).defined_names()
    assert len(times) == len(names), f"{len(times)} functions in the profile, {len(names)} linked"
    for name in sorted({name for name, time in zip(names, times) if time and name}):
        print(name)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--profile"] and len(sys.argv) == 4:
        profile(*sys.argv[2:])
    elif len(sys.argv) == 5:
        split(*sys.argv[1:])
    else:
        sys.exit(__doc__)
