"""Formats a rulebook's text, or reports why it cannot."""

from __future__ import annotations

import re
from collections import Counter
from typing import TypeAlias

from attrs import fields, frozen

from ruleslang.language.format.comments_and_blank_lines import layout, render
from ruleslang.language.format.expressions import has_its_own_members, is_you, positive
from ruleslang.language.syntax.declarations import Tree
from ruleslang.language.syntax.expressions import Not, Paren
from ruleslang.language.syntax.node import Marks, Node
from ruleslang.language.syntax.parse import parse
from ruleslang.language.syntax.simple_statements import Choice, Choose, TakeWithin
from ruleslang.language.syntax.statements import Block, ForEach, Menu, TakeTurns, Together
from ruleslang.language.syntax.whole_lines import comment_text
from ruleslang.source.diagnostic import Diagnostic, Message, has_error
from ruleslang.source.span import Source

WORD = re.compile(r"\d+|[^\W\d]\w*|[^\w\s]")
QUOTED_CELL = re.compile(r'\|[ \t]*"([^"\n]*)"[ \t]*(?=\|)')
NUMBER = re.compile(r"^(x?)0+(\d+)$")
NAMING = {Choice: "subject", ForEach: "subject", TakeTurns: "among", Together: "subject"}
UNSAID = ("(", ")", ":", "choose", "chooses", "win", "wins", "you")

Shape: TypeAlias = "str | int | tuple[Shape, ...] | None"


def same(left: Tree, right: Tree) -> bool:
    """
    Return whether two trees have the same declarations, ignoring layout.

    Ignored are places, brackets (the tree has their grouping), the order of citations, whether a
    single statement follows a colon or is indented, `you chooses` for `choose`, `not a is b` for `a
    is not b`.
    """
    return shape(left.declarations) == shape(right.declarations)


def shape(value: object) -> Shape:
    """Return a node as plain data, for comparison."""
    match value:
        case Paren():
            return shape(value.inner)
        case Not() if positive(value) is not value:
            return shape(positive(value))
        case Marks():
            return ("Marks", *sorted(cite.text for cite in value.cites), value.designed)
        case Block():
            return ("Block", shape(value.statements))
        case Choose() | Menu() | TakeWithin() if value.player is not None and is_you(value.player):
            return _fields(value, "player")
        case Node():
            return _fields(value)
        case tuple():
            return tuple(map(shape, value))
        case str() | int() | None:
            return value
        case _:
            raise AssertionError(f"no part of a tree: {type(value).__name__}")


def _fields(node: Node, omitted: str = "") -> Shape:
    names = [field.name for field in fields(type(node)) if field.name != "span"]
    bracketed = has_its_own_members(getattr(node, NAMING.get(type(node), "span")))
    if bracketed and getattr(node, "quantity", None) is None:
        return (type(node).__name__, "it", *(shape(getattr(node, name)) for name in names))
    parts = (None if name == omitted else shape(getattr(node, name)) for name in names)
    return (type(node).__name__, *parts)


def word_counts(tree: Tree) -> Counter[str]:
    """
    Return how often each word and sign occurs in the rules of a text, regardless of the tree.

    Comments are not counted, nor what the formatter may add or remove.
    """
    text = tree.source.text
    for comment in reversed(tree.comments):
        text = text[: comment.span.start] + text[comment.span.end :]
    text = QUOTED_CELL.sub(r"| \1 ", text)
    words = (NUMBER.sub(r"\1\2", word) for word in WORD.findall(text))
    return Counter(word for word in words if word not in UNSAID)


BYTE_ORDER_MARK = "\ufeff"


format_changed = Message(  # a bug of the formatter
    "format-changed",
    "formatting would have changed {subject}, so the text was left alone",
    help="the text is left as it is; please report it as a bug of the formatter",
)


@frozen
class Formatted:
    """A formatted text; `text` is None if there is an error in `diagnostics`."""

    text: str | None
    diagnostics: tuple[Diagnostic, ...]


def format_source(source: Source) -> Formatted:
    """
    Format a text; an unreadable text, or one that would change, is left alone.

    The output is always parsed again and compared. Its lines end as most lines of the text do.
    """
    written = source.text
    source = Source(source.name, source.text.removeprefix(BYTE_ORDER_MARK))
    tree, diagnostics = parse(source)
    if has_error(diagnostics):
        return Formatted(None, tuple(diagnostics))
    text = render(layout(tree))
    changed = _changed(tree, Source(source.name, text))
    if changed is not None:
        return Formatted(None, (*diagnostics, format_changed(source.span(0, 0), subject=changed)))
    is_crlf = 2 * written.count("\r\n") > written.count("\n")
    return Formatted(text.replace("\n", "\r\n") if is_crlf else text, tuple(diagnostics))


def _changed(tree: Tree, printed: Source) -> str | None:
    """Return a word for the kind of change that printing made, or None."""
    again, diagnostics = parse(printed)
    if has_error(diagnostics) or not same(tree, again):
        return "the rules"
    if word_counts(tree) != word_counts(again):
        return "a word"
    if comment_texts(tree) != comment_texts(again):
        return "a comment"
    return None


def comment_texts(tree: Tree) -> list[str]:
    """Return the sorted comments of a file."""
    return sorted(comment_text(comment) for comment in tree.comments)
