"""A text with its line table, and a stretch of it."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from attrs import field, frozen
from attrs.validators import instance_of

from ruleslang.source.errors import shown_name, wrong_in_name

MAX_LETTERS = 1_000_000  # of a text that is read: at most half a minute of parsing
_NEWLINE = re.compile("\n")
_OF_SHEETS = re.compile(r'"(?:[^"]|"")*"|,|\n|\[[^\]\n]*\]')


class UnprintableName(ValueError):
    """A text was given a name that would not be one line of print."""


@frozen(eq=False, slots=False)
class Source:
    """
    One text: a file of a rulebook, or a string handed over by a program.

    `name` is its name in messages: a path relative to the rulebook's root. `beside` are the texts
    of the other files of the rulebook, as far as they are known; proposals take their names from
    there. Raises `UnprintableName`.
    """

    name: str = field(validator=instance_of(str))
    text: str = field(repr=False)
    beside: str = field(default="", repr=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if problem := wrong_in_name(self.name):
            raise UnprintableName(f"`{shown_name(self.name)}` cannot name a text: {problem}")

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """Where each line begins."""
        return (0, *(newline.end() for newline in _NEWLINE.finditer(self.text)))

    @property
    def is_table(self) -> bool:
        """Whether it is a table in its own file, and not written in the language."""
        return self.name.lower().endswith((".csv", ".tsv", ".xlsx"))

    @property
    def is_workbook(self) -> bool:
        """Whether it is the text of a workbook of sheets: `[TITLE]`, and all cells in quotes."""
        return self.name.lower().endswith(".xlsx")

    def cell_at(self, offset: int) -> Cell | None:
        """
        Return the cell of a workbook that contains an offset; None if this is not a workbook.

        >>> Source("a.xlsx", '[Foxes]"id","name"\\n"red","Red, a fox"\\n').cell_at(27)
        Cell(sheet='Foxes', row=2, column='B')
        """
        if not self.is_workbook:
            return None
        sheet, row, column = "", 1, 1
        for found in _OF_SHEETS.finditer(self.text):
            if found.start() >= offset:
                break
            if found[0] == ",":
                column += 1
            elif found[0] == "\n":
                row, column = row + 1, 1
            elif found[0][0] == "[":
                sheet, row, column = found[0][1:-1], 1, 1
        return Cell(sheet, row, _letters(column))

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """
        Return the one-based line and column of an offset.

        >>> Source("a.rules", "one\\ntwo").line_and_column(5)
        (2, 2)
        """
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a one-based line and column."""
        return self._starts[line - 1] + column - 1

    def line(self, number: int) -> str:
        """Return the text of a one-based line, without its newline."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r")

    def span(self, start: int, end: int) -> Span:
        """Return the stretch from `start` up to, not including, `end`."""
        return Span(self, start, end)


@frozen
class Cell:
    """A cell of a workbook, as its spreadsheet names it."""

    sheet: str
    row: int
    column: str


def _letters(column: int) -> str:
    """
    Return the letters of a column, counted from 1.

    >>> _letters(1), _letters(28)
    ('A', 'AB')
    """
    before, last = divmod(column - 1, 26)
    return (_letters(before) if before else "") + chr(ord("A") + last)


@frozen
class Span:
    """A range of a source; `end` is exclusive. Equal when source and offsets are the same."""

    source: Source = field(repr=lambda source: source.name)
    start: int
    end: int

    @property
    def text(self) -> str:
        """The text there."""
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """The one-based line in which it begins."""
        return self.source.line_and_column(self.start)[0]

    @property
    def first_line(self) -> Span:
        """Its part in the line in which it begins, without blanks at the end."""
        first = self.text.partition("\n")[0].rstrip()
        return Span(self.source, self.start, self.start + len(first))

    def contains(self, other: Span) -> bool:
        """Return whether another span is a part of this one."""
        around = self.start <= other.start and other.end <= self.end
        return around and other.source is self.source

    def cover(self, other: Span) -> Span:
        """
        Return the shortest span that contains both.

        >>> source = Source("a.rules", "one two")
        >>> source.span(0, 3).cover(source.span(4, 7)).text
        'one two'
        """
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))
