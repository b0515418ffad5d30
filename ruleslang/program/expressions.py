"""
Expressions of a program: pure, total but for named faults, without choice or chance.

Locals are slots of the body that an expression stands in (see `program.locals`); the member that
`where` speaks of is an ordinary local.
"""

from __future__ import annotations

from typing import TypeAlias

from ruleslang.nodes.frozen import field, frozen
from ruleslang.program.builtins import FunctionName
from ruleslang.program.display import shown
from ruleslang.program.events import Event
from ruleslang.program.keywords import Comparison, Extreme, Folding, Operator, Population, Rounding
from ruleslang.program.locals import DEFINES, READS, Slot
from ruleslang.program.operation_variants import (
    Comparing,
    Measured,
    Ordering,
    Over,
    StandardOrder,
    Subject,
)
from ruleslang.program.references import names

# ---------------------------------------------------------------- constants


@frozen
class Literal:
    """A number, or `yes` and `no`, or `none`."""

    value: int | bool | None


@frozen
class WordValue:
    """The word at a place (from 0) of a words list, of a die's different faces, or of an option."""

    list: str = field(metadata=names("words"))
    place: int


@frozen
class SeatValue:
    """The player of a seat, from 0."""

    seat: int


@frozen
class TeamValue:
    """A team, from 0."""

    team: int


@frozen
class TitleValue:
    """A definition, by its name."""

    name: str = field(metadata=names("definition"))


@frozen
class SpaceValue:
    """The space at a place (from 0) of a board."""

    board: str = field(metadata=names("board"))
    place: int


# ---------------------------------------------------------------- reading


@frozen
class Local:
    """What a local holds."""

    slot: Slot = field(metadata=READS)


@frozen
class AnyIndex:
    """`any` as an index: all places."""


@frozen
class ReadState:
    """A state at an index. Unset: a fault. `said_as` is another word that stands for it."""

    name: str = field(metadata=names("state"))
    index: tuple[Expr, ...] = ()
    origin: int = shown(default=-1)
    said_as: str = shown(default="")


@frozen
class ReadZone:
    """
    The cards of a zone, in their order (unordered zones: standard order); `AnyIndex` is the
    union.
    """

    name: str = field(metadata=names("zone"))
    index: tuple[Expr | AnyIndex, ...] = ()


@frozen
class ZoneAt:
    """The zone itself, as a place: what `zone_of` answers and `index_of` reads."""

    name: str = field(metadata=names("zone"))
    index: tuple[Expr, ...] = ()


@frozen
class ReadDice:
    """The faces that lie at a place of dice, as a list; `AnyIndex` is the union."""

    name: str = field(metadata=names("dice"))
    index: tuple[Expr | AnyIndex, ...] = ()


@frozen
class DiceAt:
    """The dice themselves that lie there, for a choice: a list of `DieIn`."""

    name: str = field(metadata=names("dice"))
    index: tuple[Expr | AnyIndex, ...] = ()


@frozen
class FaceOf:
    """The face that a chosen die now shows. Of none, none."""

    die: Expr


@frozen
class FacesOf:
    """The faces that chosen dice now show, as a list."""

    dice: Expr


@frozen
class ReadOption:
    """The value of an option or reading in this match."""

    name: str = field(metadata=names("option"))


@frozen
class ReadField:
    """A card's or definition's field. A card without it, or none: a fault."""

    name: str = field(metadata=names("field"))
    subject: Expr
    index: tuple[Expr, ...] = ()
    of: Subject = "card"
    origin: int = shown(default=-1)


@frozen
class CallValue:
    """A named value, with its modifiers. `said_as` is another word that stands for it."""

    name: str = field(metadata=names("value"))
    arguments: tuple[Expr, ...] = ()
    origin: int = shown(default=-1)
    said_as: str = shown(default="")


@frozen
class CallBuiltIn:
    """
    A call of a built-in function of `program.builtins`.

    `of` says what is measured or compared; `board` is that of the spaces that `cell` finds.
    """

    function: FunctionName = field(metadata=names("built-in function"))
    arguments: tuple[Expr, ...]
    of: Measured = ""
    board: str | None = field(default=None, metadata=names("board"))
    origin: int = shown(default=-1)


@frozen
class ReadPlace:
    """
    A parameter or choice of something under way: `target(pending)`. Absent: none.

    Who acts or plays, and the card of a play, are asked by the functions `player` and `card`.
    """

    subject: Expr
    name: str


