"""What heads are made of: choices, conditions of legality, costs and limits."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from ruleslang.program.displayed_parts import Text, shown
from ruleslang.program.events import Event
from ruleslang.program.expressions import AnyIndex, Expr
from ruleslang.program.find_references import names
from ruleslang.program.locals import DEFINES, READS, Slot
from ruleslang.program.operation_variants_by_type import StandardOrder
from ruleslang.program.statements.write_targets import StatePlace, ZoneTarget
from ruleslang.program.types import Type


@frozen
class Choice:
    """
    What a player, or chance, picks.

    `low` and `high` are None for a single member, else what is chosen is a set. `slot` takes it,
    and holds it in `so_that` too; in `where` the candidate is in `member`. Records, views and what
    reads a choice of something under way call it by its `name`. With `each_alone` it never fizzles:
    its body begins with a statement that drops what is gone.
    """

    name: str
    slot: Slot = field(metadata=DEFINES)
    source: Expr
    member: Slot | None = field(default=None, metadata=DEFINES)  # None: there is no `where`
    where: Expr | None = None
    low: Expr | None = None
    high: Expr | None = None
    in_order: bool = False
    so_that: Expr | None = None
    changeable: bool = False
    each_alone: bool = False
    type: Type | None = None
    sorting: StandardOrder = "as written"  # of the members
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


@frozen
class OnlyIf:
    """A condition of legality."""

    condition: Expr
    origin: int = shown(default=-1)


@frozen
class HasRoom:
    """The implied condition that what the body surely moves finds room."""

    cards: Expr
    target: ZoneTarget
    origin: int = shown(default=-1)


@frozen
class CountCost:
    """So much taken from a number; a state that is yes counts 1, and is no when it is paid."""

    amount: Expr
    place: StatePlace
    origin: int = shown(default=-1)


@frozen
class SharedCost:
    """So much taken from several numbers together: the payer says how much from each."""

    amount: Expr
    name: str = field(metadata=names("state"))  # of the state
    index: tuple[Expr | AnyIndex, ...]
    origin: int = shown(default=-1)


@frozen
class CardCost:
    """So many cards of a set, chosen by the payer, that go to `target`."""

    amount: Expr
    source: Expr
    target: ZoneTarget
    origin: int = shown(default=-1)


@frozen
class Pays:
    """Costs that are tested together and paid in one step."""

    costs: tuple[CountCost | SharedCost | CardCost, ...]
    origin: int = shown(default=-1)


@frozen
class Limit:
    """At most `number` uses per run of `event`, for each combination of the named choices."""

    name: str  # of the hidden counter, unique in the program
    number: Expr
    event: Event
    for_each: tuple[Slot, ...] = field(metadata=READS)
    origin: int = shown(default=-1)


Clause: TypeAlias = OnlyIf | HasRoom | Pays | Limit
