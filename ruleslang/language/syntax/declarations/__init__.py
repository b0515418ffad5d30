"""Nodes of declarations: everything at the left margin of a rulebook or a card file."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from ruleslang.language.syntax.declarations.behaviour import *
from ruleslang.language.syntax.declarations.cards import *
from ruleslang.language.syntax.declarations.data import *
from ruleslang.language.syntax.declarations.header import *
from ruleslang.language.syntax.examples import Claim, Example, Property
from ruleslang.language.syntax.node import Node, Text
from ruleslang.language.syntax.simple_statements import Marked
from ruleslang.language.syntax.statements import Hook, Modify, Whenever
from ruleslang.source.span import Source, Span


@frozen(eq=False)
class Omit(Marked):
    """`omit [RULE-7] "reason"`: `marks` holds the numbers of the rules, `text` the reason."""

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
    """
    An unreadable declaration; the diagnostics say why.

    With `in_header` it is a line of the header, and the other lines were read without it.
    """

    in_header: bool = False


Declaration: TypeAlias = (
    Header | Words | TypeName | Die | Dice | Zone | State | History | Value | Board | Piece | Option
    | Kind | Card | RowRules | Table | TextTable | LookTable | RuleTable | Deck | CardList
    | Procedure | Action | Window | Measure | Chooser | Example | Claim | Property | Omit | Standing
    | TopHook | TopModify | TopWhenever | Junk
)  # fmt: skip


@frozen
class Comment:
    """`# …`, kept for the formatter; `alone` says that it has its own line."""

    span: Span
    alone: bool


@frozen(eq=False)
class Tree:
    """One file: its declarations in order, and its comments."""

    source: Source
    declarations: tuple[Declaration, ...]
    comments: tuple[Comment, ...] = field(default=())
