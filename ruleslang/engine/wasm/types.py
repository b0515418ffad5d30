"""The types of the C that the engine prints, as 32-bit WebAssembly lays them out."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from attrs import define, field

I32, I64, F32, F64 = 0x7F, 0x7E, 0x7D, 0x7C


class NotInSubset(Exception):
    """The text has something that the printed C never has."""


class Number(NamedTuple):
    """A type of numbers; one of 16 bytes is two of WebAssembly's, the lower half first."""

    size: int
    is_signed: bool
    is_real: bool = False


class Void(NamedTuple):
    """The type of nothing."""

    is_void: bool = True


class Pointer(NamedTuple):
    """An address of something."""

    to: Type


class Array(NamedTuple):
    """Several of a type; a length below 0 is not known yet."""

    of: Type
    length: int


class Callable(NamedTuple):
    """The type of a function."""

    answers: Type
    takes: tuple[Type, ...]


class Member(NamedTuple):
    """A member of a struct: its place in bytes, and its type."""

    at: int
    type: Type


@define(eq=False)
class Struct:
    """A struct, whose members may be declared later."""

    members: dict[str, Member] = field(factory=dict)
    size: int = 0
    alignment: int = 1

    def add(self, name: str, type: Type) -> None:
        """Add a member behind the others."""
        alignment = alignment_of(type)
        self.alignment = max(self.alignment, alignment)
        at = rounded(self.size, alignment)
        self.members[name] = Member(at, type)
        self.size = at + size_of(type)


Type: TypeAlias = "Number | Void | Pointer | Array | Callable | Struct"

CHAR, BYTE = Number(1, True), Number(1, False)
INT, UNSIGNED = Number(4, True), Number(4, False)
LONG, WHOLE = Number(8, True), Number(8, False)
WIDE = Number(16, False)
FLOAT, DOUBLE = Number(4, True, True), Number(8, True, True)
NOTHING = Void()


def rounded(size: int, alignment: int) -> int:
    """Return the next size of this alignment."""
    return -(-size // alignment) * alignment


def size_of(type: Type) -> int:
    """Return its bytes."""
    match type:
        case Number():
            return type.size
        case Pointer() | Callable():
            return 4
        case Array():
            return size_of(type.of) * max(type.length, 0)
        case Struct():
            return rounded(type.size, type.alignment)
        case Void():
            return 1


def alignment_of(type: Type) -> int:
    """Return the number of which its address is a multiple."""
    match type:
        case Number():
            return min(type.size, 8)
        case Pointer() | Callable() | Void():
            return 4
        case Array():
            return alignment_of(type.of)
        case Struct():
            return type.alignment


def values_of(type: Type) -> bytes:
    """Return the types of WebAssembly that a value of it has; a struct is its address."""
    if isinstance(type, Number):
        if type.is_real:
            return bytes((F64 if type.size == 8 else F32,))
        return bytes((I64, I64) if type.size == 16 else (I64,) if type.size == 8 else (I32,))
    return b"" if isinstance(type, Void) else bytes((I32,))


def decayed(type: Type) -> Type:
    """Return what a value of it is in an expression: an array is the address of its first."""
    if isinstance(type, Array):
        return Pointer(type.of)
    return Pointer(type) if isinstance(type, Callable) else type


def common(one: Type, other: Type) -> Type:
    """Return the type in which C computes with two."""
    one, other = decayed(one), decayed(other)
    if isinstance(one, Pointer):
        return one
    if isinstance(other, Pointer):
        return other
    if not (isinstance(one, Number) and isinstance(other, Number)):
        return one
    if one.is_real or other.is_real:
        return DOUBLE if DOUBLE in (one, other) or one.is_real != other.is_real else FLOAT
    size = max(one.size, other.size, 4)
    return Number(size, all(each.is_signed or each.size < size for each in (one, other)))
