"""The questions that routines ask players, with the form of their options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from attrs import frozen

from ruleslang.engine.flow.ir_exprs import Variable
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t


@frozen(eq=False)
class ChoiceQuestion:
    """
    A choice of one value; each option is a value, and the last may be none, to decline.

    `kind` is that of the decision, `type` that of the options. `of` and `what` are the offering
    statement and the action or play, if it is one of their choices.
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
    The next member of a set: its index, -1 to be done, -2 to decline.

    Without `by_place` the options are the members themselves.
    """

    about: s.Choice
    type: t.Type
    origin: int
    of: Offered | None = None
    what: d.Action | d.Play | None = None
    by_place: bool = True


class PlayedCard(NamedTuple):
    """The number of the card that is played, and the origin of what plays it."""

    card: int
    origin: int


@frozen
class Shown:
    """
    The values shown with a question: the card that is played, the `cards` chosen before it, and of
    a set the members `chosen` so far (by place their indices in `members`).
    """

    play: PlayedCard | None
    cards: Sequence[Any] = ()
    chosen: Sequence[Any] = ()
    members: Any = ()

    @classmethod
    def of(cls, question: Question, values: Sequence[Any]) -> Shown:
        """Take apart what `Ask.shown` puts side by side for this kind of question."""
        cards, chosen, members, play = (), (), (), values
        match question:
            case MemberQuestion(by_place=True):
                members, chosen, cards, *play = values
            case MemberQuestion():
                *play, cards, chosen = values
            case ChoiceQuestion() if question.what is not None:
                *play, cards = values
            case PaymentQuestion() | DivisionQuestion():
                play = ()
        return cls(PlayedCard(*play) if play else None, cards, chosen, members)


@frozen(eq=False)
class OrderQuestion:
    """An order of the remaining members of `shown`, or (`at_once` is false) its next member."""

    about: s.Choice
    type: t.Type
    origin: int
    at_once: bool
    of: Offered | None = None


@frozen(eq=False)
class MenuQuestion:
    """One of the branches of a menu, by index."""

    about: s.Menu
    origin: int


@frozen(eq=False)
class PickQuestion:
    """The first among equals, chosen by a player."""

    about: s.Pick | s.Rank
    name: str
    type: t.Type
    origin: int


@frozen(eq=False)
class PaymentQuestion:
    """The cards of a cost, or (`by_card`) the next one; `shown` is their number."""

    about: s.CardCost
    by_card: bool


@frozen(eq=False)
class DivisionQuestion:
    """How much of a cost is paid from one counter; `shown` is the counter's number."""

    about: s.SharedCost


@frozen(eq=False)
class Offered:
    """
    The offered actions or plays, and what offers them: an offer, a window; of a card that is played
    no statement, for all share one text: its `site` has the origin of the one that plays it.

    `word` is that for declining, or empty.
    """

    what: tuple[d.Action | d.Play, ...]
    by: s.Offer | d.Window | None
    word: str
    origin: int
    card: Variable | None = None  # that is played
    site: Variable | None = None


def types_of(declared: d.Action | d.Play) -> tuple[t.Type, ...]:
    """Return the types of the choices of an action or a play."""
    return tuple(declared.locals[choice.slot].type for choice in declared.choices)


@frozen(eq=False)
class WaysQuestion:
    """
    A way to do one of several actions: its number, then a value for each of its choices; or none.

    `only` is the number of the action, once it has been chosen.
    """

    of: Offered
    only: int | None = None


class Way(NamedTuple):
    """An option of a `WaysQuestion`: the number of its action, and the values of its choices."""

    action: int
    values: Sequence[Any]

    @classmethod
    def of(cls, option: Sequence[Any]) -> Way:
        """Take apart a way, which programs keep as one tuple, as long as its action needs."""
        return cls(option[0], option[1:])


@frozen(eq=False)
class WhichQuestion:
    """One of several actions, by number, if there are too many ways; or none."""

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
