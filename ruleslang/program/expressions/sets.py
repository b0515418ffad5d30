"""Expressions that make sets and lists, or go through their members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ruleslang.program.locals import DEFINES, Slot
from ruleslang.program.operation_variants_by_type import Comparing, Ordering, Over, StandardOrder
from ruleslang.program.references import Extreme, Folding, Population
from ruleslang.source.walk import Walked

if TYPE_CHECKING:
    from ruleslang.program.expressions import Expr


@frozen
class Everything(Walked):
    """
    A whole population, in standard order.

    `what` is `players` (still in), `all players`, `winners`, `cards`, `titles`, `pieces`, `teams`,
    `words`, `spaces`, `definitions of` or `pieces of`; `name` says of which list, board, kind or
    piece declaration, or is empty. `deck` limits definitions to those of a deck.
    """

    what: Population
    name: str = ""
    deck: str = ""


@frozen
class OptionalAsSet(Walked):
    """An optional value as a set of at most one member: none becomes the empty set."""

    operand: Expr


@frozen
class ListAsSet(Walked):
    """
    A list, or a set in its own order (braces, `players`, an ordered zone), where a set is
    declared: each entry once, in the order of their type. None stays none.
    """

    operand: Expr
    sorting: StandardOrder = "as written"


@frozen
class Range(Walked):
    """Numbers, or words of a list, from `low` to `high`."""

    low: Expr
    high: Expr
    of: Ordering = "numbers"


@frozen
class MakeSet(Walked):
    """The members, each once; a member that is none is left out."""

    items: tuple[Expr, ...]


@frozen
class MakeList(Walked):
    """The entries in the order given."""

    items: tuple[Expr, ...]


@frozen
class Union(Walked):
    """The members of either, in the order of the left, then of the right."""

    left: Expr
    right: Expr


@frozen
class Join(Walked):
    """One list after the other."""

    left: Expr
    right: Expr


@frozen
class Except(Walked):
    """The left without the members of the right; keeps the order of the left."""

    left: Expr
    right: Expr
    comparing: Comparing = "values"
    over: Over = "set"


@frozen
class Where(Walked):
    """The members for which `condition` holds, each in turn called `variable`; keeps the order."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    condition: Expr
    over: Over = "set"


@frozen
class AsFarAs(Walked):
    """
    The members before the first for which `condition` is false, in the order of a list or the
    standard order of a set. With `and_next`, that member too.
    """

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    condition: Expr
    over: Over = "set"
    sorting: StandardOrder = "as written"
    and_next: bool = False


@frozen
class SpreadBy(Walked):
    """The members, what `step` is of each of them, of each of those, until nothing is new."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    step: Expr
    sorting: StandardOrder = "as written"


@frozen
class Key(Walked):
    """`highest` or `lowest` of a value of the member that the phrase is about."""

    word: Extreme
    value: Expr
    order: Ordering = "numbers"


@frozen
class With(Walked):
    """The members equal on all keys, after the first has narrowed them, then the next."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    keys: tuple[Key, ...]


@frozen
class Ranked(Walked):
    """A list by keys; what is still equal stays in standard order."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    keys: tuple[Key, ...]
    sorting: StandardOrder = "as written"


@frozen
class Subsets(Walked):
    """The sub-sets of a size from `low` to `high`, by size, then standard order."""

    subject: Expr
    low: Expr
    high: Expr
    sorting: StandardOrder = "as written"  # order of the members


@frozen
class ThereIs(Walked):
    """
    Whether some member meets `condition`; the first in order is then called `variable`.

    The name stays readable in what follows where the condition holds.
    """

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    condition: Expr | None
    over: Over = "set"
    sorting: StandardOrder = "as written"


@frozen
class Every(Walked):
    """Whether all members meet `condition`."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    condition: Expr


@frozen
class NumberOf(Walked):
    """How many members or entries."""

    subject: Expr


@frozen
class Fold(Walked):
    """
    `sum`, `highest` or `lowest` of `value` over the members.

    Entries that are none are skipped; `highest` and `lowest` of nothing are none, `sum` is 0.
    """

    word: Folding
    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    value: Expr
    order: Ordering = "numbers"


@frozen
class Image(Walked):
    """The different values of `value` over the members, none left out, in standard order."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    value: Expr
    sorting: StandardOrder = "as written"  # order of the values


@frozen
class UnionOver(Walked):
    """The union of the sets `value` over the members, in standard order."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    value: Expr
    sorting: StandardOrder = "as written"  # order of the elements of the sets
