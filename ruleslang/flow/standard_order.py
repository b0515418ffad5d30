"""Standard order: players from the active one clockwise, all else upwards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ruleslang.flow.constant_folding import apply
from ruleslang.flow.context import Body
from ruleslang.flow.state_layout import ACTIVE
from ruleslang.flow.tables_and_routines import Table
from ruleslang.flow.words import (
    Apply,
    Cell,
    Constant,
    Invoke,
    Lookup,
    Noted,
    Raw,
    Through,
    When,
    Word,
)
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import StandardOrder, declared_order
from ruleslang.program.typing.lattice import plain

_UPWARDS = ("sorted", "range")


def standard(b: Body, several: Word, order: StandardOrder, type: t.Type) -> Word:
    """The distinct members of a tuple in standard order, as the turn now stands."""
    if order in ("clockwise", "sets clockwise"):
        return apply("sorted around", several, Cell(ACTIVE, (), t.Player()), type=type)
    return several if goes_upwards(b, several) else apply("sorted", several, type=type)


def goes_upwards(b: Body, several: Word) -> bool:
    """Whether the entries of a tuple are surely distinct, and each greater than the one before."""
    match several:
        case Constant(tuple(values)):
            return _ascend(values)
        case Apply("tuple" | "tuple of known", (_,)):
            return True
        case Apply("without", (left, _)):
            return goes_upwards(b, left)
        case Apply("subsets", (over, low, high)):  # by size, and then by their members
            return low == high and goes_upwards(b, over)
        case Apply(operation):
            return operation in _UPWARDS
        case When(_, value, otherwise):
            return goes_upwards(b, value) and goes_upwards(b, otherwise)
        case Noted(value):
            return goes_upwards(b, value)
        case Invoke(function) if function.startswith("value "):
            return _is_answered_upwards(b, function.removeprefix("value "))
        case Lookup(table) if isinstance(plain(several.type), t.SetOf):
            return _is_written_upwards(b.whole.tables[table])
        case Through("members" | "leading" | "reaching", over=over, value=None):
            return goes_upwards(b, over)
        case Cell(family):
            return _is_kept_upwards(b, family)
    return False


def _is_answered_upwards(b: Body, value: str) -> bool:
    """Whether a named value is a set that is kept in the order of its type, upwards."""
    of = b.whole.everyone.values[value].type
    if not isinstance(of, t.SetOf):
        return False
    return declared_order(of.element) not in ("clockwise", "sets clockwise")


def _is_written_upwards(table: Table) -> bool:
    """Whether all sets of a table go upwards."""
    return all(isinstance(each, tuple) and _ascend(each) for each in table.made or (None,))


def _ascend(values: Sequence[Raw]) -> bool:
    """Whether each value is greater than the one before."""
    return all(_is_less(one, other) for one, other in pairwise(values))


def _is_less(one: Raw, other: Raw) -> bool:
    """Whether one value comes before another: of sets and rows, by the first that differs."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        pairs = zip(one, other, strict=False)
        differing = next((pair for pair in pairs if pair[0] != pair[1]), None)
        return len(one) < len(other) if differing is None else _is_less(*differing)
    return isinstance(one, int) and isinstance(other, int) and one < other


def _is_kept_upwards(b: Body, family: str) -> bool:
    word, _, name = family.partition(" ")
    everyone = b.whole.everyone
    if word == "zone":
        return not everyone.zones[name].ordered
    return word == "state" and isinstance(b.whole.layout[family].type, t.SetOf)


def kept(b: Body, word: Word, type: t.Type) -> Word:
    """The form in which a value is kept: a declared set in the order of its type."""
    of = plain(type)
    if isinstance(of, t.SetOf):
        return standard(b, word, declared_order(of.element), type)
    return word
