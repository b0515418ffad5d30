"""
Reads a chunk by the tables: in one pass from letters to nodes, without a tree between them.

The lexer is led by the parser: a word is a keyword only where that keyword may stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from attrs import define, field, frozen

from ruleslang.source.span import Span
from ruleslang.syntax.chunk import Chunk
from ruleslang.syntax.layout import (
    CLOSING,
    GOING_ON,
    MAX_BLOCKS,
    MAX_BRACKETS,
    OPENING,
    LayoutError,
    indentation,
)
from ruleslang.syntax.parser_tables import EOL, Rule, Tables

END = "$END"
NAME = "NAME"
Patterns: TypeAlias = "tuple[tuple[str, str], ...]"


class Stopped(Exception):
    """
    A text that cannot be read on: the terminal that was met, where, and what may stand there.

    The terminal is empty when none was met.
    """

    def __init__(self, terminal: str, offset: int, expected: frozenset[str]) -> None:
        super().__init__(terminal, offset)
        self.terminal = terminal
        self.offset = offset
        self.expected = expected


class Value(NamedTuple):
    """
    Something read: what it became, its place, and its place with the signs about it.

    `depth` counts the nodes inside each other: 0 for a word or a sign.
    """

    what: Any
    start: int | None
    end: int
    outer_start: int
    outer_end: int
    depth: int = 0


_value = tuple.__new__  # of a `Value` and all its fields: there is one for each word and each node
ABSENT = Value(None, None, 0, 0, 0)
LINE_END: Any = object()  # a part that no builder is given


@frozen
class Makers:
    """How nodes are made of rules and values of words; `too_deep` gives what is raised then."""

    rules: Mapping[str, Callable[..., Any]]
    leaves: Mapping[str, Callable[[str, Span], Any]]
    deepest: int
    too_deep: Callable[[Span], Exception]


@frozen(slots=False, eq=False)
class Parser:
    """Reads chunks; it keeps nothing between them, so many threads may use one."""

    tables: Tables

    @cached_property
    def _passed(self) -> dict[tuple[int, int, str], int]:
        """The answers of `passed_on` so far."""
        return {}

    def passed_on(self, below: int, state: int, terminal: str) -> int:
        """
        The state after all rules that pass their only part on: expressions go through a dozen.

        `below` is the state under the one that they begin in.
        """
        last = self._passed.get((below, state, terminal))
        if last is None:
            rows, last = self.tables.rows, state
            while (step := rows[last].get(terminal, 0)) < 0:
                rule = self.tables.rules[~step]
                if not rule.is_passed_on:
                    break
                last = rows[below][rule.origin]
            self._passed[below, state, terminal] = last
        return last

    @cached_property
    def others(self) -> re.Pattern[str]:
        """Matches any terminal that may be tried everywhere."""
        return _pattern(self.tables.others)

    @cached_property
    def spaced(self) -> re.Pattern[str]:
        """Matches the same behind blanks, for states in which no other terminal is tried before."""
        return re.compile(f"[ \\t]*(?:{_written(self.tables.others)})")

    @cached_property
    def firsts(self) -> Mapping[int, re.Pattern[str] | None]:
        """For each state, what is tried before, because it may stand there."""
        return _Firsts(self.tables)

    def read(self, chunk: Chunk, makers: Makers) -> Any:
        """
        What the chunk says, as `makers` make it.

        Raises `Stopped` or `LayoutError` where it is no text of the language, and what a maker
        raises only when it is.
        """
        try:
            return Reading(self, chunk, makers).whole()
        except (Stopped, LayoutError):
            raise
        except Exception:
            Reading(self, chunk, None).whole()
            raise


class _Firsts(dict[int, "re.Pattern[str] | None"]):
    """The patterns that are tried first, made when a state is met; few states have any."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self._tables = tables
        self._made: dict[Patterns, re.Pattern[str] | None] = {(): None}

    def __missing__(self, state: int) -> re.Pattern[str] | None:
        row = self._tables.rows[state]
        here = tuple(each for each in self._tables.first if each[0] in row)
        if here not in self._made:
            self._made[here] = _pattern(here)
        found = self[state] = self._made[here]
        return found


