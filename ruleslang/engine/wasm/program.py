"""The declarations of a C text, and numbers that are computed while it is read."""

from __future__ import annotations

from collections.abc import Callable as Calls
from collections.abc import Sequence
from operator import add, and_, eq, ge, gt, le, lshift, lt, mul, ne, or_, rshift, sub, xor

from attrs import define, field

from ruleslang.engine.wasm import syntax as x
from ruleslang.engine.wasm import types as t
from ruleslang.engine.wasm.types import Type

NUMBERS: dict[str, Type] = {
    "char": t.CHAR,
    "int8_t": t.CHAR,
    "uint8_t": t.BYTE,
    "int16_t": t.Number(2, True),
    "uint16_t": t.Number(2, False),
    "int": t.INT,
    "int32_t": t.INT,
    "uint32_t": t.UNSIGNED,
    "int64_t": t.LONG,
    "time_t": t.LONG,
    "uint64_t": t.WHOLE,
    "size_t": t.UNSIGNED,
    "uintptr_t": t.UNSIGNED,
    "intptr_t": t.INT,
    "ptrdiff_t": t.INT,
    "double": t.DOUBLE,
    "float": t.FLOAT,
    "void": t.NOTHING,
    "jmp_buf": t.INT,
}
COMPARING = frozenset({"==", "!=", "<", ">", "<=", ">="})
FOLDED: dict[str, Calls[[int, int], int]] = {
    "+": add, "-": sub, "*": mul, "&": and_, "|": or_, "^": xor, "<<": lshift, ">>": rshift,
    "==": eq, "!=": ne, "<": lt, ">": gt, "<=": le, ">=": ge,
}  # fmt: skip


@define(eq=False)
class Function:
    """A function of the text; `body` is the place of its tokens, 0 before it is known."""

    name: str
    type: t.Callable
    parameters: Sequence[str]
    is_inline: bool
    never_returns: bool
    body: int = 0
    end: int = 0


@define(eq=False)
class Global:
    """A variable outside functions, and what it begins with."""

    type: Type
    begins: x.Expression | None


@define(eq=False)
class Program:
    """All that a text declares."""

    words: list[str]
    types: dict[str, Type] = field(factory=lambda: dict(NUMBERS))
    structs: dict[str, t.Struct] = field(factory=dict)
    numbers: dict[str, int] = field(factory=dict)
    functions: dict[str, Function] = field(factory=dict)
    globals: dict[str, Global] = field(factory=dict)
    declared: dict[str, str] = field(factory=dict)  # functions and variables
    shapes: list[str] = field(factory=list)  # the declarations of types

    def declaration(self, begin: int, end: int) -> str:
        """Return the tokens of a declaration, with the numbers that names stand for."""
        return " ".join(str(self.numbers.get(word, word)) for word in self.words[begin:end])


def wrapped(value: int, type: Type) -> int:
    """Return a number as its type holds it."""
    if not isinstance(type, t.Number) or type.is_real:
        return value & 0xFFFFFFFF
    bits = 8 * type.size
    value &= (1 << bits) - 1
    return value - (1 << bits) if type.is_signed and value >> (bits - 1) else value


def binary(op: str, left: x.Expression, right: x.Expression) -> x.Expression:
    """Return an operation, or its result if the operands are constants."""
    if not (isinstance(left, x.Int) and isinstance(right, x.Int)):
        return x.Binary(op, left, right)
    shifts = op in ("<<", ">>")
    type = t.common(left.type, t.INT if shifts else right.type)
    one, other = wrapped(left.value, type), right.value if shifts else wrapped(right.value, type)
    if op in ("&&", "||"):
        holds = bool(one and other) if op == "&&" else bool(one or other)
        return x.Int(int(holds), t.INT)
    if op in ("/", "%"):
        if not other:
            return x.Binary(op, left, right)
        quotient = abs(one) // abs(other) * (1 if (one < 0) == (other < 0) else -1)
        return x.Int(quotient if op == "/" else one - quotient * other, type)
    if shifts and other < 0:  # in code that is never reached
        return x.Binary(op, left, right)
    found = FOLDED[op](one, other)
    return x.Int(int(found), t.INT) if op in COMPARING else x.Int(wrapped(found, type), type)


def converted(of: x.Expression, type: Type) -> x.Expression:
    """Return a cast, of a known number done."""
    if isinstance(of, x.Int) and isinstance(type, t.Number) and not type.is_real:
        return x.Int(wrapped(of.value, type), type)
    return x.Cast(type, of)
