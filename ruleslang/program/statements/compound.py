"""Statements with blocks: branches, loops, and questions with what follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from ruleslang.program.expressions import Expr
from ruleslang.program.locals import DEFINES, Slot
from ruleslang.program.patterns import Entry, Pattern
from ruleslang.program.references import Text, names, shown
from ruleslang.program.statements.effects import Choice, Clause, Pays
from ruleslang.program.statements.simple import Choose, Offer, OpenWindow, Pick, Rank
from ruleslang.source.walk import Walked

if TYPE_CHECKING:
    from ruleslang.program.statements import Block


@frozen
class Body(Walked):
    """Clauses, statements, and `in any case` (None: nothing of the sort)."""

    clauses: tuple[Clause, ...] = ()
    statements: Block = ()
    in_any_case: Block | None = None


@frozen
class WindowUse(Walked):
    """A window in which a play or action is offered, with patterns for its arguments."""

    window: str = field(metadata=names("window"))
    pattern: Pattern


@frozen
class If(Walked):
    """Runs one of two blocks."""

    condition: Expr
    then: Block
    otherwise: Block = ()
    origin: int = shown(default=-1)


@frozen
class Case(Walked):
    """A block for some entries; a range of numbers is a `MemberEntry`."""

    entries: tuple[Entry, ...]
    block: Block
    origin: int = shown(default=-1)


@frozen
class Depending(Walked):
    """
    The block of the first case that fits; `otherwise` when none does.

    `otherwise` None: the cases cover every value but none, which is a fault.
    """

    subject: Expr
    cases: tuple[Case, ...]
    otherwise: Block | None = None
    origin: int = shown(default=-1)


@frozen
class ForEach(Walked):
    """A block for each member of a set as it is now; a player eliminated meanwhile is skipped."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    block: Block
    origin: int = shown(default=-1)


@frozen
class Repeat(Walked):
    """
    A block again and again.

    `times` is taken once; `while_` and `until` are tested before each run. At most `at_most` runs,
    which are recorded; with `is_safety` it is no rule, so odds count beyond it.
    """

    times: Expr | None
    while_: Expr | None
    until: Expr | None
    at_most: Expr | None
    block: Block
    origin: int = shown(default=-1)
    is_safety: bool = shown(default=False)


@frozen
class TakeTurns(Walked):
    """Players take turns, clockwise from `starting` (None: the first seat), until `until`."""

    variable: Slot = field(metadata=DEFINES)
    among: Expr
    starting: Expr | None
    until: Expr | None
    block: Block
    origin: int = shown(default=-1)


@frozen
class Question(Walked):
    """
    One question of `Together`, asked only when `condition` (None: always) holds.

    `into` takes the choice; if the question was not asked, none or the empty set.
    """

    player: Expr
    choice: Choice
    into: Slot = field(metadata=DEFINES)
    condition: Expr | None = None
    origin: int = shown(default=-1)


@frozen
class Together(Walked):
    """Questions that are answered in secret and shown together."""

    questions: tuple[Question, ...]
    origin: int = shown(default=-1)


@frozen
class TogetherForEach(Walked):
    """A block for each player in secret: the others see that player's things as they were."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    block: Block
    origin: int = shown(default=-1)


@frozen
class AtOnce(Walked):
    """A block that is one moment: `whenever` rules are tested when it is over."""

    block: Block
    origin: int = shown(default=-1)


@frozen
class MayChoose(Walked):
    """A player chooses and `then` runs; if they decline or cannot choose, `otherwise` runs."""

    player: Expr
    choice: Choice
    then: Block
    otherwise: Block = ()
    origin: int = shown(default=-1)


@frozen
class Branch(Walked):
    """
    A named branch of a menu, offered when `condition` (None: always) holds and it can be paid.

    It is paid before the block.
    """

    name: str
    condition: Expr | None
    block: Block
    pays: Pays | None = None
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


@frozen
class Menu(Walked):
    """A player chooses one of several branches."""

    player: Expr
    branches: tuple[Branch, ...]
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


# Every class is in one group, whose function has its traits.
Choosing: TypeAlias = Choose | MayChoose | Together | Pick | Rank
Offering: TypeAlias = Menu | Offer | OpenWindow
Branching: TypeAlias = If | Depending | AtOnce
Looping: TypeAlias = ForEach | Repeat | TakeTurns | TogetherForEach
