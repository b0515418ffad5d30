"""Nodes of declarations: everything that stands at the left margin of a rulebook or a card file."""

from __future__ import annotations

from typing import TypeAlias

from ruleslang.nodes.frozen import field, frozen
from ruleslang.source.span import Source, Span
from ruleslang.syntax.examples import Claim, Example
from ruleslang.syntax.expressions import Apply, Criterion, Expression, TypeNode
from ruleslang.syntax.node import Name, Node, Text
from ruleslang.syntax.simple_statements import (
    Marked,
)
from ruleslang.syntax.statements import (
    Body,
    Choice,
    Effect,
    Hook,
    Modify,
    Pattern,
    Whenever,
)

# ---------------------------------------------------------------- the header


@frozen(eq=False)
class Language(Marked):
    """`language 1`."""

    version: int


@frozen(eq=False)
class Players(Marked):
    """`players 2..5: home, away`."""

    count: Expression
    names: tuple[Name, ...]


@frozen(eq=False)
class AutomaticSeats(Marked):
    """`automatic seats 0..1`."""

    count: Expression


@frozen(eq=False)
class Teams(Marked):
    """`teams 2 of 2: red, blue`."""

    count: int
    size: int
    names: tuple[Name, ...]


@frozen(eq=False)
class CardFolders(Marked):
    """`cards duel`: folders of card files."""

    names: tuple[Name, ...]


@frozen(eq=False)
class Uses(Marked):
    """`uses clock`: standard pieces."""

    names: tuple[Name, ...]


@frozen(eq=False)
class Series(Node):
    """`open questions 1..67`, `gaps 1..9`; `word` is `open questions` or `gaps`."""

    word: str
    numbers: Expression


@frozen(eq=False)
class NumberedRules(Marked):
    """`rules DUEL 1..134, open questions 1..67, gaps 1..9`."""

    prefix: Name
    numbers: Expression | None
    series: tuple[Series, ...]


@frozen(eq=False)
class StartsWith(Marked):
    """`starts with whole_match`."""

    procedure: Name


@frozen(eq=False)
class Payoff(Marked):
    """`payoff gain`."""

    name: Name


@frozen(eq=False)
class DecisionCap(Marked):
    """`at most 20000 decisions, then nobody wins`."""

    number: int
    winners: Expression


@frozen(eq=False)
class ReactionDepth(Marked):
    """`reactions at most 8 deep`."""

    number: int


HeaderItem: TypeAlias = (
    Language
    | Players
    | AutomaticSeats
    | Teams
    | CardFolders
    | Uses
    | NumberedRules
    | StartsWith
    | Payoff
    | DecisionCap
    | ReactionDepth
)


@frozen(eq=False)
class Header(Marked):
    """`rulebook duel "Duel"` and its lines."""

    name: Name
    text: Text
    items: tuple[HeaderItem, ...]


# ---------------------------------------------------------------- data


@frozen(eq=False)
class Words(Marked):
    """`words Side: left, middle, right`."""

    name: Name
    words: tuple[Name, ...]


@frozen(eq=False)
class Face(Node):
    """`ball x3`, `-1`, `1..6`: a word, or one number, or a run of numbers."""

    word: Name | None
    low: int | None
    high: int | None  # None: no run, `low` alone
    copies: int | None  # None: not written, so 1


@frozen(eq=False)
class Die(Marked):
    """`die green: ball x3, miss`."""

    name: Name
    faces: tuple[Face, ...]


@frozen(eq=False)
class Index(Node):
    """One place of an index: `player`, `p: player`."""

    name: Name | None
    type: TypeNode


@frozen(eq=False)
class SeenBy(Node):
    """`seen by all`, `seen by (S)`; `word` is `all`, `owner`, `nobody` or `set`."""

    word: str
    players: Expression | None  # only there when `word` is `set`


@frozen(eq=False)
class Dice(Marked):
    """`dice force(player): up to 3 d6, starts with 2`; `exact` says that `up to` is not written."""

    name: Name
    index: tuple[Index, ...]
    number: int
    exact: bool
    die: Name
    starts_with: Expression | None
    seen_by: SeenBy | None


@frozen(eq=False)
class Zone(Marked):
    """`zone hand(player): cards, ordered, at most 7, seen by owner, count seen by all`."""

    name: Name
    index: tuple[Index, ...]
    kind: Name
    ordered: bool
    at_most: Expression | None
    seen_by: SeenBy | None
    count_seen_by: SeenBy | None


@frozen(eq=False)
class State(Marked):
    """`state timer: 0..9 = 0, reset each half, stops at the ends`."""

    name: Name
    index: tuple[Index, ...]
    type: TypeNode
    start: Expression | None
    reset_each: tuple[Name, ...]
    stops_at_the_ends: bool
    seen_by: SeenBy | None


@frozen(eq=False)
class ValueLet(Marked):
    """`let x = E` in a value's block."""

    name: Name
    type: TypeNode | None
    value: Expression


