"""
Statements of a program, and the parts that heads are made of.

A call of a procedure is always a statement of its own: one that stood in an expression was taken
out before it, its answer in a local that has no name.
"""

from __future__ import annotations

from typing import TypeAlias

from ruleslang.nodes.frozen import field, frozen
from ruleslang.program.display import Text, shown
from ruleslang.program.events import Event
from ruleslang.program.expressions import AnyIndex, Expr, Key
from ruleslang.program.keywords import (
    Facing,
    Moment,
    OfferMode,
    Position,
    Stage,
    TieBreak,
)
from ruleslang.program.locals import DEFINES, READS, WRITES, Slot
from ruleslang.program.operation_variants import Comparing, StandardOrder, Subject
from ruleslang.program.patterns import Entry, Pattern
from ruleslang.program.references import names
from ruleslang.program.types import Type

Block: TypeAlias = "tuple[Statement, ...]"

# ---------------------------------------------------------------- places that can be written


@frozen
class LocalPlace:
    """A local made by `let` or a choice, or a parameter."""

    slot: Slot = field(metadata=WRITES)


@frozen
class StatePlace:
    """A state at an index."""

    name: str = field(metadata=names("state"))
    index: tuple[Expr, ...] = ()


@frozen
class ActivePlace:
    """Whose turn it is."""


@frozen
class PlaceOfUnderWay:
    """A changeable place of something under way."""

    subject: Expr
    name: str


Place: TypeAlias = LocalPlace | StatePlace | ActivePlace | PlaceOfUnderWay


@frozen
class ZoneTarget:
    """Where cards go."""

    name: str = field(metadata=names("zone"))
    index: tuple[Expr, ...] = ()


@frozen
class DiceTarget:
    """One place of dice."""

    name: str = field(metadata=names("dice"))
    index: tuple[Expr, ...] = ()


# ---------------------------------------------------------------- parts of heads


@frozen
class Choice:
    """
    What a player, or chance, picks.

    `low` and `high` are None for a single member, else what is chosen is a set. `slot` takes it,
    and holds it in `so_that` too; in `where` the candidate is in `member`. Records, views and what
    reads a choice of something under way call it by its `name`.
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
    """So much taken from a number."""

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


@frozen
class Body:
    """Clauses, statements, and `in any case` (None: nothing of the sort)."""

    clauses: tuple[Clause, ...] = ()
    statements: Block = ()
    in_any_case: Block | None = None


@frozen
class WindowUse:
    """A window in which a play or action is offered, with what must stand there or is bound."""

    window: str = field(metadata=names("window"))
    pattern: Pattern


# ---------------------------------------------------------------- effects


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

# ---------------------------------------------------------------- simple statements


@frozen
class Let:
    """A local takes its first value."""

    slot: Slot = field(metadata=DEFINES)
    value: Expr
    origin: int = shown(default=-1)


@frozen
class Assign:
    """A place takes a value; out of its range is a fault, unless a state stops at the ends."""

    place: Place
    value: Expr
    origin: int = shown(default=-1)


@frozen
class MoveCards:
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
class MovePieces:
    """A piece goes to a space, or off the boards when the space is none."""

    pieces: Expr
    space: Expr
    origin: int = shown(default=-1)


@frozen
class SwapZones:
    """All cards of two zones change places; capacities are tested after."""

    left: ZoneTarget
    right: ZoneTarget
    origin: int = shown(default=-1)


@frozen
class SwapDice:
    """The dice of two places change places, as they lie."""

    left: DiceTarget
    right: DiceTarget
    origin: int = shown(default=-1)


@frozen
class SwapMembers:
    """Two cards, or two pieces, change places."""

    left: Expr
    right: Expr
    of: Subject = "card"
    origin: int = shown(default=-1)


@frozen
class SwapPlaces:
    """Two locals or states change values."""

    left: Place
    right: Place
    origin: int = shown(default=-1)


@frozen
class Shuffle:
    """A zone's cards in an order by chance."""

    zone: ZoneTarget
    origin: int = shown(default=-1)


