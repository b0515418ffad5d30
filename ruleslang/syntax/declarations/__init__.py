"""Nodes of declarations: everything that stands at the left margin of a rulebook or a card file."""

from __future__ import annotations

from typing import TypeAlias

from ruleslang.nodes.frozen import field, frozen
from ruleslang.source.span import Source, Span
from ruleslang.syntax.declarations.behaviour import (
    Action as Action,
    Asks as Asks,
    Closes as Closes,
    Offers as Offers,
    OnlyUnder as OnlyUnder,
    Parameter as Parameter,
    Procedure as Procedure,
    Value as Value,
    ValueCase as ValueCase,
    ValueLet as ValueLet,
    Window as Window,
    Windows as Windows,
    WindowUse as WindowUse,
)
from ruleslang.syntax.declarations.cards import (
    TEXTS as TEXTS,
    Axis as Axis,
    Card as Card,
    CardItem as CardItem,
    Cell as Cell,
    Deck as Deck,
    Field as Field,
    FieldItem as FieldItem,
    Kind as Kind,
    KindField as KindField,
    Play as Play,
    Row as Row,
    RowRules as RowRules,
    RulesText as RulesText,
    Standing as Standing,
    Table as Table,
    TextTable as TextTable,
)
from ruleslang.syntax.declarations.data import (
    Board as Board,
    Dice as Dice,
    Die as Die,
    Face as Face,
    Index as Index,
    Link as Link,
    Links as Links,
    Option as Option,
    OptionValue as OptionValue,
    Piece as Piece,
    SeenBy as SeenBy,
    Shape as Shape,
    Spaces as Spaces,
    State as State,
    Words as Words,
    Zone as Zone,
)
from ruleslang.syntax.declarations.header import (
    HEADER_LINES as HEADER_LINES,
    REPEATED_HEADER_LINES as REPEATED_HEADER_LINES,
    AutomaticSeats as AutomaticSeats,
    CardFolders as CardFolders,
    DecisionCap as DecisionCap,
    Header as Header,
    HeaderItem as HeaderItem,
    Language as Language,
    NumberedRules as NumberedRules,
    Payoff as Payoff,
    Players as Players,
    ReactionDepth as ReactionDepth,
    Series as Series,
    StartsWith as StartsWith,
    Teams as Teams,
    TextsIn as TextsIn,
    Uses as Uses,
)
from ruleslang.syntax.declarations.players import (
    Avoid as Avoid,
    Chooser as Chooser,
    Measure as Measure,
    Prefer as Prefer,
    PreferOtherwise as PreferOtherwise,
)
from ruleslang.syntax.examples import Claim, Example
from ruleslang.syntax.node import Node, Text
from ruleslang.syntax.simple_statements import Marked
from ruleslang.syntax.statements import Hook, Modify, Whenever


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
    | TextTable
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
