"""Expressions of arithmetic, comparison and logic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ruleslang.program.operation_variants_by_type import Comparing, Ordering, Subject
from ruleslang.program.references import Comparison, Operator, Rounding, names, shown
from ruleslang.source.walk import Walked

if TYPE_CHECKING:
    from ruleslang.program.expressions import Expr


@frozen
class Arithmetic(Walked):
    """`+`, `-` or `*`. None on either side is a fault."""

    operator: Operator
    left: Expr
    right: Expr
    origin: int = shown(default=-1)


@frozen
class Divide(Walked):
    """Division, rounded `up` or `down`; `exact` only in claims, where it makes a fraction."""

    left: Expr
    right: Expr
    rounding: Rounding
    origin: int = shown(default=-1)


@frozen
class Negate(Walked):
    operand: Expr
    origin: int = shown(default=-1)


@frozen
class Compare(Walked):
    """
    `<`, `<=`, `>` or `>=`, of numbers, words of one list (as written), or lists. None is a fault.
    """

    operator: Comparison
    left: Expr
    right: Expr
    order: Ordering = "numbers"
    origin: int = shown(default=-1)


@frozen
class Equal(Walked):
    """`=`: sets are equal when their members are; none equals only none."""

    left: Expr
    right: Expr
    comparing: Comparing = "values"


@frozen
class IsKind(Walked):
    """Whether a card or title (or the card of a play under way) is of a kind. None is not."""

    subject: Expr
    kind: str = field(metadata=names("kind or piece"))
    of: Subject = "card"


@frozen
class IsTitle(Walked):
    """Whether a card counts, at this moment, as a definition. None does not."""

    subject: Expr
    title: Expr


@frozen
class IsPiece(Walked):
    """Whether a piece is of a declaration. None is not."""

    subject: Expr
    piece: str = field(metadata=names("piece"))


@frozen
class IsAutomatic(Walked):
    """Whether a player's seat never decides."""

    player: Expr


@frozen
class In(Walked):
    """Membership. A card is in a set of titles when it counts as one of them."""

    member: Expr
    set: Expr
    comparing: Comparing = "values"


@frozen
class IsEmpty(Walked):
    """Whether a set, list, zone or optional holds nothing."""

    operand: Expr


@frozen
class Not(Walked):
    operand: Expr


@frozen
class And(Walked):
    """Both; the right side is read only when the left holds."""

    left: Expr
    right: Expr


@frozen
class Or(Walked):
    """At least one; the right side is read only when the left does not hold."""

    left: Expr
    right: Expr


@frozen
class WhenOtherwise(Walked):
    """`value` when `condition` holds, else `otherwise`; `made`: no author wrote it."""

    value: Expr
    condition: Expr
    otherwise: Expr
    made: bool = shown(default=False)