@frozen
class RollDie:
    """A die is rolled, once (`number` None: a face) or several times (a list)."""

    die: str = field(metadata=names("die"))
    number: Expr | None
    into: Slot | None = field(metadata=DEFINES)
    seen_by: Expr | None = None  # None: by all
    origin: int = shown(default=-1)


@frozen
class RollDice:
    """All dice that lie at a place are rolled again; `into` takes their faces."""

    dice: str = field(metadata=names("dice"))
    index: tuple[Expr | AnyIndex, ...]
    into: Slot | None = field(metadata=DEFINES)
    origin: int = shown(default=-1)


@frozen
class RollNew:
    """`number` new dice replace those that lie at a place."""

    number: Expr
    dice: str = field(metadata=names("dice"))
    index: tuple[Expr, ...]
    origin: int = shown(default=-1)


@frozen
class RollAgain:
    """The chosen dice, a set or list, are rolled again where they lie; `into` takes their faces."""

    which: Expr
    into: Slot | None = field(metadata=DEFINES)
    one: bool = False  # `into` takes the face of the only one
    origin: int = shown(default=-1)


@frozen
class RevealCards:
    """Cards are shown to a player, or (None) to all."""

    cards: Expr
    to: Expr | None
    origin: int = shown(default=-1)


@frozen
class RevealState:
    """States are shown, until they are next written; `AnyIndex` shows every place."""

    name: str = field(metadata=names("state"))
    index: tuple[Expr | AnyIndex, ...]
    to: Expr | None
    origin: int = shown(default=-1)


@frozen
class RevealDice:
    """Dice are shown, until they are next rolled."""

    name: str = field(metadata=names("dice"))
    index: tuple[Expr | AnyIndex, ...]
    to: Expr | None
    origin: int = shown(default=-1)


@frozen
class RevealFact:
    """
    `colour(c) is red`: a fact of a card is told.

    `fact` reads the card; `value` is what it is compared with; `card` is the card.
    """

    fact: Expr
    value: Expr
    card: Expr
    to: Expr | None
    comparing: Comparing = "values"
    origin: int = shown(default=-1)


@frozen
class Choose:
    """A player chooses; with nothing to choose the procedure stops here."""

    player: Expr
    choice: Choice
    origin: int = shown(default=-1)


@frozen
class Offer:
    """
    Actions are offered.

    `mode` is `must` (one, or `impossible` when none is legal), `may` (one or none) or `any`
    (again and again until the player stops or nothing is legal).
    """

    player: Expr
    mode: OfferMode
    actions: tuple[str, ...] = field(metadata=names("action"))
    impossible: Block | None = None
    origin: int = shown(default=-1)


@frozen
class Pick:
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
class Rank:
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
class OpenWindow:
    """A window opens; `into` takes the set of players who used it."""

    window: str = field(metadata=names("window"))
    arguments: tuple[Expr, ...]
    into: Slot | None = field(metadata=DEFINES)
    origin: int = shown(default=-1)


@frozen
class Perform:
    """A card is played, as `played_as` if that is given; nothing when it is not playable."""

    card: Expr
    played_as: Expr | None
    by: Expr
    origin: int = shown(default=-1)


@frozen
class Call:
    """A procedure runs; `into` takes its answer."""

    procedure: str = field(metadata=names("procedure"))
    arguments: tuple[Expr, ...]
    into: Slot | None = field(default=None, metadata=DEFINES)
    origin: int = shown(default=-1)


@frozen
class AsUsual:
    """What a hook stands in for runs, with its own arguments or (None) those it was called with."""

    arguments: tuple[Expr, ...] | None
    into: Slot | None = field(default=None, metadata=DEFINES)
    origin: int = shown(default=-1)


@frozen
class Answer:
    """The procedure, or the hook, is over and answers this."""

    value: Expr
    origin: int = shown(default=-1)


@frozen
class Stop:
    """The procedure, or the hook, is over."""

    origin: int = shown(default=-1)


@frozen
class End:
    """Ends the innermost run of `event` that is under way."""

    event: Event
    if_under_way: bool
    origin: int = shown(default=-1)


@frozen
class Cancel:
    """That very invocation is over."""

    what: Expr
    origin: int = shown(default=-1)