def _pattern(patterns: Patterns) -> re.Pattern[str]:
    return re.compile(_written(patterns))


def _written(patterns: Patterns) -> str:
    return "|".join(f"(?P<{name}>{pattern})" for name, pattern in patterns)


@define(eq=False)
class Reading:
    """One chunk on its way; without makers it is only seen whether it can be read."""

    parser: Parser
    chunk: Chunk
    makers: Makers | None
    rows: Mapping[int, Mapping[str, int]] = field(init=False)
    states: list[int] = field(factory=list)
    values: list[Value] = field(factory=list)
    blocks: list[int] = field(factory=lambda: [0])
    brackets: int = 0
    last: int = 0  # where the last word ended

    def __attrs_post_init__(self) -> None:
        self.rows = self.parser.tables.rows
        self.states.append(self.parser.tables.start)

    def whole(self) -> Any:
        """Read the whole chunk; the node that it stands for."""
        self.read(self.chunk.text + "\n")
        for _ in self.blocks[1:]:
            self.mark("_DEDENT", self.last)
        return self.finish()

    def read(self, text: str) -> None:
        """Take all terminals of a text."""
        parser = self.parser
        match, spaced, ignored = parser.others.match, parser.spaced.match, parser.tables.ignored
        words, rows, firsts = parser.tables.words, parser.tables.rows, parser.firsts
        states, place, end = self.states, 0, len(text)
        while place < end:
            state = states[-1]
            first = firsts[state]
            if first is None:
                found = spaced(text, place)
            else:
                found = first.match(text, place) or match(text, place)
            if found is None:
                raise Stopped("", place, self.expected())
            terminal: str = found.lastgroup or ""
            start, place = found.span(terminal)
            if terminal == NAME:
                said = found[terminal]
                word = words.get(said, NAME)
                self.take(word if word in rows[state] else NAME, said, start, place)
            elif terminal == EOL:
                if not self.brackets and not self.goes_on(text, start, place):
                    self.line_end(found[terminal], place)
            elif terminal not in ignored:
                self.take(terminal, found[terminal], start, place)

    def take(self, terminal: str, text: str, start: int, end: int) -> None:
        """A word or a sign."""
        if terminal in OPENING:
            self.brackets += 1
            if self.brackets > MAX_BRACKETS:
                raise LayoutError("too-deep", start)
        elif terminal in CLOSING and self.brackets:
            self.brackets -= 1
        self.last = end
        states = self.states
        step = self.rows[states[-1]].get(terminal, -1)
        if step >= 0:
            states.append(step)
        else:
            self.shift(terminal, start)
        makers = self.makers
        what: Any = text
        if makers is not None and terminal in makers.leaves:
            what = makers.leaves[terminal](text, self.chunk.span(start, end))
        self.values.append(_value(Value, (what, start, end, start, end, 0)))

    def mark(self, terminal: str, place: int) -> None:
        """The end of a line, or the beginning or end of a block: without any width."""
        self.shift(terminal, place)
        self.values.append(_value(Value, (LINE_END, place, place, place, place, 0)))

    def goes_on(self, text: str, start: int, end: int) -> bool:
        """Whether the next line is a condition on what is chosen in this one, and further in."""
        if GOING_ON.match(text, end) is None:
            return False
        return indentation(text[start:end].rpartition("\n")[2]) > self.blocks[-1]

    def line_end(self, text: str, end: int) -> None:
        """What the end of a line, and the indentation of the next, mean."""
        blocks = self.blocks
        self.mark(EOL, self.last)
        depth = indentation(text.rpartition("\n")[2])
        if depth > blocks[-1]:
            blocks.append(depth)
            self.mark("_INDENT", end)
        while depth < blocks[-1]:
            blocks.pop()
            self.mark("_DEDENT", self.last)
        if depth != blocks[-1]:
            raise LayoutError("uneven-indentation", end)
        if len(blocks) > MAX_BLOCKS:
            raise LayoutError("too-deep", end)

    def shift(self, terminal: str, place: int) -> None:
        """Reduce what ends here, and go on to the next state; the caller adds the value."""
        states, rows, rules = self.states, self.rows, self.parser.tables.rules
        step = rows[states[-1]].get(terminal)
        while step is not None:
            if step >= 0:
                states.append(step)
                return
            rule = rules[~step]
            if rule.is_passed_on:
                states[-1] = self.parser.passed_on(states[-2], states[-1], terminal)
            else:
                self.reduce(rule)
            step = rows[states[-1]].get(terminal)
        raise Stopped(terminal, place, self.expected())

    def finish(self) -> Any:
        """Reduce to the last, when nothing more comes."""
        rows, rules, end = self.parser.tables.rows, self.parser.tables.rules, self.parser.tables.end
        while True:
            step = rows[self.states[-1]].get(END)
            if step is None or step >= 0:
                raise Stopped(END, len(self.chunk.text.rstrip()), self.expected())
            self.reduce(rules[~step])
            if self.states[-1] == end:
                return self.values[-1].what

    def reduce(self, rule: Rule) -> None:
        """Put one part in the place of several."""
        states, values, size = self.states, self.values, rule.size
        parts: list[Value] = []
        if size:
            parts = values[-size:]
            del states[-size:]
            del values[-size:]
        states.append(self.rows[states[-1]][rule.origin])
        values.append(self.made(rule, parts))

    def made(self, rule: Rule, parts: list[Value]) -> Value:
        """What a rule makes of its parts."""
        start, end = _outline(parts)
        kept = _kept(rule, parts) if rule.is_filtered else parts
        if rule.collapses and len(kept) == 1:
            (only,) = kept
            if only[5] and start is not None:
                return _value(Value, (only[0], only[1], only[2], start, end, only[5]))
            return only
        if rule.inlined:
            return _value(Value, (kept, start, end, start or 0, end, 0))
        depth = 1
        for each in kept:
            if each[5] >= depth:
                depth = each[5] + 1
        node = self.node(rule, kept, start or 0, end, depth)
        return _value(Value, (node, start, end, start or 0, end, depth))

    def node(self, rule: Rule, kept: list[Value], start: int, end: int, depth: int) -> Any:
        """The node of a rule."""
        makers = self.makers
        if makers is None:
            return None
        span = self.chunk.span(start, end)
        if depth > makers.deepest:
            raise makers.too_deep(span)
        parts = [each[0] for each in kept if each[0] is not LINE_END]
        return makers.rules[rule.name](span, *parts)

    def expected(self) -> frozenset[str]:
        """The terminals that may stand here."""
        row = self.parser.tables.rows[self.states[-1]]
        return frozenset(each for each in row if each.isupper() and self.accepts(each))

    def accepts(self, terminal: str) -> bool:
        """Whether a terminal may stand here, by what would be reduced before it."""
        tables, states = self.parser.tables, list(self.states)
        while (step := tables.rows[states[-1]].get(terminal)) is not None:
            if step >= 0:
                return True
            rule = tables.rules[~step]
            del states[len(states) - rule.size :]
            states.append(tables.rows[states[-1]][rule.origin])
            if terminal == END and states[-1] == tables.end:
                return True
        return False


def _outline(parts: list[Value]) -> tuple[int | None, int]:
    """Where parts begin and end, with the signs about them; absent ones are nowhere."""
    for first in parts:
        if first[1] is not None:
            break
    else:
        return None, 0
    for last in reversed(parts):
        if last[1] is not None:
            break
    return first[3], last[4]


def _kept(rule: Rule, parts: list[Value]) -> list[Value]:
    """The parts that a node is made of."""
    kept: list[Value] = []
    for place, expands, absent in rule.kept:
        if absent:
            kept += [ABSENT] * absent
        if expands:
            kept += parts[place].what
        else:
            kept.append(parts[place])
    return kept + [ABSENT] * rule.absent if rule.absent else kept
