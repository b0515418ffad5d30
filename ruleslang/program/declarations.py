"""Declarations of a program: what exists, and what may happen."""

from __future__ import annotations

from ruleslang.nodes.frozen import field, frozen
from ruleslang.program.display import Text, shown
from ruleslang.program.events import Event
from ruleslang.program.expressions import Expr, Key
from ruleslang.program.keywords import (
    BoardShape,
    Closing,
    PreferenceAbout,
    ProcedureWord,
    SeenBy,
    TieBreak,
)
from ruleslang.program.locals import DEFINES, LocalDecl, Slot
from ruleslang.program.patterns import Pattern
from ruleslang.program.references import names
from ruleslang.program.statements import Body, Choice, Effect, WindowUse
from ruleslang.program.types import Type

# ---------------------------------------------------------------- data


@frozen
class Words:
    """A closed list of words, as written: of `words`, a die with words, an option."""

    name: str
    words: tuple[str, ...]
    origin: int = shown(default=-1)


@frozen
class Die:
    """
    A die: `faces` has one entry per face, numbers or places in the words list of the same name.
    """

    name: str
    faces: tuple[int, ...]
    words: bool
    origin: int = shown(default=-1)


@frozen
class Option:
    """
    An option or (`reading`) the answer to an open question; its values are a `Words` of its name.

    `truth` says that they are `yes` and `no`, and that it reads as a truth value.
    """

    name: str
    reading: bool
    values: tuple[str, ...]
    default: int
    truth: bool
    text: Text | None = shown(default=None)
    value_texts: tuple[Text | None, ...] = shown(default=())
    origin: int = shown(default=-1)


@frozen
class IndexPlace:
    """
    One place of an index: its type, and the name by which capacity and visibility may speak of
    it.
    """

    name: str
    type: Type


@frozen
class Seen:
    """
    Who sees: `all`, `owner`, `nobody`, or `set` with the players, over the index and public
    state.
    """

    by: SeenBy
    players: Expr | None = None


@frozen
class Zone:
    """A place for cards. `kind` None: any card; `at_most` None: as many as there are."""

    name: str
    index: tuple[IndexPlace, ...]
    kind: str | None = field(metadata=names("kind"))
    ordered: bool
    at_most: Expr | None
    seen: Seen
    count_seen: Seen
    locals: tuple[LocalDecl, ...] = ()
    origin: int = shown(default=-1)


@frozen
class State:
    """A stored fact. `start` None: none when its type is optional, else unset."""

    name: str
    index: tuple[IndexPlace, ...]
    type: Type
    start: Expr | None
    reset_each: tuple[Event, ...]
    stops_at_the_ends: bool
    seen: Seen
    locals: tuple[LocalDecl, ...] = ()
    origin: int = shown(default=-1)


@frozen
class Dice:
    """Dice that lie on the table; `number` is the most, `start` how many lie there at the start."""

    name: str
    index: tuple[IndexPlace, ...]
    die: str = field(metadata=names("die"))
    number: int
    exact: bool
    start: Expr
    seen: Seen
    locals: tuple[LocalDecl, ...] = ()
    origin: int = shown(default=-1)


@frozen
class Board:
    """
    Spaces, and which are neighbours.

    `shape` is `grid`, `hexes`, `line`, `ring` or `map`; `sizes` its numbers (columns, rows);
    `spaces` names them in standard order (made up for all but maps); `links` are pairs of places.
    """

    name: str
    shape: BoardShape
    sizes: tuple[int, ...]
    neighbours: int
    rows_from_each_side: bool
    one_piece_per_space: bool
    spaces: tuple[str, ...]
    links: tuple[tuple[int, int], ...]
    origin: int = shown(default=-1)


@frozen
class Piece:
    """Things that stand on spaces: `copies` of them, for each player if `per_player`."""

    name: str
    copies: int
    per_player: bool
    board: str | None = field(metadata=names("board"))
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


# ---------------------------------------------------------------- cards


@frozen
class FieldType:
    """A field that the cards of a kind have."""

    name: str
    index: tuple[IndexPlace, ...]
    type: Type


@frozen
class Kind:
    """A family of cards; `parent` None stands right under all cards."""

    name: str
    parent: str | None = field(metadata=names("kind"))
    fields: tuple[FieldType, ...]
    origin: int = shown(default=-1)


@frozen
class FieldValue:
    """The constant of a field; `index` is empty, or the constants of one place."""

    name: str = field(metadata=names("field"))
    index: tuple[Expr, ...]
    value: Expr


@frozen
class Definition:
    """
    What is printed on a card.

    `fields` are complete, defaults filled in. `plays` and `standings` name entries of the program;
    they are those that hold after its kinds: the nearest level with any play, and effects of all.
    `standings` also name those of its kinds. `deck` is the deck it was made by, or empty; such a
    card is `written` otherwise than it is declared: `french(5, hearts)`.
    """

    name: str
    kind: str = field(metadata=names("kind"))
    copies: int
    fields: tuple[FieldValue, ...]
    plays: tuple[str, ...] = field(metadata=names("play"))
    standings: tuple[str, ...] = field(metadata=names("standing"))
    deck: str = ""
    text: Text | None = shown(default=None)
    rules_text: Text | None = shown(default=None)
    origin: int = shown(default=-1)
    written: str = ""