@frozen(eq=False)
class ValueCase(Marked):
    """`when C: E` in a value's block; `condition` is None for `otherwise: E`."""

    condition: Expression | None
    value: Expression


@frozen(eq=False)
class Parameter(Node):
    """`changeable p: player`."""

    name: Name
    type: TypeNode
    changeable: bool


@frozen(eq=False)
class Value(Marked):
    """`value f(p: player): T = E`, or a block; `expression` is None when there is a block."""

    name: Name
    parameters: tuple[Parameter, ...]
    type: TypeNode | None
    expression: Expression | None
    lets: tuple[ValueLet, ...] = ()
    cases: tuple[ValueCase, ...] = ()
    decided_by: tuple[Name, ...] = ()


@frozen(eq=False)
class Shape(Node):
    """`grid 7 by 11`, `hexes 7 by 7`, `line 12`, `ring 24`, `map`."""

    word: str
    sizes: tuple[int, ...]


@frozen(eq=False)
class Link(Node):
    """`gate - market`."""

    left: Name
    right: Name


@frozen(eq=False)
class Spaces(Marked):
    """`spaces: gate, market, tower`."""

    names: tuple[Name, ...]


@frozen(eq=False)
class Links(Marked):
    """`links: gate - market, market - tower`."""

    links: tuple[Link, ...]


@frozen(eq=False)
class Board(Marked):
    """`board pitch: grid 7 by 11, neighbours 8, one piece per space`."""

    name: Name
    shape: Shape
    neighbours: int | None
    rows_from_each_side: bool
    one_piece_per_space: bool
    spaces: Spaces | None
    links: Links | None


@frozen(eq=False)
class Piece(Marked):
    """`piece man "man" x10 per player on pitch`."""

    name: Name
    text: Text | None
    copies: int | None
    per: Name | None
    board: Name | None


@frozen(eq=False)
class OptionValue(Marked):
    """`base_first * "label"` of an option or reading."""

    name: Name
    default: bool
    text: Text | None


@frozen(eq=False)
class Option(Marked):
    """`option …`, `reading …`; `word` says which."""

    word: str
    name: Name
    text: Text | None
    values: tuple[OptionValue, ...]


# ---------------------------------------------------------------- cards


@frozen(eq=False)
class KindField(Marked):
    """`has bonus(Zone): -5..5 = 0`."""

    name: Name
    index: tuple[Index, ...]
    type: TypeNode
    default: Expression | None


@frozen(eq=False)
class FieldItem(Node):
    """One item of a field: a constant, alone or after the places it is for (`left -1`)."""

    places: tuple[Name, ...]
    value: Expression


@frozen(eq=False)
class Field(Marked):
    """`bonus: left 2, right -1`."""

    name: Name
    items: tuple[FieldItem, ...]


@frozen(eq=False)
class RulesText(Marked):
    """`text "…"`: what is printed on the card."""

    text: Text


@frozen(eq=False)
class WindowUse(Node):
    """`sanction(offender, any)` after `in`."""

    window: Name
    pattern: Pattern | None


@frozen(eq=False)
class Windows(Node):
    """`in W(…) or V(…) where C`."""

    uses: tuple[WindowUse, ...]
    condition: Expression | None


@frozen(eq=False)
class OnlyUnder(Node):
    """`only under READING is VALUE or VALUE`: there is such a thing under these values alone."""

    option: Name
    values: tuple[Name, ...]


@frozen(eq=False)
class Play(Marked):
    """
    `play "title" in W where C choosing …` and its body; `body` is None when only a head is there.
    """

    text: Text | None
    windows: Windows | None
    choices: tuple[Choice, ...]
    only_under: OnlyUnder | None
    body: Body | None


@frozen(eq=False)
class Standing(Marked):
    """
    `while in ZONE and C`, `while C`, with effects; at the left margin or in a card.

    `zone` is None when there is no `in`; `condition` is None when nothing follows the zone.
    """

    zone: Name | Apply | None
    condition: Expression | None
    effects: tuple[Effect, ...]


CardItem: TypeAlias = Field | RulesText | Play | Standing


@frozen(eq=False)
class Kind(Marked):
    """`kind equipment: spell` and its items."""

    name: Name
    parent: Name | None
    items: tuple[KindField | CardItem, ...]


@frozen(eq=False)
class Card(Marked):
    """`card knight "Knight" x4: figure` and its items."""

    name: Name
    text: Text | None
    copies: int | None
    kind: Name
    items: tuple[CardItem, ...]


@frozen(eq=False)
class RowRules(Marked):
    """`card knight` without a kind, and items: what the card of a table's row has beside it."""

    name: Name
    items: tuple[CardItem, ...]


@frozen(eq=False)
class Cell(Node):
    """One cell of a table, as written, without the blanks about it."""

    text: str


@frozen(eq=False)
class Row(Marked):
    """`| a | b |`."""

    cells: tuple[Cell, ...]


