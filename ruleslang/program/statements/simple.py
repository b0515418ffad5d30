"""Statements without a block: they write, move, roll, reveal, ask, run or leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from ruleslang.program.events import Event
from ruleslang.program.expressions import AnyIndex, Expr, Key
from ruleslang.program.locals import DEFINES, READS, Slot
from ruleslang.program.operation_variants_by_type import Comparing, StandardOrder, Subject
from ruleslang.program.references import Facing, OfferMode, Position, TieBreak, names, shown
from ruleslang.program.statements.effects import (
    Choice,
    DiceTarget,
    Effect,
    Lifetime,
    Place,
    ZoneTarget,
)
from ruleslang.source.walk import Walked

if TYPE_CHECKING:
    from ruleslang.program.statements import Block


@frozen
class Let(Walked):
    """A local takes its first value."""

    slot: Slot = field(metadata=DEFINES)
    value: Expr
    origin: int = shown(default=-1)


@frozen
class Assign(Walked):
    """A place takes a value; out of its range is a fault, unless a state stops at the ends."""

    place: Place
    value: Expr
    origin: int = shown(default=-1)


@frozen
class MoveCards(Walked):
    """
    Cards go to a zone, keeping their order; `position` is `top` or `bottom`.

    `face` is `up`, `down` or empty: how the display lays them.
    """

    cards: Expr
    target: ZoneTarget
    position: Position = "top"
    face: Facing = ""
    origin: int = shown(default=-1)


@frozen
class MovePieces(Walked):
    """A piece goes to a space, or off the boards when the space is none."""

    pieces: Expr
    space: Expr
    origin: int = shown(default=-1)


@frozen
class SwapZones(Walked):
    """All cards of two zones change places; capacities are tested after."""

    left: ZoneTarget
    right: ZoneTarget
    origin: int = shown(default=-1)


@frozen
class SwapDice(Walked):
    """The dice of two places are exchanged, with their faces."""

    left: DiceTarget
    right: DiceTarget
    origin: int = shown(default=-1)


@frozen
class SwapMembers(Walked):
    """Two cards, or two pieces, change places."""

    left: Expr
    right: Expr
    of: Subject = "card"
    resets: tuple[str, ...] = ()
    origin: int = shown(default=-1)


@frozen
class SwapPlaces(Walked):
    """Two locals or states change values."""

    left: Place
    right: Place
    origin: int = shown(default=-1)


@frozen
class Note(Walked):
    """The position is recorded in a history."""

    history: str = field(metadata=names("history"))
    origin: int = shown(default=-1)


@frozen
class Shuffle(Walked):
    """A zone's cards in an order by chance."""

    zone: ZoneTarget
    origin: int = shown(default=-1)


@frozen
class RollDie(Walked):
    """A die is rolled, once (`number` None: a face) or several times (a list)."""

    die: str = field(metadata=names("die"))
    number: Expr | None
    into: Slot | None = field(metadata=DEFINES)
    seen_by: Expr | None = None  # None: by all
    origin: int = shown(default=-1)


@frozen
class RollDice(Walked):
    """Rolls all dice at a place again; `into` takes their faces."""

    dice: str = field(metadata=names("dice"))
    index: tuple[Expr | AnyIndex, ...]
    into: Slot | None = field(metadata=DEFINES)
    origin: int = shown(default=-1)


@frozen
class RollNew(Walked):
    """Replaces the dice at a place by `number` new ones."""

    number: Expr
    dice: str = field(metadata=names("dice"))
    index: tuple[Expr, ...]
    origin: int = shown(default=-1)


@frozen
class RollAgain(Walked):
    """The chosen dice, a set or list, are rolled again in place; `into` takes their faces."""

    which: Expr
    into: Slot | None = field(metadata=DEFINES)
    one: bool = False  # `into` takes the face of the only one
    origin: int = shown(default=-1)


@frozen
class RevealCards(Walked):
    """Cards are shown to a player, or (None) to all."""

    cards: Expr
    to: Expr | None
    origin: int = shown(default=-1)


@frozen
class RevealState(Walked):
    """States are shown, until they are next written; `AnyIndex` shows every place."""

    name: str = field(metadata=names("state"))
    index: tuple[Expr | AnyIndex, ...]
    to: Expr | None
    origin: int = shown(default=-1)


@frozen
class RevealDice(Walked):
    """Dice are shown, until they are next rolled."""

    name: str = field(metadata=names("dice"))
    index: tuple[Expr | AnyIndex, ...]
    to: Expr | None
    origin: int = shown(default=-1)


@frozen
class RevealFact(Walked):
    """
    `colour(c) is red`: reveals a fact about a card.

    `fact` reads the card; `value` is what it is compared with; `card` is the card.
    """

    fact: Expr
    value: Expr
    card: Expr
    to: Expr | None
    comparing: Comparing = "values"
    origin: int = shown(default=-1)