@frozen
class Play:
    """
    One way to play a card. `windows` empty: only when no window is open.

    `you` is who plays it, `this` the card.
    """

    name: str  # unique in the program: the card's or kind's, with a number when there are several
    locals: tuple[LocalDecl, ...]
    you: Slot = field(metadata=DEFINES)
    this: Slot = field(metadata=DEFINES)
    windows: tuple[WindowUse, ...]
    window_condition: Expr | None
    choices: tuple[Choice, ...]
    body: Body
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


@frozen
class Standing:
    """
    Effects in force while something holds.

    `zone` None: no zone is named. `this` is the card, in a card; `you` is the holder of the zone.
    Each effect runs in a frame of its own, which begins with these, and with what index and
    condition have bound.
    """

    name: str  # unique in the program
    locals: tuple[LocalDecl, ...]
    this: Slot | None = field(metadata=DEFINES)
    you: Slot | None = field(metadata=DEFINES)
    zone: str | None = field(metadata=names("zone"))
    index: Pattern
    condition: Expr | None
    effects: tuple[Effect, ...]
    origin: int = shown(default=-1)


# ---------------------------------------------------------------- behaviour


@frozen
class Parameter:
    """A parameter; `changeable` ones may be set by who answers it in a window."""

    name: str
    type: Type
    changeable: bool = False


@frozen
class ValueLet:
    """A name for a part of a value."""

    slot: Slot = field(metadata=DEFINES)
    value: Expr


@frozen
class ValueCase:
    """What a value is when `condition` (None: otherwise) holds."""

    condition: Expr | None
    value: Expr


@frozen
class Value:
    """
    A computed fact: `lets` in order, then the first case that holds; the last has no condition.
    """

    name: str
    locals: tuple[LocalDecl, ...]
    parameters: tuple[Parameter, ...]
    type: Type
    lets: tuple[ValueLet, ...]
    cases: tuple[ValueCase, ...]
    origin: int = shown(default=-1)
    decided_by: tuple[str, ...] = shown(default=())


@frozen
class OnlyUnder:
    """The values, by their places, of an option under which alone there is such a procedure."""

    option: str = field(metadata=names("option"))
    values: tuple[int, ...]


@frozen
class Procedure:
    """Named steps; `word` is `procedure`, `phase` or `check`."""

    name: str
    word: ProcedureWord
    locals: tuple[LocalDecl, ...]
    parameters: tuple[Parameter, ...]
    answers: Type | None
    body: Body
    origin: int = shown(default=-1)
    decided_by: tuple[str, ...] = shown(default=())
    only_under: OnlyUnder | None = shown(default=None)


@frozen
class Action:
    """
    Something offered to a player, who is `you` in its table.

    `windows` empty: wherever it is offered; else only there.
    """

    name: str
    locals: tuple[LocalDecl, ...]
    you: Slot = field(metadata=DEFINES)
    windows: tuple[WindowUse, ...]
    window_condition: Expr | None
    choices: tuple[Choice, ...]
    body: Body
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


@frozen
class Window:
    """
    An occasion to react; `closes` is `after one use`, `when all were asked` or `when all pass`.
    """

    name: str
    locals: tuple[LocalDecl, ...]
    parameters: tuple[Parameter, ...]
    asks: Expr
    offers: tuple[str, ...] = field(metadata=names("action"))
    closes: Closing
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


# ---------------------------------------------------------------- beside the game


@frozen
class Measure:
    """A number that reports gather at the end of each `at`; None: at the end of the match."""

    name: str
    locals: tuple[LocalDecl, ...]
    at: Event | None
    value: Expr
    origin: int = shown(default=-1)


@frozen
class Preference:
    """
    One line of a player written in the language; `you` is the player who decides.

    `shape` is `action`, `branch`, `choice` or `otherwise`. A pattern stands for an action's
    choices.
    With `keys` or `last` it narrows what it matches to the best; else it prefers what it matches,
    or with `avoids` all the rest.
    `member` is what is chosen, for a choice.
    """

    about: PreferenceAbout
    name: str
    locals: tuple[LocalDecl, ...]
    you: Slot = field(metadata=DEFINES)
    member: Slot | None = field(metadata=DEFINES)
    pattern: Pattern
    condition: Expr | None
    keys: tuple[Key, ...]
    last: TieBreak
    avoids: bool = False
    origin: int = shown(default=-1)


@frozen
class Chooser:
    """A player written in the language: preferences, the first first."""

    name: str
    preferences: tuple[Preference, ...]
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


# ---------------------------------------------------------------- examples and claims