@frozen(eq=False)
class Table(Marked):
    """`table striker` and its rows; the first names the columns."""

    kind: Name
    rows: tuple[Row, ...]


@frozen(eq=False)
class Axis(Node):
    """`suit in Suit`."""

    name: Name
    subject: Expression


@frozen(eq=False)
class Deck(Marked):
    """`deck french x2 of playing_card: suit in Suit, rank in 1..13 where C`."""

    name: Name
    copies: int | None
    kind: Name
    axes: tuple[Axis, ...]
    condition: Expression | None


# ---------------------------------------------------------------- behaviour


@frozen(eq=False)
class Procedure(Marked):
    """
    `procedure p(…) answers T only under R is V, decided by R`; `word` is `procedure`, `phase` or
    `check`.
    """

    word: str
    name: Name
    parameters: tuple[Parameter, ...]
    answers: TypeNode | None
    only_under: OnlyUnder | None
    decided_by: tuple[Name, ...]
    body: Body


@frozen(eq=False)
class Action(Marked):
    """`action lay "label" by p in W(…) choosing c from hand(p)` and its body."""

    name: Name
    text: Text | None
    by: Name
    windows: Windows | None
    choices: tuple[Choice, ...]
    only_under: OnlyUnder | None
    body: Body


@frozen(eq=False)
class Asks(Marked):
    """`asks clockwise(active)`."""

    players: Expression


@frozen(eq=False)
class Offers(Marked):
    """`offers play_card, pass_on`."""

    actions: tuple[Name, ...]


@frozen(eq=False)
class Closes(Marked):
    """`closes when all pass`: `when` says it as written, from the second word on."""

    when: str


@frozen(eq=False)
class Window(Marked):
    """
    `window sanction(offender: player) "answer a sanction"`, `asks`, `offers`, `closes`; what is not
    written is None.
    """

    name: Name
    parameters: tuple[Parameter, ...]
    text: Text | None
    asks: Asks | None
    offers: Offers | None
    closes: Closes | None


# ---------------------------------------------------------------- players, measures, examples


@frozen(eq=False)
class Measure(Marked):
    """`measure "goals" at turn = E`; `at` is None for the end of the match."""

    text: Text
    at: Name | None
    value: Expression


@frozen(eq=False)
class Prefer(Marked):
    """`prefer lay(c) where C`, `prefer s by highest E`; one of `condition`, `criteria` is empty."""

    name: Name
    pattern: Pattern | None
    condition: Expression | None
    criteria: tuple[Criterion, ...]


@frozen(eq=False)
class Avoid(Marked):
    """`avoid lay(c) where C`."""

    name: Name
    pattern: Pattern | None
    condition: Expression | None


@frozen(eq=False)
class PreferOtherwise(Marked):
    """`otherwise chance`."""

    criterion: Criterion


@frozen(eq=False)
class Chooser(Marked):
    """`player greedy "…"`: an opponent in the language."""

    name: Name
    text: Text | None
    preferences: tuple[Prefer | Avoid | PreferOtherwise, ...]


@frozen(eq=False)
class Omit(Marked):
    """`omit [RULE-7] "reason"`: the numbers stand in `marks`."""

    text: Text


@frozen(eq=False)
class TopHook(Marked):
    """A hook at the left margin."""

    hook: Hook


@frozen(eq=False)
class TopModify(Marked):
    """A modifier at the left margin."""

    modify: Modify


@frozen(eq=False)
class TopWhenever(Marked):
    """A `whenever` at the left margin."""

    whenever: Whenever


@frozen(eq=False)
class Junk(Node):
    """A declaration that could not be read; what is wrong is in the diagnostics."""


Declaration: TypeAlias = (
    Header
    | Words
    | Die
    | Dice
    | Zone
    | State
    | Value
    | Board
    | Piece
    | Option
    | Kind
    | Card
    | RowRules
    | Table
    | Deck
    | Procedure
    | Action
    | Window
    | Measure
    | Chooser
    | Example
    | Claim
    | Omit
    | Standing
    | TopHook
    | TopModify
    | TopWhenever
    | Junk
)


@frozen
class Comment:
    """`# …`, kept for the formatter; `alone` says that nothing else stands on its line."""

    span: Span
    alone: bool


@frozen(eq=False)
class Tree:
    """One file: its declarations in order, and its comments."""

    source: Source
    declarations: tuple[Declaration, ...]
    comments: tuple[Comment, ...] = field(default=())


HEADER_LINES: dict[type[Node], str] = {
    Language: "language",
    Players: "players",
    AutomaticSeats: "automatic seats",
    Teams: "teams",
    CardFolders: "cards",
    Uses: "uses",
    NumberedRules: "rules",
    StartsWith: "starts with",
    Payoff: "payoff",
    DecisionCap: "at most … decisions",
    ReactionDepth: "reactions at most … deep",
}
REPEATED_HEADER_LINES = (Uses, CardFolders)
"""Lines that may stand there several times, each for other names."""
