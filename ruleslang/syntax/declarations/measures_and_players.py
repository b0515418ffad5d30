"""Nodes of measures and of players written in the language."""

from __future__ import annotations

from attrs import frozen

from ruleslang.syntax.expressions import Criterion, Expression
from ruleslang.syntax.node import Name, Text
from ruleslang.syntax.simple_statements import Marked
from ruleslang.syntax.statements import Pattern


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
