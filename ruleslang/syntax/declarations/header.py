"""Nodes of the header of a rulebook, line by line."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ruleslang.syntax.expressions import Expression
from ruleslang.syntax.node import Name, Node, Text
from ruleslang.syntax.simple_statements import Marked


@frozen(eq=False)
class Language(Marked):
    """`language 1`."""

    version: int


@frozen(eq=False)
class TextsIn(Marked):
    """`texts in en, it`: the language of the texts, then those of the table of texts."""

    names: tuple[Name, ...]


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
    """`gaps 1..9`; `word` is `open questions`, `gaps` or `worked examples`."""

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


@frozen(eq=False)
class BeginsOnlyIf(Marked):
    """`only if number of players > 2 or size is 6`."""

    condition: Expression


HeaderItem: TypeAlias = (
    Language
    | TextsIn
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
    | BeginsOnlyIf
)


@frozen(eq=False)
class Header(Marked):
    """`rulebook duel "Duel"` and its lines."""

    name: Name
    text: Text
    items: tuple[HeaderItem, ...]


HEADER_LINES: dict[type[Node], str] = {
    Language: "language",
    TextsIn: "texts in",
    Players: "players",
    AutomaticSeats: "automatic seats",
    Teams: "teams",
    BeginsOnlyIf: "only if",
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

CONDITIONS = (BeginsOnlyIf,)
"""Lines that may stand there several times, each with a condition of its own."""