@frozen
class Eliminate:
    """A player is out."""

    player: Expr
    origin: int = shown(default=-1)


@frozen
class Wins:
    """The match is over; the set of winners may be empty."""

    players: Expr
    origin: int = shown(default=-1)


# ---------------------------------------------------------------- compound statements


@frozen
class If:
    """One of two blocks."""

    condition: Expr
    then: Block
    otherwise: Block = ()
    origin: int = shown(default=-1)


@frozen
class Case:
    """A block for some entries; a range of numbers is a `MemberEntry`."""

    entries: tuple[Entry, ...]
    block: Block


@frozen
class Depending:
    """
    The block of the first case that fits; `otherwise` when none does.

    `otherwise` None: the cases cover every value but none, which is a fault.
    """

    subject: Expr
    cases: tuple[Case, ...]
    otherwise: Block | None = None
    origin: int = shown(default=-1)


@frozen
class ForEach:
    """A block for each member of a set as it is now; a player eliminated meanwhile is skipped."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    block: Block
    origin: int = shown(default=-1)


@frozen
class Repeat:
    """
    A block again and again.

    `times` is a number taken once; `while_` is tested before each run, and so is `until`; all three
    may be None. `at_most` is a safety limit whose reaching is reported; None: no limit is written.
    """

    times: Expr | None
    while_: Expr | None
    until: Expr | None
    at_most: Expr | None
    block: Block
    origin: int = shown(default=-1)


@frozen
class TakeTurns:
    """Players take turns, clockwise from `starting` (None: the first seat), until `until`."""

    variable: Slot = field(metadata=DEFINES)
    among: Expr
    starting: Expr | None
    until: Expr | None
    block: Block
    origin: int = shown(default=-1)


@frozen
class Question:
    """
    One question of `Together`, asked only when `condition` (None: always) holds.

    `into` takes what was chosen; of a question that was not asked none, or the empty set.
    """

    player: Expr
    choice: Choice
    into: Slot = field(metadata=DEFINES)
    condition: Expr | None = None
    origin: int = shown(default=-1)


@frozen
class Together:
    """Questions that are answered in secret and shown together."""

    questions: tuple[Question, ...]
    origin: int = shown(default=-1)


@frozen
class TogetherForEach:
    """A block for each player in secret: what is his looks to others as it was before."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    block: Block
    origin: int = shown(default=-1)


@frozen
class MayChoose:
    """A player chooses and `then` runs; he declines, or has no choice, and `otherwise` runs."""

    player: Expr
    choice: Choice
    then: Block
    otherwise: Block = ()
    origin: int = shown(default=-1)


@frozen
class Branch:
    """A named branch of a menu, offered when `condition` (None: always) holds."""

    name: str
    condition: Expr | None
    block: Block
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


@frozen
class Menu:
    """A player chooses one of several branches."""

    player: Expr
    branches: tuple[Branch, ...]
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


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


@frozen
class Lasting:
    """
    Begins effects that end by themselves.

    The effects, and the condition of a `WhileHolds` after its first test, run in frames of their
    own, which begin with the values that `captures` had when this statement ran. A pattern is
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


# Every class stands in one group, and its traits in the function of that group.
Writing: TypeAlias = (
    Let
    | Assign
    | MoveCards
    | MovePieces
    | SwapZones
    | SwapDice
    | SwapMembers
    | SwapPlaces
    | Lasting
)
Rolling: TypeAlias = Shuffle | RollDie | RollDice | RollNew | RollAgain
Revealing: TypeAlias = RevealCards | RevealState | RevealDice | RevealFact
Choosing: TypeAlias = Choose | MayChoose | Together | Pick | Rank
Offering: TypeAlias = Menu | Offer | OpenWindow
Running: TypeAlias = Perform | Call | AsUsual
Leaving: TypeAlias = Answer | Stop | End | Cancel | Eliminate | Wins
Branching: TypeAlias = If | Depending
Looping: TypeAlias = ForEach | Repeat | TakeTurns | TogetherForEach

Statement: TypeAlias = (
    Writing | Rolling | Revealing | Choosing | Offering | Running | Leaving | Branching | Looping
)
