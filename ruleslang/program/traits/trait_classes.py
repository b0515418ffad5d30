"""The traits of a statement: the vocabulary of the entries in `statements`."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ruleslang.program.events import Event
from ruleslang.program.expressions import AnyIndex, Expr, Key
from ruleslang.program.locals import Slot
from ruleslang.program.operation_variants_by_type import StandardOrder
from ruleslang.program.statements import Block, Effect

Index: TypeAlias = "tuple[Expr | AnyIndex, ...]"

BlocksRun: TypeAlias = Literal[
    "exactly one",  # a branching that covers every case
    "at most one",
    "any number",  # none, one, several, or one of them again and again
    "for ever",  # again and again, until something leaves it
]

CellKind: TypeAlias = Literal[
    "local",
    "state",
    "zone",
    "dice",
    "pieces",  # where the pieces are
    "active",  # whose turn it is
    "players",  # who is still in
    "under way",  # a changeable place of something under way
    "shown",  # the players who were shown a card, a state, dice or a fact
    "lasting",  # which lasting effects are in force
    "result",  # the winners
    "counts as",  # which definition a card counts as
    "value",  # a named value: whatever its lines and modifiers read
    "history",  # how often the position occurred, and the position now
    "imagined",  # what a run of a procedure would lead to: whatever it reads, with all it runs
    "anything",
]


@frozen
class Cell:
    """
    Something of the match that can be written or read.

    `name` is empty where it may be any of its kind; `index` is then empty, too. A local has a slot
    in place of a name. `is_reset`: it is a state of a card that moves to another zone.
    """

    kind: CellKind
    name: str = ""
    index: Index = ()
    slot: Slot | None = None
    is_reset: bool = False


@frozen
class Asked:
    """
    A question that a statement asks.

    `player` None: those whom the window asks. `source` is the set whose members are offered; None:
    actions or branches are offered, and no members of a set.
    """

    player: Expr | None
    source: Expr | None = None
    origin: int = -1


@frozen
class WindowOpening:
    window: str


@frozen
class ReplacedRun:
    """The run that an `instead of` hook replaces."""


Run: TypeAlias = Event | WindowOpening | ReplacedRun


@frozen
class Leaving:
    """
    What a statement ends: its own body, a run of `event`, or the match.

    `event` is None where an expression selects the run. `always` is false when it may end nothing.
    """

    what: Literal["body", "run", "match"]
    always: bool = True
    event: Event | None = None


@frozen
class Ranking:
    """
    Members that a statement puts in an order by keys, to take the first or all.

    In `where` the candidate is in `candidate`; in the keys it is in `member`.
    """

    source: Expr
    member: Slot
    keys: tuple[Key, ...]
    sorting: StandardOrder
    where: Expr | None = None
    candidate: Slot | None = None


@frozen
class PublicOutcome:
    """A public outcome of chance: a roll of a die, a pick for a name, a shuffle of a zone."""

    what: Literal["roll", "pick", "shuffle"]
    name: str


@frozen
class Traits:
    """
    The actions of a statement itself.

    `blocks` run as a part of it, in the way of `blocks_run`; with `own_run` each is a
    separate run, so leaving the body leaves only the block. `effects` begin with it and run later.
    With `may_lack_choices` the body is left when there is nothing to choose, pick or do.
    `defines` are the locals that take computed, rolled or answered values, without the variables of
    loops. `ranks` are the things that the rules order; `shown` is visible to all players.
    """

    blocks: tuple[Block, ...] = ()
    blocks_run: BlocksRun = "any number"
    own_run: bool = False
    effects: tuple[Effect, ...] = ()
    defines: tuple[Slot, ...] = ()
    writes: tuple[Cell, ...] = ()
    asks: tuple[Asked, ...] = ()
    chance: bool = False
    runs: tuple[Run, ...] = ()
    leaves: Leaving | None = None
    may_lack_choices: bool = False
    ranks: Ranking | None = None
    shown: PublicOutcome | None = None
