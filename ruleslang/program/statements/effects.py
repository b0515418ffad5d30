"""Hooks, modifiers and `whenever`; the parts of their heads; the targets that statements write."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from ruleslang.program.events import Event
from ruleslang.program.expressions import AnyIndex, Expr
from ruleslang.program.locals import DEFINES, READS, WRITES, Slot
from ruleslang.program.operation_variants_by_type import StandardOrder
from ruleslang.program.patterns import Entry, Pattern
from ruleslang.program.references import Moment, Stage, Text, names, shown
from ruleslang.program.types import Type
from ruleslang.source.walk import Walked

if TYPE_CHECKING:
    from ruleslang.program.statements import Block


@frozen
class Hook(Walked):
    """
    What happens before, after or in place of an event.

    `by` is matched against who acts or plays. `answer` takes what a procedure answered, in a hook
    after it; None: there is no answer.
    """

    id: EffectId
    moment: Moment
    event: Event
    pattern: Pattern
    by: Entry | None
    answer: Slot | None = field(metadata=DEFINES)
    condition: Expr | None
    block: Block
    origin: int = shown(default=-1)


@frozen
class Change(Walked):
    """One change of a modifier; its stage is `+`, `at least`, `starts from`, …"""

    stage: Stage
    amount: Expr


@frozen
class Modifier(Walked):
    """Changes of a named value."""

    id: EffectId
    value: str = field(metadata=names("value"))
    pattern: Pattern
    condition: Expr | None
    changes: tuple[Change, ...]
    origin: int = shown(default=-1)


@frozen
class Whenever(Walked):
    """A body that runs when `condition` becomes true; for a `ThereIs`, once per member."""

    id: EffectId
    condition: Expr
    block: Block
    origin: int = shown(default=-1)


EffectId: TypeAlias = str  # unique in the program: the enclosing declaration and the place in it

Effect: TypeAlias = Hook | Modifier | Whenever


@frozen
class UntilRunEnds(Walked):
    """Until the end of the run of `event` that is innermost when the effects begin."""

    event: Event


@frozen
class UntilNextEnd(Walked):
    """Until the next end of an `event` whose arguments match the pattern."""

    event: Event
    pattern: Pattern


@frozen
class UntilNextStart(Walked):
    """Until just before the next start of an `event` whose arguments match the pattern."""

    event: Event
    pattern: Pattern


@frozen
class WhileHolds(Walked):
    """Until the condition is first false; if it is false at once, nothing begins."""

    condition: Expr


Lifetime: TypeAlias = UntilRunEnds | UntilNextEnd | UntilNextStart | WhileHolds


@frozen
class LocalPlace(Walked):
    """A local made by `let` or a choice, or a parameter."""

    slot: Slot = field(metadata=WRITES)


@frozen
class StatePlace(Walked):
    """A state at an index."""

    name: str = field(metadata=names("state"))
    index: tuple[Expr, ...] = ()


@frozen
class ActivePlace(Walked):
    """Whose turn it is."""


@frozen
class PlaceOfUnderWay(Walked):
    """A changeable place of something under way."""

    subject: Expr
    name: str


Place: TypeAlias = LocalPlace | StatePlace | ActivePlace | PlaceOfUnderWay


@frozen
class ZoneTarget(Walked):
    """The zone to which cards go, and their states to reset, which hold only in other zones."""

    name: str = field(metadata=names("zone"))
    index: tuple[Expr, ...] = ()
    resets: tuple[str, ...] = ()


@frozen
class DiceTarget(Walked):
    """One place of dice."""

    name: str = field(metadata=names("dice"))
    index: tuple[Expr, ...] = ()


@frozen
class Choice(Walked):
    """
    A choice by a player or by chance.

    `low` and `high` are None for a single member; otherwise the choice is a set. `slot` takes it,
    also in `so_that`; in `where` the candidate is in `member`. Records, views, and reads of a run
    under way use its `name`. With `each_alone` the play never fizzles: its body begins with a
    statement that notes, or drops, missing targets.
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
    sorting: StandardOrder = "as written"  # order of the members
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


@frozen
class OnlyIf(Walked):
    """A condition of legality."""

    condition: Expr
    origin: int = shown(default=-1)


@frozen
class HasRoom(Walked):
    """The implied condition that there is room for what the body always moves."""

    cards: Expr
    target: ZoneTarget
    origin: int = shown(default=-1)


@frozen
class CountCost(Walked):
    """So much taken from a number; a state that is yes counts 1, and is no when it is paid."""

    amount: Expr
    place: StatePlace
    origin: int = shown(default=-1)


@frozen
class SharedCost(Walked):
    """An amount taken from several numbers together: the payer decides how much from each."""

    amount: Expr
    name: str = field(metadata=names("state"))  # the state's name
    index: tuple[Expr | AnyIndex, ...]
    origin: int = shown(default=-1)


@frozen
class CardCost(Walked):
    """So many cards of a set, chosen by the payer, that go to `target`."""

    amount: Expr
    source: Expr
    target: ZoneTarget
    origin: int = shown(default=-1)


@frozen
class Pays(Walked):
    """Costs that are tested together and paid in one step."""

    costs: tuple[CountCost | SharedCost | CardCost, ...]
    origin: int = shown(default=-1)


@frozen
class Limit(Walked):
    """At most `number` uses per run of `event`, for each combination of the named choices."""

    name: str  # the hidden counter's name, unique in the program
    number: Expr
    event: Event
    for_each: tuple[Slot, ...] = field(metadata=READS)
    origin: int = shown(default=-1)


Clause: TypeAlias = OnlyIf | HasRoom | Pays | Limit
