"""The questions that routines ask players, each with what its options are made of."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ruleslang.flow.words import Variable
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t


@frozen(eq=False)
class ChoiceQuestion:
    """
    One value of a choice, each option being one; the last may be none, to decline.

    `kind` is that of the decision, `type` what its options are. `label` are the action or play that
    it is a choice of, and the statement that offers it; `shown` has what was chosen in it before,
    the card that is played first.
    """

    kind: str
    about: s.Choice
    type: t.Type
    origin: int
    of: Offered | None = None
    what: d.Action | d.Play | None = None


@frozen(eq=False)
class MemberQuestion:
    """
    The next member of a set: its place among all, -1 to have done, -2 to decline.

    `shown` are all members, and the places chosen so far. With `by_place` no the options are the
    members themselves, and `shown` ends with those chosen so far.
    """

    about: s.Choice
    type: t.Type
    origin: int
    of: Offered | None = None
    what: d.Action | d.Play | None = None
    by_place: bool = True


@frozen(eq=False)
class OrderQuestion:
    """An order of all that `shown` has left, or (`whole` no) what comes next in it."""

    about: s.Choice
    type: t.Type
    origin: int
    whole: bool
    of: Offered | None = None


@frozen(eq=False)
class MenuQuestion:
    """One of the branches of a menu, by their places."""

    about: s.Menu
    origin: int


@frozen(eq=False)
class PickQuestion:
    """Who comes first of those that are equal, as a player likes."""

    about: s.Pick | s.Rank
    name: str
    type: t.Type
    origin: int


@frozen(eq=False)
class PaymentQuestion:
    """The cards of a cost, or (`by_card`) the next one; `shown` is how many."""

    about: s.CardCost
    by_card: bool


@frozen(eq=False)
class DivisionQuestion:
    """How much of a cost is paid from one counter; `shown` is its number along its state."""

    about: s.SharedCost


@frozen(eq=False)
class Offered:
    """
    Actions or plays that are offered, and by what: an offer, a window, a card that is played.

    `word` is that to decline, or empty.
    """

    kind: str
    what: tuple[d.Action | d.Play, ...]
    types: tuple[tuple[t.Type, ...], ...]  # of the choices of each
    by: s.Offer | d.Window | s.Perform
    word: str
    origin: int
    card: Variable | None = None  # that is played


@frozen(eq=False)
class WaysQuestion:
    """
    A way to do one of several actions: its number, then a value for each of its choices; or none.

    `only` is the number of the action that all are ways of, once it has been chosen.
    """

    of: Offered
    only: int | None = None


@frozen(eq=False)
class WhichQuestion:
    """Which of several actions, by their numbers, where there are too many ways; or none."""

    of: Offered


Question: TypeAlias = (
    ChoiceQuestion
    | MemberQuestion
    | OrderQuestion
    | MenuQuestion
    | PickQuestion
    | PaymentQuestion
    | DivisionQuestion
    | WaysQuestion
    | WhichQuestion
)
