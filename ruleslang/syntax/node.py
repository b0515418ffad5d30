"""The base class of nodes, and the nodes that all others use."""

from __future__ import annotations

from attrs import field, frozen

from ruleslang.nodes.walk import Walked
from ruleslang.source.span import Span

# Marks the fields of statements that hold assignment targets.
WRITTEN = {"place": "written"}


@frozen(eq=False, kw_only=True)
class Node(Walked):
    """Where a node stands in its source; nodes compare by identity."""

    span: Span = field(repr=False)


@frozen(eq=False)
class Name(Node):
    """A declared or used name."""

    text: str


@frozen(eq=False)
class Text(Node):
    """`"…"`: display text, without meaning for the rules."""

    text: str


@frozen(eq=False)
class Marks(Node):
    """`[RULE-1, RULE-2] designed`: the sources of a line. Its span is empty if there are none."""

    cites: tuple[Name, ...] = ()
    designed: bool = False