@frozen
class ThisUnderWay:
    """The innermost run of `event` that is under way: `this fight`."""

    event: Event


@frozen
class Playable:
    """Whether a card, or a definition, may be played by a player now."""

    card: Expr
    player: Expr
    of: Subject = "card"


@frozen
class ChanceOf:
    """
    The exact chance, as a fraction, that `condition` holds.

    `calls` are run first, each once, with their answers in locals that `condition` reads.
    Stands in claims only.
    """

    calls: tuple[ProcedureCall, ...]
    condition: Expr


@frozen
class ProcedureCall:
    """A call of a check inside `ChanceOf`; `into` is the local that takes the answer."""

    procedure: str = field(metadata=names("procedure"))
    arguments: tuple[Expr, ...]
    into: Slot = field(metadata=DEFINES)


# ---------------------------------------------------------------- sets of everything


@frozen
class Everything:
    """
    A whole population, in standard order.

    `what` is `players` (still in), `all players`, `winners`, `cards`, `titles`, `pieces`, `teams`,
    `words`, `spaces`, `definitions of` or `pieces of`; `name` says of which list, board, kind or
    piece declaration, or is empty.
    """

    what: Population
    name: str = ""


@frozen
class Active:
    """The player whose turn it is."""


@frozen
class NumberOfChoices:
    """How many choices the pending decision offers. Stands in claims and examples only."""


# ---------------------------------------------------------------- logic and arithmetic


@frozen
class Arithmetic:
    """`+`, `-` or `*`. None on either side is a fault."""

    operator: Operator
    left: Expr
    right: Expr
    origin: int = shown(default=-1)


@frozen
class Divide:
    """Division, rounded `up` or `down`; `exact` only in claims, where it makes a fraction."""

    left: Expr
    right: Expr
    rounding: Rounding
    origin: int = shown(default=-1)


@frozen
class Negate:
    """The number with the other sign."""

    operand: Expr
    origin: int = shown(default=-1)


@frozen
class Compare:
    """
    `<`, `<=`, `>` or `>=`, of numbers, words of one list (as written), or lists. None is a fault.
    """

    operator: Comparison
    left: Expr
    right: Expr
    order: Ordering = "numbers"
    origin: int = shown(default=-1)


@frozen
class Equal:
    """The same value; sets are the same when their members are; none equals only none."""

    left: Expr
    right: Expr
    comparing: Comparing = "values"


@frozen
class IsKind:
    """Whether a card or title (or the card of a play under way) is of a kind. None is not."""

    subject: Expr
    kind: str = field(metadata=names("kind or piece"))
    of: Subject = "card"


@frozen
class IsTitle:
    """Whether a card counts, at this moment, as a definition. None does not."""

    subject: Expr
    title: Expr


@frozen
class IsPiece:
    """Whether a piece is of a declaration. None is not."""

    subject: Expr
    piece: str = field(metadata=names("piece"))


@frozen
class IsAutomatic:
    """Whether a player's seat never decides."""

    player: Expr


@frozen
class In:
    """Membership. A card is in a set of titles when it counts as one of them."""

    member: Expr
    set: Expr
    comparing: Comparing = "values"


@frozen
class IsEmpty:
    """Whether a set, list, zone or optional holds nothing."""

    operand: Expr


@frozen
class Not:
    """The contrary."""

    operand: Expr


@frozen
class And:
    """Both; the right side is read only when the left holds."""

    left: Expr
    right: Expr


@frozen
class Or:
    """At least one; the right side is read only when the left does not hold."""

    left: Expr
    right: Expr


@frozen
class WhenOtherwise:
    """`value` when `condition` holds, else `otherwise`."""

    value: Expr
    condition: Expr
    otherwise: Expr


# ---------------------------------------------------------------- sets and lists


@frozen
class OptionalAsSet:
    """What may be there, as a set of at most one member: of none, the empty set."""

    operand: Expr


@frozen
class ListAsSet:
    """
    A list, or a set in an order of its own (braces, `players`, an ordered zone), where a set is
    declared: each entry once, in the order of their type. None stays none.
    """

    operand: Expr
    sorting: StandardOrder = "as written"


@frozen
class Range:
    """Numbers, or words of a list, from `low` to `high`."""

    low: Expr
    high: Expr
    of: Ordering = "numbers"


