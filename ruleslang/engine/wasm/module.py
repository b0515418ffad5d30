"""A module of WebAssembly: the functions of a C text that are needed, its data and tables."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from attrs import frozen

from ruleslang.engine.wasm import instructions as i
from ruleslang.engine.wasm import syntax as x
from ruleslang.engine.wasm import types as t
from ruleslang.engine.wasm.parse import Parser
from ruleslang.engine.wasm.program import Function, Global, Program, binary
from ruleslang.engine.wasm.types import I32, NotInSubset, Type

STACK_BYTES = 1 << 22
MOST_BYTES = 1 << 28
MOST_PAGES = 1 << 15  # 2 GB
IMPORTS = {"asks_to_stop": "host", "clock_time_get": "wasi_snapshot_preview1"}


@frozen
class Room:
    """Where the stack and then the data of a module lie, in its own memory or in that of Python."""

    begins: int = 0  # the address of the stack; a full one meets address 0
    data: int = MOST_BYTES  # at most
    is_own: bool = True


OWN_ROOM = Room()


@frozen(eq=False)
class Parsed:
    """The body of a function, the names whose addresses are taken, and those that are changed."""

    body: x.Block
    addressed: frozenset[str]
    changed: frozenset[str]
    is_plain: bool  # without labels, so that it may be inlined


Later: TypeAlias = "tuple[int, str, str]"  # a place in code, and what number comes there


class Body(NamedTuple):
    """The code of a function without the numbers that are not the same in all modules."""

    code: bytes
    later: Sequence[Later]


class Module:
    """Collects what is needed, beginning with the functions that are called from outside."""

    def __init__(self, program: Program, room: Room) -> None:
        self.program, self.room = program, room
        self.first_byte = room.begins + STACK_BYTES
        self.imports = IMPORTS if room.is_own else {**IMPORTS, "more_memory": "host"}
        self.types: dict[bytes, int] = {}
        self.indices: dict[str, int] = {}
        self.wanted: list[str] = []
        self.slots: dict[str, int] = {}
        self.addresses: dict[str, int] = {}
        self.texts: dict[bytes, int] = {}
        self.data = bytearray()
        self.parsed: dict[str, Parsed] = {}
        for name in self.imports:
            self.indices[name] = len(self.indices)
        self.tag = self.number("type", type_of_function(bytes((I32,)), b""))

    # ------------------------------------------------------------ what functions ask for

    def linked(self, body: Body) -> bytes:
        """Return the code of a function with all its numbers."""
        parts, before = list[bytes](), 0
        for at, kind, name in body.later:
            parts += body.code[before:at], self.number(kind, name)
            before = at
        return b"".join((*parts, body.code[before:]))

    def number(self, kind: str, name: str) -> bytes:
        """Return the number of what is named, as code has it."""
        if kind in CONSTANTS:
            number = CONSTANTS[kind](self, name)
            return i.signed(number - (1 << 32) if number >> 31 else number)
        if kind == "call":
            return i.unsigned(self.index(name))
        number = self.types.setdefault(name.encode("latin-1"), len(self.types))
        return i.unsigned(number) if kind == "type" else i.signed(number)

    def function(self, name: str) -> Function:
        known = self.program.functions.get(name)
        if known is None:
            raise NotInSubset(f"there is no function `{name}`")
        return known

    def index(self, name: str) -> int:
        """Return the number of a function, which is compiled then."""
        number = self.indices.get(name)
        if number is None:
            if not self.function(name).body:
                raise NotInSubset(f"the function `{name}` has no body")
            number = self.indices[name] = len(self.indices)
            self.wanted.append(name)
        return number

    def slot(self, name: str) -> int:
        """Return the place of a function in the table, from 1."""
        self.index(name)
        return self.slots.setdefault(name, len(self.slots) + 1)

    def parse(self, function: Function) -> Parsed:
        """Return the body of a function, read once."""
        known = self.parsed.get(function.name)
        if known is None:
            body = Parser(self.program, function.body).block()
            found = _Names()
            found.look(body)
            known = self.parsed[function.name] = Parsed(
                body, frozenset(found.addressed), frozenset(found.changed), found.is_plain
            )
        return known

    # ------------------------------------------------------------ data

    def address(self, name: str) -> int:
        """Return where a variable outside functions lies."""
        known = self.addresses.get(name)
        return self.place(name, self.program.globals[name]) if known is None else known

    def place(self, name: str, variable: Global) -> int:
        """Give a variable its place, and write what it begins with."""
        size = t.size_of(variable.type)
        at = self.addresses[name] = self._room(size, t.alignment_of(variable.type))
        if variable.begins is not None:
            self._begin(at, variable.type, variable.begins)
        return at

    def text(self, letters: str) -> int:
        """Return where letters of a byte each lie, behind which is a zero."""
        value = letters.encode("latin-1")
        if value not in self.texts:
            at = self.texts[value] = self._room(len(value) + 1, 1)
            self._write(at, value)
        return self.texts[value]

    def _room(self, size: int, alignment: int) -> int:
        at = t.rounded(len(self.data), max(alignment, 1))
        if at + size > self.room.data:
            raise NotInSubset("the tables of the game are too large for WebAssembly")
        self.data += bytes(at + size - len(self.data))
        return self.first_byte + at

    def _write(self, at: int, written: bytes) -> None:
        start = at - self.first_byte
        self.data[start : start + len(written)] = written

    def _begin(self, at: int, type: Type, begins: x.Expression) -> None:
        if isinstance(begins, x.Listed):
            self._begin_listed(at, type, begins)
        elif isinstance(begins, x.Made):
            self._begin_listed(at, type, begins.of)
        elif isinstance(type, t.Array):
            assert isinstance(begins, x.Text)
            self._write(at, begins.value)
        elif isinstance(type, t.Number) and type.is_real:
            value = begins.value if isinstance(begins, x.Real) else float(self.known(begins))
            self._write(at, struct.pack("<d" if type.size == 8 else "<f", value))
        else:
            size = t.size_of(type)
            number = self.known(begins) & (1 << 8 * size) - 1
            self._write(at, number.to_bytes(size, "little"))

    def _begin_listed(self, at: int, type: Type, listed: x.Listed) -> None:
        if isinstance(type, t.Array):
            size = t.size_of(type.of)
            if isinstance(type.of, t.Number) and not type.of.is_real:
                self._write(at, self._packed(type.of, listed))
                return
            for number, (_, entry) in enumerate(listed.entries):
                self._begin(at + number * size, type.of, entry)
        elif isinstance(type, t.Struct):
            for (name, entry), member in zip(listed.entries, type.members, strict=False):
                known = type.members[name or member]
                self._begin(at + known.at, known.type, entry)
        else:
            self._begin(at, type, listed.entries[0][1])

    def _packed(self, type: t.Number, listed: x.Listed) -> bytes:
        """Return the bytes of many numbers."""
        bits, size = (1 << 8 * type.size) - 1, type.size
        return b"".join(
            ((e.value if isinstance(e, x.Int) else self.known(e)) & bits).to_bytes(size, "little")
            for _, e in listed.entries
        )

    def known(self, of: x.Expression) -> int:
        """Return a number, or an address, that is known before anything runs."""
        match of:
            case x.Int():
                return of.value
            case x.Text():
                return self.text(of.value.decode("latin-1"))
            case x.Cast() | x.Made():
                return self.known(of.of)
            case x.Unary("&", inner):
                return self.known(inner)
            case x.Name() if of.name in self.program.functions:
                return self.slot(of.name)
            case x.Name() if of.name in self.program.globals:
                return self.address(of.name)
            case x.Index(x.Name() as array, at):
                type = self.program.globals[array.name].type
                assert isinstance(type, t.Array)
                return self.address(array.name) + self.known(at) * t.size_of(type.of)
            case x.Binary():
                left, right = (x.Int(self.known(each), t.LONG) for each in (of.left, of.right))
                found = binary(of.op, left, right)
                if isinstance(found, x.Int):
                    return found.value
        raise NotInSubset(f"{of} is not known before anything runs")

    # ------------------------------------------------------------ the bytes

    def written(self, bodies: Mapping[str, bytes], exports: Sequence[str]) -> bytes:
        """Return the module as bytes, with the bodies of all functions by their numbers."""
        names, others = list(self.indices), len(self.imports)
        kinds = [self.number("type", type_of_call(self.function(name).type)) for name in names]
        imported = [
            _named(of) + _named(each) + b"\x00" + kind
            for (each, of), kind in zip(self.imports.items(), kinds, strict=False)
        ]
        exported = [_named("stack") + b"\x03\x00"]
        exported += [_named(each) + b"\x00" + i.unsigned(self.indices[each]) for each in exports]
        pages = ((self.first_byte + len(self.data)) >> 16) + 2
        own = [b"\x01" + i.unsigned(pages) + i.unsigned(MOST_PAGES)] if self.room.is_own else []
        if own:
            exported.append(_named("memory") + b"\x02\x00")
        else:
            imported.append(_named("host") + _named("memory") + b"\x02\x00\x00")
        table = i.unsigned(len(self.slots) + 1)
        at = b"\x41" + i.signed(self.first_byte) + i.END_OF
        slots = [i.unsigned(self.indices[each]) for each in self.slots]
        parts = (
            (1, i.many(self.types)),
            (2, i.many(imported)),
            (3, i.many(kinds[others:])),
            (4, b"\x01\x70\x01" + table + table),
            (5, i.many(own)),
            (13, b"\x01\x00" + self.tag),
            (6, b"\x01\x7f\x01" + at),
            (7, i.many(exported)),
            (9, b"\x01\x00\x41\x01" + i.END_OF + i.many(slots)),
            (10, i.many(i.sized(bodies[name]) for name in names[others:])),
            (11, b"\x01\x00" + at + i.sized(bytes(self.data))),
        )
        head = b"\0asm\1\0\0\0"
        return head + b"".join(bytes((number,)) + i.sized(part) for number, part in parts)


CONSTANTS: dict[str, Callable[[Module, str], int]] = {  # numbers that instructions put on the stack
    "address": Module.address,
    "slot": Module.slot,
    "text": Module.text,
}


def type_of_function(takes: bytes, answers: bytes) -> str:
    """Return a type of functions as a module has it, a letter for each byte."""
    return (b"\x60" + i.sized(takes) + i.sized(answers)).decode("latin-1")


def type_of_call(of: t.Callable) -> str:
    """Return the type of a C function; one that answers a struct takes its address."""
    takes = b"".join(map(t.values_of, of.takes))
    if isinstance(of.answers, t.Struct):
        return type_of_function(bytes((I32,)) + takes, b"")
    return type_of_function(takes, t.values_of(of.answers))


def _named(name: str) -> bytes:
    return i.sized(name.encode())


class _Names:
    """The uses of the names in a body."""

    def __init__(self) -> None:
        self.addressed, self.changed, self.is_plain = set[str](), set[str](), True

    def look(self, at: Any) -> None:
        """Look at a part of the syntax and all parts of it."""
        match at:
            case x.Unary("&", x.Name(name)):
                self.addressed.add(name)
            case x.Assign(_, x.Name(name), _) | x.Step(_, x.Name(name), _):
                self.changed.add(name)
            case x.Label() | x.Goto() | x.Switch():
                self.is_plain = False
        if isinstance(at, (tuple, list)):
            for part in at:
                if isinstance(part, (tuple, list)):
                    self.look(part)


def names_changed(of: Any) -> set[str]:
    """Return the names that an expression changes."""
    found = _Names()
    found.look(of)
    return found.changed
