"""Reads a text by the tables of a grammar, rule by rule.

Words are cut as they are needed, because which are read depends on what stands before them. The end
of a line or block has no width, and lies where the last word ended (or, for the start of a block,
where its first word begins): so spans are exact without trimming.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from ruleslang.language.syntax.grammar import Rule, Tables, tables

MAX_BLOCKS = 40
MAX_BRACKETS = 40
TAB = 4
OPENING = frozenset({"LPAR", "LSQB", "LBRACE"})
CLOSING = frozenset({"RPAR", "RSQB", "RBRACE"})
GOING_ON = re.compile(r"so[ \t]+that\b")  # a line that continues the one above
GOES_ON = "GOES_ON"  # a line end before such a line
END = "$END"

Word: TypeAlias = tuple[str, str, int, int]
"""A terminal, its text, its start and its end."""

Reduce: TypeAlias = Callable[[Rule, list[Any]], Any]
"""Makes of a rule, and of what its symbols became, what the rule becomes."""


class LayoutError(Exception):
    """Wrong indentation: `slug` names the error at `offset`."""

    def __init__(self, slug: str, offset: int) -> None:
        super().__init__(slug)
        self.slug = slug
        self.offset = offset


class Unexpected(Exception):
    """A text that the grammar lacks: the terminal at `offset`, empty if none is there."""

    def __init__(self, terminal: str, offset: int, states: list[int]) -> None:
        super().__init__(terminal)
        self.terminal = terminal
        self.offset = offset
        self._states = states

    @property
    def accepted(self) -> frozenset[str]:
        """The terminals with which the text could go on."""
        known = tables()
        symbols = known.rows[self._states[-1]]
        return frozenset(
            symbol
            for symbol in symbols
            if symbol.isupper() and _takes(known, [*self._states], symbol)
        )


def _takes(known: Tables, states: list[int], terminal: str) -> bool:
    """Whether a terminal is read sooner or later; the last state, which has no row, is the end."""
    while True:
        row = known.rows[states[-1]]
        goal = row.get(terminal)
        if goal is None or goal >= 0:
            return goal is not None or not row
        rule = known.rules[~goal]
        del states[len(states) - rule.size :]
        states.append(known.rows[states[-1]][rule.origin])


def read(text: str, reduce: Reduce) -> Any:
    """
    What a text becomes, rule by rule from the left.

    Raises `Unexpected` or `LayoutError`.
    """
    known = tables()
    rows, rules = known.rows, known.rules
    states, values = [0], list[Any]()
    for word in layout(_words(known, text, states)):
        terminal = word[0]
        while (goal := rows[states[-1]].get(terminal)) is None or goal < 0:
            if goal is None:
                if not rows[states[-1]]:  # the last state
                    return values[0]
                raise Unexpected(terminal, word[2], states)
            rule = rules[~goal]
            if rule.passes:
                states[-1] = rows[states[-2]][rule.origin]
                continue
            first = len(values) - rule.size
            made = reduce(rule, values[first:])
            del values[first:], states[first + 1 :]
            values.append(made)
            states.append(rows[states[-1]][rule.origin])
        states.append(goal)
        values.append(word)
    raise AssertionError("no text goes on after its end")


def _words(known: Tables, text: str, states: list[int]) -> Iterator[Word]:
    """The words of a text, of which each depends on the state of the parser."""
    place, end, ignored = 0, len(text), known.ignored
    while place < end:
        lexer = known.lexer(states[-1])
        found = lexer.terminals.match(text, place)
        if found is None:
            raise Unexpected("", place, states)
        start, place = found.span()
        terminal: Any = found.lastgroup
        if terminal not in ignored:
            word = found.group()
            if terminal in lexer.keywords:
                terminal = lexer.keywords[terminal].get(word, terminal)
            yield terminal, word, start, place


def layout(words: Iterator[Word]) -> Iterator[Word]:
    """The words with the ends of lines, and the starts and ends of blocks, in place of newlines."""
    blocks, brackets = [0], 0
    last, before = 0, ""  # the end and terminal of the last word
    for word in words:
        terminal = word[0]
        if terminal == "EOL" or terminal == GOES_ON:
            depth = indentation(word[1].rpartition("\n")[2])
            goes_on = (terminal == GOES_ON or before == "COMMA") and depth > blocks[-1]
            if not brackets and not goes_on:
                yield from _line_end(word[3], last, depth, blocks)
            continue
        if terminal in OPENING:
            brackets += 1
            if brackets > MAX_BRACKETS:
                raise LayoutError("too-deep", word[2])
        elif terminal in CLOSING and brackets:
            brackets -= 1
        last, before = word[3], terminal
        yield word
    for _ in blocks[1:]:
        yield "_DEDENT", "", last, last
    yield END, "", last, last


def _line_end(end: int, last: int, depth: int, blocks: list[int]) -> Iterator[Word]:
    """The words for a line end and the indentation of the next line."""
    yield "EOL", "", last, last
    if depth > blocks[-1]:
        blocks.append(depth)
        yield "_INDENT", "", end, end
    while depth < blocks[-1]:
        blocks.pop()
        yield "_DEDENT", "", last, last
    if depth != blocks[-1]:
        raise LayoutError("uneven-indentation", end)
    if len(blocks) > MAX_BLOCKS:
        raise LayoutError("too-deep", end)


def indentation(text: str) -> int:
    """The indentation of the first word of a line."""
    blanks = text[: len(text) - len(text.lstrip(" \t"))]
    return len(blanks.expandtabs(TAB))