@frozen
class MakeSet:
    """The members, each once; a member that is none is left out."""

    items: tuple[Expr, ...]


@frozen
class MakeList:
    """The entries in the order given."""

    items: tuple[Expr, ...]


@frozen
class Union:
    """The members of either, in the order of the left, then of the right."""

    left: Expr
    right: Expr


@frozen
class Join:
    """One list after the other."""

    left: Expr
    right: Expr


@frozen
class Except:
    """The left without the members of the right; keeps the order of the left."""

    left: Expr
    right: Expr
    comparing: Comparing = "values"
    over: Over = "set"


@frozen
class Where:
    """The members for which `condition` holds, each in turn called `variable`; keeps the order."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    condition: Expr
    over: Over = "set"


@frozen
class AsFarAs:
    """
    The first members, up to the first for which `condition` does not hold; of a list in its order,
    of a set in standard order.
    """

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    condition: Expr
    over: Over = "set"
    sorting: StandardOrder = "as written"


@frozen
class SpreadBy:
    """The members, what `step` is of each of them, of each of those, until nothing is new."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    step: Expr
    sorting: StandardOrder = "as written"


@frozen
class Key:
    """`highest` or `lowest` of a value of the member that the phrase is about."""

    word: Extreme
    value: Expr
    order: Ordering = "numbers"


@frozen
class With:
    """The members equal on all keys, after the first has narrowed them, then the next."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    keys: tuple[Key, ...]


@frozen
class Ranked:
    """A list by keys; what is still equal stays in standard order."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    keys: tuple[Key, ...]
    sorting: StandardOrder = "as written"


@frozen
class Subsets:
    """The sub-sets of a size from `low` to `high`, by size, then standard order."""

    subject: Expr
    low: Expr
    high: Expr
    sorting: StandardOrder = "as written"  # of the members


@frozen
class ThereIs:
    """
    Whether some member meets `condition`; the first in order is then called `variable`.

    The name stays readable in what follows where the condition holds.
    """

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    condition: Expr | None
    over: Over = "set"
    sorting: StandardOrder = "as written"


@frozen
class Every:
    """Whether all members meet `condition`."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    condition: Expr


@frozen
class NumberOf:
    """How many members or entries."""

    subject: Expr


@frozen
class Fold:
    """
    `sum`, `highest` or `lowest` of `value` over the members.

    Entries that are none are skipped; `highest` and `lowest` of nothing are none, `sum` is 0.
    """

    word: Folding
    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    value: Expr
    order: Ordering = "numbers"


@frozen
class Image:
    """The different values of `value` over the members, none left out, in standard order."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    value: Expr
    sorting: StandardOrder = "as written"  # of the values


@frozen
class UnionOver:
    """What the sets `value` have in them, over the members; each once, in standard order."""

    variable: Slot = field(metadata=DEFINES)
    subject: Expr
    value: Expr
    sorting: StandardOrder = "as written"  # of what is in the sets


# ---------------------------------------------------------------- all of them, by what they answer

Constant: TypeAlias = Literal | WordValue | SeatValue | TeamValue | TitleValue | SpaceValue
Reading: TypeAlias = (
    Local
    | ReadState
    | ReadZone
    | ZoneAt
    | ReadDice
    | DiceAt
    | FaceOf
    | FacesOf
    | ReadOption
    | ReadField
    | CallValue
    | CallBuiltIn
    | ReadPlace
    | ThisUnderWay
    | Active
)
Test: TypeAlias = (
    Playable
    | Compare
    | Equal
    | IsKind
    | IsTitle
    | IsPiece
    | IsAutomatic
    | In
    | IsEmpty
    | Not
    | And
    | Or
    | ThereIs
    | Every
)
Numeric: TypeAlias = Arithmetic | Divide | Negate | NumberOf | NumberOfChoices | ChanceOf
Chosen: TypeAlias = WhenOtherwise | Fold
Collected: TypeAlias = (
    Everything
    | OptionalAsSet
    | ListAsSet
    | Range
    | MakeSet
    | MakeList
    | Union
    | Join
    | Subsets
    | Image
    | UnionOver
)
Narrowed: TypeAlias = Where | AsFarAs | Except | With | Ranked | SpreadBy

Expr: TypeAlias = Constant | Reading | Test | Numeric | Chosen | Collected | Narrowed
