"""The code of a function while it is compiled: its locals, scopes, labels and frame."""

from __future__ import annotations

import struct
from typing import NamedTuple, TypeAlias

from ruleslang.engine.wasm import instructions as i
from ruleslang.engine.wasm import syntax as x
from ruleslang.engine.wasm import types as t
from ruleslang.engine.wasm.module import CONSTANTS, Later, Module, type_of_function
from ruleslang.engine.wasm.program import Function
from ruleslang.engine.wasm.types import I32, NotInSubset, Type


class Local(NamedTuple):
    """A variable in locals of WebAssembly, from a number on."""

    at: int
    type: Type


class Memory(NamedTuple):
    """A variable in memory, at an offset from the address in a local, or one outside functions."""

    base: int
    offset: int
    type: Type
    name: str = ""  # outside functions


Place: TypeAlias = "Local | Memory | x.Int"


class Code:
    """The code of a function so far, its locals, scopes and labels."""

    def __init__(self, module: Module, function: Function) -> None:
        self.module, self.function = module, function
        self.out = bytearray()
        self.later: list[Later] = []
        self.is_alone = True  # all that it brings into the module, or asks for, has a name
        self.local_types = bytearray()  # those of parameters first
        self.free: dict[bytes, list[int]] = {}
        self.scopes: list[dict[str, Place]] = [{}]
        self.owned: list[list[tuple[bytes, int]]] = [[]]  # locals to release behind each scope
        self.labels: list[object] = []
        self.inside: list[str] = [function.name]  # functions inlined into each other
        self.addressed: frozenset[str] = frozenset()
        self.answer: tuple[object, Type] | None = None  # where `return` leads in an inner function
        self.frame = 0
        self.base = self.above = -1  # locals: the frame's address, and that above it
        self.numbers = 0

    # ------------------------------------------------------------ locals and labels

    def local(self, type: Type) -> int:
        """Return a free local for a type."""
        kinds = t.values_of(type)
        free = self.free.get(kinds)
        if free:
            return free.pop()
        self.local_types += kinds
        return len(self.local_types) - len(kinds)

    def release(self, type: Type, at: int) -> None:
        self.free.setdefault(t.values_of(type), []).append(at)

    def owned_local(self, type: Type) -> int:
        """Return a local that is released behind this scope."""
        at = self.local(type)
        self.owned[-1].append((t.values_of(type), at))
        return at

    def open_scope(self) -> None:
        self.scopes.append({})
        self.owned.append([])

    def close_scope(self) -> None:
        self.scopes.pop()
        for kinds, at in self.owned.pop():
            self.free.setdefault(kinds, []).append(at)

    def get(self, at: int, type: Type = t.INT) -> None:
        for number in range(at, at + len(t.values_of(type))):
            self.out += i.SMALL[number] if number < 256 else i.LOCAL_GET + i.unsigned(number)

    def set(self, at: int, type: Type = t.INT) -> None:
        for number in reversed(range(at, at + len(t.values_of(type)))):
            self.out += i.LOCAL_SET + i.unsigned(number)

    def number(self, value: int, type: Type = t.INT) -> None:
        """Push a known number."""
        if isinstance(type, t.Number) and type.is_real:
            self.out += (
                b"\x44" + struct.pack("<d", value)
                if type.size == 8
                else (b"\x43" + struct.pack("<f", value))
            )
        elif t.values_of(type) == bytes((I32,)):
            value &= 0xFFFFFFFF
            self.out += b"\x41" + i.signed(value - (1 << 32) if value >> 31 else value)
        else:
            for part in range(t.size_of(type) // 8):
                half = value >> 64 * part & (1 << 64) - 1
                self.out += b"\x42" + i.signed(half - (1 << 64) if half >> 63 else half)

    def number_later(self, kind: str, name: str) -> None:
        """Leave room for a number that the module knows: for a constant, with its instruction."""
        if kind in CONSTANTS:
            self.out += b"\x41"
        self.later.append((len(self.out), kind, name))

    def enter_block(self, op: int, label: object, answers: bytes = b"") -> None:
        self.labels.append(label)
        kind = answers or bytes((i.VOID,))
        if len(answers) > 1:
            self.out.append(op)
            self.number_later("block", type_of_function(b"", answers))
        else:
            self.out += bytes((op,)) + kind

    def leave_block(self) -> None:
        self.labels.pop()
        self.out += i.END_OF

    def depth(self, label: object) -> int:
        """Return how many blocks out a label is."""
        for depth, known in enumerate(reversed(self.labels)):
            if known == label:
                return depth
        raise NotInSubset(f"{label} is not around here")

    def jump(self, label: object, op: bytes = i.BR) -> None:
        self.out += op + i.unsigned(self.depth(label))

    def need_frame(self, size: int, alignment: int = 8) -> int:
        """Reserve room in the frame; returns its place there."""
        if self.base < 0:
            self.base = len(self.local_types)  # not one that is used before
            self.above = self.base + 1
            self.local_types += bytes((I32, I32))
        at = t.rounded(self.frame, alignment)
        self.frame = at + size
        return at

    def find(self, name: str) -> Place | None:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        variable = self.module.program.globals.get(name)
        if variable is not None:
            return Memory(-1, 0, variable.type, name)
        return None

    def bind_new(self, place: Place) -> x.Name:
        """Return a name that no text has for a place."""
        self.numbers += 1
        name = x.Name(f" {self.numbers}")
        self.scopes[-1][name.name] = place
        return name

    # ------------------------------------------------------------ what others compile

    def type_of(self, of: x.Expression) -> Type:
        """Return the type of an expression, without code."""
        raise NotImplementedError

    def value(self, of: x.Expression) -> Type:
        """Leave the value of an expression on the stack."""
        raise NotImplementedError

    def value_as(self, of: x.Expression, type: Type) -> None:
        """Leave a value on the stack, converted."""
        raise NotImplementedError


def is_address(type: Type) -> bool:
    """Return whether values of a type are addresses."""
    return isinstance(t.decayed(type), t.Pointer)


def number_type(type: Type) -> t.Number:
    """Return the type of numbers as which a value is computed with."""
    return type if isinstance(type, t.Number) else t.UNSIGNED
