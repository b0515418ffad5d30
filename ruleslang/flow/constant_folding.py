"""Words made with what is known already: an operation of constants is a constant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ruleslang.flow.operation_names import Pure
from ruleslang.flow.words import (
    NO,
    YES,
    Apply,
    Both,
    Cell,
    Constant,
    Either,
    Fails,
    Known,
    When,
    Within,
    Word,
)
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

TRUTH = t.Truth()

MOST_WRITTEN = 1000  # numbers of a range that are written out

# operations that answer the same for the same members in any order
IN_ANY_ORDER = ("number of", "is empty", "is in", "from the next", "from the previous")

_KNOWN: Mapping[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "same": lambda a, b: a == b,
    "not": lambda a: not a,
    "is none": lambda a: a is None,
    "is empty": lambda a: not a,
    "is in": lambda a, b: a in b,
    "negate": lambda a: -a,
    "number of": len,
    "tuple": lambda *each: each,
    "range": lambda a, b: tuple(range(a, b + 1)) if b - a < MOST_WRITTEN else None,
    "sorted": lambda a: tuple(sorted(set(a))),
    "distinct": lambda a: tuple(dict.fromkeys(a)),
}


def apply(operation: Pure, *operands: Word, type: t.Type = TRUTH) -> Word:
    """An operation; of constants what it answers."""
    if operation in _KNOWN and all(isinstance(each, Constant) for each in operands):
        values = [each.value for each in operands if isinstance(each, Constant)]
        if operation in ("same", "is none", "tuple") or None not in values:
            found = _KNOWN[operation](*values)
            if found is not None:
                return Constant(found, type)
    operands = tuple(map(unordered, operands)) if operation in IN_ANY_ORDER else operands
    if operation == "is empty":
        return _is_empty(operands[0], type)
    if operation == "*" and operands[1] == Constant(1, operands[1].type):
        return operands[0]
    if operation in ("+", "-") and operands[1] == Constant(0, operands[1].type):
        return operands[0]
    return Apply(operation, operands, type)


def unordered(word: Word) -> Word:
    """The same members, in whatever order they can be had soonest."""
    return word.operands[0] if isinstance(word, Apply) and word.operation == "around" else word


def _surely_there(word: Word) -> bool:
    """Whether a word is a cell that is read without a fault."""
    return isinstance(word, Cell) and all(isinstance(each, Constant) for each in word.at)


def _is_empty(several: Word, type: t.Type) -> Word:
    """Whether there is nothing in something: of what is put together, in no part of it."""
    match several:
        case Apply("pieced together", (Apply("tuple", parts),)) | Apply(
            "joined" | "union", parts
        ) if all(map(_surely_there, parts)):
            found: Word = YES
            for part in parts:
                found = both(found, apply("is empty", part))
            return found
        case Apply("sorted" | "distinct" | "reversed" | "sorted around", (inner, *_)):
            return apply("is empty", inner)
    return Apply("is empty", (several,), type)


def negated(word: Word) -> Word:
    """The contrary."""
    return apply("not", word)


def both(left: Word, right: Word) -> Word:
    """Both; what is known is left out."""
    if left == YES:
        return right
    return NO if left == NO else left if right == YES else Both(left, right)


def either(left: Word, right: Word) -> Word:
    """At least one; what is known is left out."""
    if left == NO:
        return right
    return YES if left == YES else left if right == NO else Either(left, right)


def when(condition: Word, value: Word, otherwise: Word, type: t.Type) -> Word:
    """One of two values; of what is known only that one."""
    if isinstance(condition, Constant):
        return value if condition.value else otherwise
    return When(condition, value, otherwise, type)


def known(word: Word, slug: str, origin: int = -1) -> Word:
    """A value that must not be none, tested where it may be."""
    if not isinstance(word.type, (t.Optional, t.Never)) or isinstance(word, Fails):
        return word
    return Known(word, slug, origin, plain(word.type))


def within(word: Word, low: int, high: int, slug: str = "out-of-range", origin: int = -1) -> Word:
    """A number, tested where its type does not say that it lies there."""
    of = plain(word.type)
    if isinstance(of, t.Number) and low <= of.low and of.high <= high:
        return word
    return Within(word, low, high, slug, origin, t.Number(low, high))
