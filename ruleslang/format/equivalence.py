"""Whether two texts say the same: their trees, and, should a tree forget something, their words."""

from __future__ import annotations

import re
from collections import Counter
from typing import TypeAlias

from attrs import fields

from ruleslang.format.expressions import has_its_own_members
from ruleslang.format.simple_statements import is_you
from ruleslang.syntax.declarations import Tree
from ruleslang.syntax.expressions import Paren
from ruleslang.syntax.node import Marks, Node
from ruleslang.syntax.simple_statements import (
    Choose,
)
from ruleslang.syntax.statements import (
    Block,
    Choice,
    ForEach,
    Menu,
    TakeTurns,
    Together,
)

WORD = re.compile(r"\d+|[^\W\d]\w*|[^\w\s]")
NUMBER = re.compile(r"^(x?)0+(\d+)$")
NAMING = {Choice: "subject", ForEach: "subject", TakeTurns: "among", Together: "subject"}
UNSAID = ("(", ")", ":", "choose", "chooses", "win", "wins", "you")

Shape: TypeAlias = "str | int | tuple[Shape, ...] | None"


def same(left: Tree, right: Tree) -> bool:
    """
    Whether two trees have the same declarations, wherever these stand.

    Passed over is what only the layout decides: places, brackets (what they hold together is held
    together in the tree), the order of citations, whether one statement stands behind a colon or
    below, `you chooses` for `choose`.
    """
    return shape(left.declarations) == shape(right.declarations)


def shape(value: object) -> Shape:
    """What a node says, as plain data."""
    match value:
        case Paren():
            return shape(value.inner)
        case Marks():
            return ("Marks", *sorted(cite.text for cite in value.cites), value.designed)
        case Block():
            return ("Block", shape(value.statements))
        case Choose() | Menu() if value.player is not None and is_you(value.player):
            return _fields(value, "player")
        case Node():
            return _fields(value)
        case tuple():
            return tuple(map(shape, value))
        case str() | int() | None:
            return value
        case _:
            raise AssertionError(f"no part of a tree: {type(value).__name__}")


def _fields(node: Node, unsaid: str = "") -> Shape:
    names = [field.name for field in fields(type(node)) if field.name != "span"]
    own = has_its_own_members(getattr(node, NAMING.get(type(node), "span")))
    if own and getattr(node, "quantity", None) is None:
        return (type(node).__name__, "it", *(shape(getattr(node, name)) for name in names))
    parts = (None if name == unsaid else shape(getattr(node, name)) for name in names)
    return (type(node).__name__, *parts)


def said(tree: Tree) -> Counter[str]:
    """
    How often each word and sign stands in the rules of a text, whatever its tree makes of it.

    Not counted are comments, and what the formatter may set or leave out.
    """
    text = tree.source.text
    for comment in reversed(tree.comments):
        text = text[: comment.span.start] + text[comment.span.end :]
    words = (NUMBER.sub(r"\1\2", word) for word in WORD.findall(text))
    return Counter(word for word in words if word not in UNSAID)
