"""Nodes of the header of a rulebook, line by line."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ruleslang.language.syntax.expressions import Expression
from ruleslang.language.syntax.node import Name, Node, Text, form
from ruleslang.language.syntax.simple_statements import Marked


@form("language {version}")
@frozen(eq=False)
class Language(Marked):
    version: int


@form("texts in {names}")
@frozen(eq=False)
class TextsIn(Marked):
    """The language of the texts, then those of the table of texts."""

    names: tuple[Name, ...]


@form("players {count:rangex}[: {names}]")
@frozen(eq=False)
class Players(Marked):
    count: Expression
    names: tuple[Name, ...]


@form("automatic seats {count:rangex}")
@frozen(eq=False)
class AutomaticSeats(Marked):
    count: Expression


@form("teams {count} of {size}[: {names}]")
@frozen(eq=False)
class Teams(Marked):
    count: int
    size: int
    names: tuple[Name, ...]


@form("cards {names}")
@frozen(eq=False)
class CardFolders(Marked):
    names: tuple[Name, ...]


@form("uses {names}")
@frozen(eq=False)
class Uses(Marked):
    """Standard pieces."""

    names: tuple[Name, ...]


@form("open questions {numbers:rangex}", rule="open_questions", word="open questions")
@form("gaps {numbers:rangex}", rule="gaps", word="gaps")
@form("worked examples {numbers:rangex}", rule="worked_examples", word="worked examples")
@frozen(eq=False)
class Series(Node):
    """A series of numbers that are no rules; `word` names its sort."""

    word: str
    numbers: Expression


@form("rules {prefix} [{numbers:rangex}][, {series*}]")
@frozen(eq=False)
class NumberedRules(Marked):
    prefix: Name
    numbers: Expression | None
    series: tuple[Series, ...]


@form("starts with {procedure}")
@frozen(eq=False)
class StartsWith(Marked):
    procedure: Name


@form("payoff {name}")
@frozen(eq=False)
class Payoff(Marked):
    name: Name


@form("at most {number} decisions, then {winners:wins}")
@frozen(eq=False)
class DecisionCap(Marked):
    number: int
    winners: Expression


@form("reactions at most {number} deep")
@frozen(eq=False)
class ReactionDepth(Marked):
    number: int


@form("procedures at most {number} deep")
@frozen(eq=False)
class ProcedureDepth(Marked):
    number: int


@form("firings at most {number}")
@frozen(eq=False)
class Firings(Marked):
    number: int


@form("only if {condition}")
@frozen(eq=False)
class BeginsOnlyIf(Marked):
    condition: Expression


HeaderItem: TypeAlias = (
    Language | TextsIn | Players | AutomaticSeats | Teams | CardFolders | Uses | NumberedRules
    | StartsWith | Payoff | DecisionCap | ReactionDepth | ProcedureDepth | Firings
    | BeginsOnlyIf
)  # fmt: skip


@form("rulebook {name} {text}\n{items*}")
@frozen(eq=False)
class Header(Marked):
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
    ProcedureDepth: "procedures at most … deep",
    Firings: "firings at most …",
}

REPEATED_HEADER_LINES = (Uses, CardFolders)
"""Lines that may be repeated, each for other names."""

CONDITIONS = (BeginsOnlyIf,)
"""Lines that may be repeated, each with its own condition."""
