"""What every node of the tree has: a place in its source."""

from __future__ import annotations

from attrs import field, frozen

from ruleslang.nodes.walk import Walked
from ruleslang.source.span import Span

# Marks the fields of statements that hold what the statement gives another value.
WRITTEN = {"place": "written"}


@frozen(eq=False, kw_only=True)
class Node(Walked):
    """Where a node stands in its source; nodes compare by identity."""

    span: Span = field(repr=False)


@frozen(eq=False)
class Name(Node):
    """A word that names something, or uses what is so named."""

    text: str


@frozen(eq=False)
class Text(Node):
    """`"…"`: display text, which no rule reads."""

    text: str


@frozen(eq=False)
class Marks(Node):
    """
    `[RULE-1, RULE-2] designed`: what a line rests on. Its span is empty when nothing is
    there.
    """

    cites: tuple[Name, ...] = ()
    designed: bool = False