@frozen
class Choose(Walked):
    """A player chooses; with nothing to choose the procedure stops here."""

    player: Expr
    choice: Choice
    origin: int = shown(default=-1)


@frozen
class OnceOnly(Walked):
    """
    Restricts an action to ways that were not used before.

    In `keys`, `slots` hold the values chosen for the choices of these names.
    """

    keys: tuple[Key, ...]
    choices: tuple[str, ...]
    slots: tuple[Slot, ...] = field(metadata=DEFINES)


@frozen
class Offer(Walked):
    """
    Actions are offered.

    `mode` is `must` (one, or `impossible` when none is legal), `may` (one or none), `any`
    (again and again until the player stops or nothing is legal) or `most` (again and again, each
    time a way after which it can be done most often in all; `impossible` when none is legal).
    """

    player: Expr
    mode: OfferMode
    actions: tuple[str, ...] = field(metadata=names("action"))
    impossible: Block | None = None
    once: OnceOnly | None = None
    origin: int = shown(default=-1)


@frozen
class Pick(Walked):
    """
    The rules pick: keys narrow, `last` (`chance`, `order`, `choice` or empty) settles ties.

    `by` is the player who settles them when `last` is `choice`. In the keys the member is in
    `member`.
    """

    choice: Choice
    member: Slot = field(metadata=DEFINES)
    keys: tuple[Key, ...]
    last: TieBreak
    by: Expr | None = None
    origin: int = shown(default=-1)


@frozen
class Rank(Walked):
    """
    A list by keys; `last` and `by` as in `Pick`. In the keys the member is in `variable`.

    Records, questions and the streams of chance call it by its `name`.
    """

    name: str
    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    into: Slot = field(metadata=DEFINES)
    keys: tuple[Key, ...]
    last: TieBreak
    by: Expr | None = None
    sorting: StandardOrder = "as written"
    origin: int = shown(default=-1)


@frozen
class OpenWindow(Walked):
    """A window opens; `into` takes the set of players who used it."""

    window: str = field(metadata=names("window"))
    arguments: tuple[Expr, ...]
    into: Slot | None = field(metadata=DEFINES)
    origin: int = shown(default=-1)


@frozen
class Perform(Walked):
    """A card is played, as `played_as` if that is given; nothing when it is not playable."""

    card: Expr
    played_as: Expr | None
    by: Expr
    origin: int = shown(default=-1)


@frozen
class Call(Walked):
    """A procedure runs; `into` takes its answer."""

    procedure: str = field(metadata=names("procedure"))
    arguments: tuple[Expr, ...]
    into: Slot | None = field(default=None, metadata=DEFINES)
    origin: int = shown(default=-1)


@frozen
class AsUsual(Walked):
    """Runs the procedure that a hook replaces, with new arguments or (None) those of its call."""

    arguments: tuple[Expr, ...] | None
    into: Slot | None = field(default=None, metadata=DEFINES)
    origin: int = shown(default=-1)


@frozen
class Answer(Walked):
    """The procedure, or the hook, is over and answers this."""

    value: Expr
    origin: int = shown(default=-1)


@frozen
class Stop(Walked):
    """The procedure, or the hook, is over."""

    origin: int = shown(default=-1)


@frozen
class End(Walked):
    """Ends the innermost run of `event` that is under way."""

    event: Event
    if_under_way: bool
    origin: int = shown(default=-1)


@frozen
class Cancel(Walked):
    """That very invocation is over."""

    what: Expr
    origin: int = shown(default=-1)


@frozen
class Eliminate(Walked):
    """A player is out."""

    player: Expr
    origin: int = shown(default=-1)


@frozen
class Wins(Walked):
    """The match is over; the set of winners may be empty."""

    players: Expr
    origin: int = shown(default=-1)


@frozen
class Lasting(Walked):
    """
    Begins effects that end by themselves.

    The effects, and the condition of a `WhileHolds` after its first test, run in separate
    frames, which begin with the values that `captures` had when this statement ran. A pattern is
    evaluated once, when this statement runs. `you` and `this` are the player and the card whose
    effects they are; None: there is none.
    """

    name: str  # unique in the program
    you: Slot | None = field(metadata=READS)
    this: Slot | None = field(metadata=READS)
    captures: tuple[Slot, ...] = field(metadata=READS)
    lifetime: Lifetime
    effects: tuple[Effect, ...]
    origin: int = shown(default=-1)


# Every class is in one group, whose function has its traits.
Writing: TypeAlias = (
    Let
    | Assign
    | MoveCards
    | MovePieces
    | SwapZones
    | SwapDice
    | SwapMembers
    | SwapPlaces
    | Note
    | Lasting
)
Rolling: TypeAlias = Shuffle | RollDie | RollDice | RollNew | RollAgain
Revealing: TypeAlias = RevealCards | RevealState | RevealDice | RevealFact
Running: TypeAlias = Perform | Call | AsUsual
Leaving: TypeAlias = Answer | Stop | End | Cancel | Eliminate | Wins
