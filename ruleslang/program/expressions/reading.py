"""Expressions that read the position, a card, a named value or what is under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen
from attrs.validators import in_

from ruleslang.program.builtins import FUNCTION_NAMES
from ruleslang.program.events import Event
from ruleslang.program.locals import DEFINES, READS, Slot
from ruleslang.program.operation_variants_by_type import Measured, Subject
from ruleslang.program.references import names, shown
from ruleslang.source.walk import Walked

if TYPE_CHECKING:
    from ruleslang.program.expressions import Expr


@frozen
class Local(Walked):
    """The value of a local."""

    slot: Slot = field(metadata=READS)


@frozen
class AnyIndex(Walked):
    """`any` as an index: all places."""


@frozen
class ReadState(Walked):
    """A state at an index. Unset: a fault. `written_as` is another word for it."""

    name: str = field(metadata=names("state"))
    index: tuple[Expr, ...] = ()
    origin: int = shown(default=-1)
    written_as: str = shown(default="")


@frozen
class ReadZone(Walked):
    """The cards of a zone in its order (unordered: standard order); `AnyIndex` is the union."""

    name: str = field(metadata=names("zone"))
    index: tuple[Expr | AnyIndex, ...] = ()


@frozen
class ZoneAt(Walked):
    """A zone as a value: the result of `zone_of` and the argument of `index_of`."""

    name: str = field(metadata=names("zone"))
    index: tuple[Expr, ...] = ()


@frozen
class ReadDice(Walked):
    """The faces of the dice at a place, as a list; `AnyIndex` is the union."""

    name: str = field(metadata=names("dice"))
    index: tuple[Expr | AnyIndex, ...] = ()


@frozen
class DiceAt(Walked):
    """The dice at a place, for a choice: a list of `DieIn`."""

    name: str = field(metadata=names("dice"))
    index: tuple[Expr | AnyIndex, ...] = ()


@frozen
class FaceOf(Walked):
    """The face that a chosen die now shows; none if there is no die."""

    die: Expr


@frozen
class FacesOf(Walked):
    """The faces that chosen dice now show, as a list."""

    dice: Expr


@frozen
class ReadOption(Walked):
    """The value of an option or reading in this match."""

    name: str = field(metadata=names("option"))


@frozen
class ReadField(Walked):
    """
    A card's or definition's field. A card without it, or none: a fault; `may_lack`: also a card
    whose type says that it has the field.
    """

    name: str = field(metadata=names("field"))
    subject: Expr
    index: tuple[Expr, ...] = ()
    of: Subject = "card"
    origin: int = shown(default=-1)
    may_lack: bool = False


@frozen
class CallValue(Walked):
    """A named value, with its modifiers. `written_as` is another word for it."""

    name: str = field(metadata=names("value"))
    arguments: tuple[Expr, ...] = ()
    origin: int = shown(default=-1)
    written_as: str = shown(default="")


@frozen
class CallBuiltIn(Walked):
    """
    A call of a built-in function of `program.builtins`.

    `of` says what is measured or compared; `board` is that of the spaces that `cell` finds.
    """

    function: str = field(metadata=names("built-in function"), validator=in_(FUNCTION_NAMES))
    arguments: tuple[Expr, ...]
    of: Measured = ""
    board: str | None = field(default=None, metadata=names("board"))
    origin: int = shown(default=-1)


@frozen
class ReadPlace(Walked):
    """
    A parameter or choice of a run under way: `target(pending)`. None if it has no such value.

    The functions `player` and `card` read who acts or plays, and the card of a play.
    """

    subject: Expr
    name: str


@frozen
class ThisUnderWay(Walked):
    """The innermost run of `event` that is under way: `this fight`."""

    event: Event


@frozen
class StillThere(Walked):
    """
    Whether a choice of the run whose body begins is still in the set that it was in once the costs
    were paid; with `member` only whether this card has not left its zone since. Without `choice`,
    whether it has not since the lasting effect began in whose condition this stands.
    """

    choice: int | None
    member: Expr | None = None


@frozen
class Playable(Walked):
    """Whether a card, or a definition, may be played by a player now."""

    card: Expr
    player: Expr
    of: Subject = "card"


@frozen
class ChanceOf(Walked):
    """
    The exact chance, as a fraction, that `condition` holds.

    Each of `calls` is run once before, and `condition` reads the results from locals.
    Occurs in claims only.
    """

    calls: tuple[ProcedureCall, ...]
    condition: Expr


@frozen
class ProcedureCall(Walked):
    """A call of a check inside `ChanceOf`; `into` is the local that takes the answer."""

    procedure: str = field(metadata=names("procedure"))
    arguments: tuple[Expr, ...]
    into: Slot = field(metadata=DEFINES)


@frozen
class WhatWouldBe(Walked):
    """
    `value` in the position that a run of `procedure` would lead to; nothing of the match changes.

    Nothing that runs asks a player, uses chance or opens a window.
    """

    value: Expr
    procedure: str = field(metadata=names("procedure"))
    arguments: tuple[Expr, ...] = ()
    origin: int = shown(default=-1)


@frozen
class TimesNoted(Walked):
    """How often the present value was noted in a history."""

    history: str = field(metadata=names("history"))


@frozen
class Active(Walked):
    """The player whose turn it is."""


@frozen
class NumberOfChoices(Walked):
    """The number of choices of the pending decision. Occurs in claims and examples only."""


@frozen
class CopyInZone(Walked):
    """
    The only copy of a definition in a zone; a fault if there are none or several. Occurs in claims
    and examples only.
    """

    title: Expr
    origin: int = shown(default=-1)


@frozen
class Literal(Walked):
    """A number, or `yes` and `no`, or `none`."""

    value: int | bool | None


@frozen
class WordValue(Walked):
    """The word at a place (from 0) of a words list, of a die's different faces, or of an option."""

    list: str = field(metadata=names("words"))
    place: int


@frozen
class SeatValue(Walked):
    """The player of a seat, from 0."""

    seat: int


@frozen
class TeamValue(Walked):
    """A team, from 0."""

    team: int


@frozen
class TitleValue(Walked):
    """A definition, by its name."""

    name: str = field(metadata=names("definition"))


@frozen
class SpaceValue(Walked):
    """The space at a place (from 0) of a board."""

    board: str = field(metadata=names("board"))
    place: int
