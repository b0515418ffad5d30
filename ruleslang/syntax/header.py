"""What the lines of a header are called, in the order in which they usually stand."""

from __future__ import annotations

from ruleslang.syntax import declarations as syntax
from ruleslang.syntax.node import Node

LINES: dict[type[Node], str] = {
    syntax.Language: "language",
    syntax.Players: "players",
    syntax.AutomaticSeats: "automatic seats",
    syntax.Teams: "teams",
    syntax.CardFolders: "cards",
    syntax.Uses: "uses",
    syntax.NumberedRules: "rules",
    syntax.StartsWith: "starts with",
    syntax.Payoff: "payoff",
    syntax.DecisionCap: "at most … decisions",
    syntax.ReactionDepth: "reactions at most … deep",
}
NAMING = (syntax.Uses, syntax.CardFolders)
"""Lines that may stand there several times, each for other names."""
