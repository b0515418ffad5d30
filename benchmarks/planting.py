"""
Defects that people plant in rulebooks: ways to make one, drawn by seed, over the syntax tree.

Each way looks at the trees of any rulebook and knows no game. A defect is some changes of one text,
and the lines that are to blame. The eight kinds were chosen, and the ways written, before the
checks that are measured with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeAlias

from attrs import frozen

from ruleslang.language.syntax import statements as st
from ruleslang.language.syntax.declarations import Claim, Declaration, Example, Tree
from ruleslang.language.syntax.node import Node

Kind: TypeAlias = Literal[
    "two rules for one moment",
    "a case nobody decides",
    "a table with a hole or overlap",
    "a dead card or rule",
    "a term used two ways",
    "totals",
    "play without end",
    "a window nobody can use",
]


@frozen
class Edit:
    """Other words in the place of what stands from `start` to `end`."""

    start: int
    end: int
    text: str


@frozen
class Defect:
    """
    What was done to the text of a tree: `way` in a few words.

    To blame are the lines of the changes, and those of the `related` stretches of the text.
    """

    kind: Kind | str  # of a slip: what was done
    way: str
    tree: int
    edits: tuple[Edit, ...]
    related: tuple[tuple[int, int], ...] = ()

    def text(self, before: str) -> str:
        """The text with the defect."""
        for edit in sorted(self.edits, key=lambda one: -one.start):
            before = before[: edit.start] + edit.text + before[edit.end :]
        return before

    def blamed(self, before: str) -> frozenset[int]:
        """The numbers, from 1, of the lines of the new text that are to blame."""
        lines: set[int] = set()
        after = self.text(before)
        for start, end, length in self._stretches():
            moved = start + sum(
                len(e.text) - (e.end - e.start) for e in self.edits if e.start < start
            )
            first = after.count("\n", 0, moved) + 1
            changed = after[moved : moved + (end - start if length is None else length)]
            lines |= {*range(first, first + changed.rstrip("\n").count("\n") + 1)}
        return frozenset(lines)

    def _stretches(self) -> Iterator[tuple[int, int, int | None]]:
        for edit in self.edits:
            yield edit.start, edit.end, len(edit.text)
        for start, end in self.related:
            yield start, end, None


@frozen
class Book:
    """The trees of a rulebook's own files, and what several ways ask of them."""

    trees: tuple[tuple[int, Tree], ...]

    def declarations(self) -> Iterator[tuple[int, Declaration]]:
        """All that is played."""
        for number, tree in self.trees:
            for each in tree.declarations:
                if not isinstance(each, (Example, Claim)):
                    yield number, each


Way: TypeAlias = Callable[[Book], Iterator[Defect]]


# ---------------------------------------------------------------- stretches of text


def stretch(node: Node) -> tuple[int, int]:
    return node.span.start, node.span.end


def text_of(node: Node) -> str:
    return node.span.text


def replaced(node: Node, text: str) -> Edit:
    return Edit(node.span.start, node.span.end, text)


def whole_lines(node: Node) -> tuple[int, int]:
    """From the beginning of its first line to that of the line below it."""
    text = node.span.source.text
    start = text.rfind("\n", 0, node.span.start) + 1
    end = text.find("\n", node.span.start + len(node.span.text.rstrip()))
    return start, len(text) if end < 0 else end + 1


def without(node: Node) -> Edit:
    return Edit(*whole_lines(node), "")


def below(node: Node, text: str) -> Edit:
    _, end = whole_lines(node)
    return Edit(end, end, text)


def head(node: Node) -> tuple[int, int]:
    """Its first line."""
    text = node.span.source.text
    end = text.find("\n", node.span.start)
    return node.span.start, len(text) if end < 0 else end


def alone_on_lines(node: Node) -> bool:
    """Whether it begins its line: what can go with its lines."""
    text = node.span.source.text
    start = text.rfind("\n", 0, node.span.start) + 1
    return not text[start : node.span.start].strip()


def indentation(node: Node) -> str:
    text = node.span.source.text
    start = text.rfind("\n", 0, node.span.start) + 1
    return re.match(r" *", text[start:])[0]  # type: ignore[index]


def other_number(number: int, step: int = 1) -> str:
    return str(number + step if number < 9 or step > 1 else number - step)


def _siblings(body: Sequence[st.Statement]) -> bool:
    return len(body) > 1


def line_below(node: Node) -> tuple[int, int]:
    """The line below what goes."""
    _, end = whole_lines(node)
    text = node.span.source.text
    stop = text.find("\n", end)
    return end, len(text) if stop < 0 else stop
