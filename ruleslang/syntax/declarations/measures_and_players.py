"""Nodes of measures and of players written in the language."""

from __future__ import annotations

from attrs import frozen

from ruleslang.syntax.expressions import Criterion, Expression
from ruleslang.syntax.form import form
from ruleslang.syntax.node import Name, Text
from ruleslang.syntax.simple_statements import Marked
from ruleslang.syntax.statements import Pattern


@form("measure {text} [at {at}] = {value}")
@frozen(eq=False)
class Measure(Marked):
    """`at` is None for the end of the match."""

    text: Text
    at: Name | None
    value: Expression


@form("prefer {name}[{pattern}] [where {condition}]")
@form("prefer {name}[{pattern}] by {criteria:then}", rule="prefer_by")
@frozen(eq=False)
class Prefer(Marked):
    """One of `condition` and `criteria` is empty."""

    name: Name
    pattern: Pattern | None
    condition: Expression | None
    criteria: tuple[Criterion, ...]


@form("avoid {name}[{pattern}] [where {condition}]")
@frozen(eq=False)
class Avoid(Marked):
    name: Name
    pattern: Pattern | None
    condition: Expression | None


@form("otherwise {criterion}")
@frozen(eq=False)
class PreferOtherwise(Marked):
    criterion: Criterion


@form("player {name} [{text}]\n{preferences*}")
@frozen(eq=False)
class Chooser(Marked):
    """An opponent in the language."""

    name: Name
    text: Text | None
    preferences: tuple[Prefer | Avoid | PreferOtherwise, ...]