@frozen
class GivenState:
    """A state starts so."""

    name: str = field(metadata=names("state"))
    index: tuple[Expr, ...]
    value: Expr
    origin: int = shown(default=-1)


@frozen
class GivenZone:
    """A zone holds cards of these definitions, the first on top."""

    name: str = field(metadata=names("zone"))
    index: tuple[Expr, ...]
    titles: tuple[Expr, ...]
    origin: int = shown(default=-1)


@frozen
class GivenDice:
    """These faces lie there."""

    name: str = field(metadata=names("dice"))
    index: tuple[Expr, ...]
    faces: tuple[Expr, ...]
    origin: int = shown(default=-1)


@frozen
class GivenDiceNumber:
    """So many dice lie there; their faces come from `rolling`, or from chance in a claim."""

    name: str = field(metadata=names("dice"))
    index: tuple[Expr, ...]
    number: Expr
    origin: int = shown(default=-1)


@frozen
class GivenActive:
    """It is this player's turn."""

    player: Expr
    origin: int = shown(default=-1)


@frozen
class GivenOption:
    """An option or reading has this value."""

    name: str = field(metadata=names("option"))
    value: int  # its place
    origin: int = shown(default=-1)


@frozen
class GivenPlayers:
    """So many players started."""

    number: int
    origin: int = shown(default=-1)


@frozen
class GivenAutomatic:
    """This seat, counted from 1, and all after it never decide."""

    seat: int
    origin: int = shown(default=-1)


@frozen
class GivenPiece:
    """A piece stands on a space."""

    piece: Expr
    space: Expr
    origin: int = shown(default=-1)


@frozen
class GivenFact:
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
class RollingLine:
    """
    Faces, in the order they are thrown.

    Here and in the lines below, a plain word of a list or die stands as its bare name (a `str`),
    because only the die, or the choice, that it meets tells which list it is of.
    """

    faces: tuple[Expr | str, ...]
    origin: int = shown(default=-1)


@frozen
class PickingLine:
    """What chance picks, in order; a title stands for any copy of it."""

    values: tuple[Expr | str, ...]
    origin: int = shown(default=-1)


@frozen
class ScriptLine:
    """
    What a player answers next; no values and `declines`: declines or passes.

    `values` are in the order written, each an expression or a bare name: of an action, of a
    branch of
    a menu, or of a word.
    """

    player: Expr
    values: tuple[Expr | str, ...]
    declines: bool
    origin: int = shown(default=-1)


@frozen
class PlaysLine:
    """A player plays a card of a definition that he holds, with these choices."""

    player: Expr
    card: Expr
    choosing: tuple[Expr | str, ...]
    origin: int = shown(default=-1)


@frozen
class DoesLine:
    """A player does an action with these choices."""

    player: Expr
    action: str = field(metadata=names("action"))
    choosing: tuple[Expr | str, ...]
    origin: int = shown(default=-1)


@frozen
class RunLine:
    """A procedure runs."""

    procedure: str = field(metadata=names("procedure"))
    arguments: tuple[Expr, ...]
    origin: int = shown(default=-1)


@frozen
class ThenLine:
    """This now holds. A zone or set of cards compared with titles counts titles."""

    condition: Expr
    origin: int = shown(default=-1)


@frozen
class FactSeen:
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
class SeesLine:
    """A player sees all of a zone's cards, a number, a fact; or cannot see any of it."""

    player: Expr
    subject: Expr | FactSeen
    negated: bool
    origin: int = shown(default=-1)


@frozen
class AudienceLine:
    """These players see all of a zone's cards, a number, a fact; all others nothing of it."""

    players: Expr
    subject: Expr | FactSeen
    origin: int = shown(default=-1)


@frozen
class MayLine:
    """A player may, or may not, do an action with these choices."""

    player: Expr
    action: str = field(metadata=names("action"))
    choosing: tuple[Expr | str, ...]
    negated: bool
    origin: int = shown(default=-1)


@frozen
class MayPlayLine:
    """A player may, or may not, play a card of a definition with these choices."""

    player: Expr
    card: Expr
    choosing: tuple[Expr | str, ...]
    negated: bool
    origin: int = shown(default=-1)


@frozen
class MayChooseLine:
    """Asked now, a player may, or may not, choose these values, or decline."""

    player: Expr
    values: tuple[Expr | str, ...]
    declines: bool
    negated: bool
    origin: int = shown(default=-1)


@frozen
class TogetherLine:
    """These players, and no others, are asked now, and none sees another's answer."""

    players: Expr
    origin: int = shown(default=-1)


@frozen
class WonLine:
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
class Example:
    """A worked example: lines in order."""

    title: str
    locals: tuple[LocalDecl, ...]
    lines: tuple[ExampleLine, ...]
    origin: int = shown(default=-1)


@frozen
class Claim:
    """A statement proved by counting, in the opening state as `given` makes it."""

    title: str
    locals: tuple[LocalDecl, ...]
    given: tuple[GivenLine, ...]
    conditions: tuple[ThenLine, ...]
    origin: int = shown(default=-1)
