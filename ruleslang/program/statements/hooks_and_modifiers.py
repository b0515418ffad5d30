"""Nodes of effects (hooks, modifiers, `whenever`), and of how long a lasting one is in force."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from ruleslang.program.displayed_parts import shown
from ruleslang.program.enumerations import Moment, Stage
from ruleslang.program.events import Event
from ruleslang.program.expressions import Expr
from ruleslang.program.find_references import names
from ruleslang.program.locals import DEFINES, Slot
from ruleslang.program.patterns import Entry, Pattern

if TYPE_CHECKING:
    from ruleslang.program.statements import Block


@frozen
class Hook:
    """
    What happens before, after or in the place of an event.

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
class Change:
    """One change of a modifier; its stage is `+`, `at least`, `starts from`, …"""

    stage: Stage
    amount: Expr


@frozen
class Modifier:
    """Changes of a named value."""

    id: EffectId
    value: str = field(metadata=names("value"))
    pattern: Pattern
    condition: Expr | None
    changes: tuple[Change, ...]
    origin: int = shown(default=-1)


@frozen
class Whenever:
    """What happens as soon as `condition` becomes true; of a `ThereIs`, for each member."""

    id: EffectId
    condition: Expr
    block: Block
    origin: int = shown(default=-1)


EffectId: TypeAlias = str  # unique in the program: what it stands in, and its place there

Effect: TypeAlias = Hook | Modifier | Whenever


@frozen
class UntilRunEnds:
    """Until the end of the run of `event` that is innermost when the effects begin."""

    event: Event


@frozen
class UntilNextEnd:
    """Until the next end of an `event` whose arguments match the pattern."""

    event: Event
    pattern: Pattern


@frozen
class UntilNextStart:
    """Until just before the next start of an `event` whose arguments match the pattern."""

    event: Event
    pattern: Pattern


@frozen
class WhileHolds:
    """Until the condition is first false; if it is false at once, nothing begins."""

    condition: Expr


Lifetime: TypeAlias = UntilRunEnds | UntilNextEnd | UntilNextStart | WhileHolds
