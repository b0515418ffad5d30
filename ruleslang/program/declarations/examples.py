"""Examples and claims, line by line."""

from __future__ import annotations

from attrs import field, frozen

from ruleslang.program.expressions import Expr
from ruleslang.program.locals import DEFINES, LocalDecl, Slot
from ruleslang.program.references import names, shown
from ruleslang.source.walk import Walked


@frozen
class GivenState(Walked):
    """A state starts so."""

    name: str = field(metadata=names("state"))
    index: tuple[Expr, ...]
    value: Expr
    origin: int = shown(default=-1)


@frozen
class GivenZone(Walked):
    """A zone holds cards of these definitions, the first on top."""

    name: str = field(metadata=names("zone"))
    index: tuple[Expr, ...]
    titles: tuple[Expr, ...]
    origin: int = shown(default=-1)


@frozen
class GivenDice(Walked):
    """Dice at a place show these faces."""

    name: str = field(metadata=names("dice"))
    index: tuple[Expr, ...]
    faces: tuple[Expr, ...]
    origin: int = shown(default=-1)


@frozen
class GivenDiceNumber(Walked):
    """The number of dice at a place; `rolling` gives their faces, or chance in a claim."""

    name: str = field(metadata=names("dice"))
    index: tuple[Expr, ...]
    number: Expr
    origin: int = shown(default=-1)


@frozen
class GivenActive(Walked):
    """It is this player's turn."""

    player: Expr
    origin: int = shown(default=-1)


@frozen
class GivenOption(Walked):
    """An option or reading has this value."""

    name: str = field(metadata=names("option"))
    value: int  # its place
    origin: int = shown(default=-1)


@frozen
class GivenPlayers(Walked):
    """The number of players at the start."""

    number: int
    origin: int = shown(default=-1)


@frozen
class GivenAutomatic(Walked):
    """This seat, counted from 1, and all after it never decide."""

    seat: int
    origin: int = shown(default=-1)


@frozen
class GivenPiece(Walked):
    """A piece is on a space."""

    piece: Expr
    space: Expr
    origin: int = shown(default=-1)


@frozen
class GivenFact(Walked):
    """Anything else that must hold already; it is tested, not made so."""

    condition: Expr
    origin: int = shown(default=-1)


GivenLine = (
    GivenState
    | GivenZone
    | GivenDice
    | GivenDiceNumber
    | GivenActive
    | GivenOption
    | GivenPlayers
    | GivenAutomatic
    | GivenPiece
    | GivenFact
)


@frozen
class RollingLine(Walked):
    """
    Faces, in the order they are thrown.

    Here and in the lines below, a plain word of a list or die stands as its bare name (a `str`),
    because only the die, or the choice, that it meets tells which list it is of.
    """

    faces: tuple[Expr | str, ...]
    origin: int = shown(default=-1)


@frozen
class PickingLine(Walked):
    """The results of chance, in order; a title means any copy of it."""

    values: tuple[Expr | str, ...]
    origin: int = shown(default=-1)


@frozen
class ScriptLine(Walked):
    """
    A player's next answer; without values, `declines` means to decline or pass.

    `values` are in the written order. Each is an expression, or the bare name of an action, of a
    branch of a menu, or of a word.
    """

    player: Expr
    values: tuple[Expr | str, ...]
    declines: bool
    origin: int = shown(default=-1)


@frozen
class PlaysLine(Walked):
    """A player plays a card of a definition from their cards, with these choices."""

    player: Expr
    card: Expr
    choosing: tuple[Expr | str, ...]
    origin: int = shown(default=-1)


@frozen
class DoesLine(Walked):
    """A player does an action with these choices."""

    player: Expr
    action: str = field(metadata=names("action"))
    choosing: tuple[Expr | str, ...]
    origin: int = shown(default=-1)


@frozen
class RunLine(Walked):
    """A procedure runs."""

    procedure: str = field(metadata=names("procedure"))
    arguments: tuple[Expr, ...]
    origin: int = shown(default=-1)


@frozen
class ThenLine(Walked):
    """This now holds. A zone or set of cards compared with titles counts titles."""

    condition: Expr
    origin: int = shown(default=-1)


@frozen
class FactSeen(Walked):
    """
    What is known of a card: `colour(c)`; whether `colour(c) is red`, or is not when `negated`.

    With `variable`, the same of each of `cards`.
    """

    variable: Slot | None = field(metadata=DEFINES)
    fact: Expr
    card: Expr
    value: Expr | None = None
    negated: bool = False
    cards: Expr | None = None


@frozen
class SeesLine(Walked):
    """A player sees all of a zone's cards, a number, a fact; or cannot see any of it."""

    player: Expr
    subject: Expr | FactSeen
    negated: bool
    origin: int = shown(default=-1)


@frozen
class AudienceLine(Walked):
    """These players see all of a zone's cards, a number, a fact; all others nothing of it."""

    players: Expr
    subject: Expr | FactSeen
    origin: int = shown(default=-1)


@frozen
class MayLine(Walked):
    """A player may, or may not, do an action with these choices."""

    player: Expr
    action: str = field(metadata=names("action"))
    choosing: tuple[Expr | str, ...]
    negated: bool
    origin: int = shown(default=-1)


@frozen
class MayPlayLine(Walked):
    """A player may, or may not, play a card of a definition with these choices."""

    player: Expr
    card: Expr
    choosing: tuple[Expr | str, ...]
    negated: bool
    origin: int = shown(default=-1)


@frozen
class MayChooseLine(Walked):
    """Asked now, a player may, or may not, choose these values, or decline."""

    player: Expr
    values: tuple[Expr | str, ...]
    declines: bool
    negated: bool
    origin: int = shown(default=-1)


@frozen
class TogetherLine(Walked):
    """These players, and no others, are asked now, and none sees another's answer."""

    players: Expr
    origin: int = shown(default=-1)


@frozen
class WonLine(Walked):
    """The match is over, and these players have won, nobody else."""

    players: Expr
    origin: int = shown(default=-1)


ExampleLine = (
    GivenLine
    | RollingLine
    | PickingLine
    | ScriptLine
    | PlaysLine
    | DoesLine
    | RunLine
    | ThenLine
    | SeesLine
    | AudienceLine
    | MayLine
    | MayPlayLine
    | MayChooseLine
    | TogetherLine
    | WonLine
)


@frozen
class Example(Walked):
    """A worked example: lines in order."""

    title: str
    locals: tuple[LocalDecl, ...]
    lines: tuple[ExampleLine, ...]
    origin: int = shown(default=-1)


@frozen
class Claim(Walked):
    """A statement proved by counting, in the opening state as `given` makes it."""

    title: str
    locals: tuple[LocalDecl, ...]
    given: tuple[GivenLine, ...]
    conditions: tuple[ThenLine, ...]
    origin: int = shown(default=-1)


@frozen
class Property(Walked):
    """
    A condition that holds at each decision and at the end of the match; `never`: one that doesn't.
    """

    title: str
    locals: tuple[LocalDecl, ...]
    condition: Expr
    never: bool = False
    origin: int = shown(default=-1)
