"""Diagnostics as text for people, with the line they speak of; changes of a text as a diff."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import unified_diff
from itertools import accumulate
from typing import Any

from attrs import frozen

from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.fix import Fix
from ruleslang.source.span import Source, Span

MOST_LINES = 6  # lines of a file that are listed
MOST_FILES = 4
OTHERWISE_ELSEWHERE = "misspelt-declaration"  # a word elsewhere has another meaning
NO_SUCH_NAMES: Mapping[str, str] = {}


def elsewhere(diagnostic: Diagnostic, shown_as: Mapping[str, str] = NO_SUCH_NAMES) -> str | None:
    """Return how often, and in which lines, the same diagnostic repeats; None where it does not."""
    if not diagnostic.also:
        return None
    here = diagnostic.span.source.name
    by_file: dict[str, list[Span]] = {}
    for span in diagnostic.also:
        by_file.setdefault(span.source.name, []).append(span)
    parts = [
        _lines(spans) + ("" if file == here else f" of {shown_as.get(file, file)}")
        for file, spans in list(by_file.items())[:MOST_FILES]
    ]
    if len(by_file) > MOST_FILES:
        parts.append("more files")
    number = len(diagnostic.also)
    places = "1 more place" if number == 1 else f"{number:,} more places"
    text = diagnostic.span.text
    others = {span.text for span in diagnostic.also}
    sentence = "it is the same"
    if len(others) == 1 and (text in others or diagnostic.slug == OTHERWISE_ELSEWHERE):
        sentence = f"`{min(others)}` is"
        if text not in others:
            places = places.replace(" more", "")
    return f"{sentence} in {places}: {_listed(parts)}"


def _lines(spans: Sequence[Span]) -> str:
    cells = [span.source.cell_at(span.start) for span in spans]
    if any(cells):
        places = [f"{cell.sheet} {cell.column}{cell.row}" for cell in cells if cell]
        return ", ".join(places[:MOST_LINES]) + ", …" * (len(places) > MOST_LINES)
    lines = list(dict.fromkeys(span.line for span in spans))
    few = ", ".join(str(line) for line in lines[:MOST_LINES])
    return f"line{'s' * (len(lines) > 1)} {few}{', …' * (len(lines) > MOST_LINES)}"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{'; '.join(parts[:-1])}; and {parts[-1]}"


TAB = 4
MOST_LETTERS = 500  # letters of a line that are examined on each side of the place
COLOURS = {
    Severity.ERROR.value: "1;31",
    Severity.WARNING.value: "1;33",
    Severity.ADVICE.value: "1;36",
    "gutter": "34",
    "message": "1",
    "label": "34",
    "help": "36",
}


def render(
    diagnostic: Diagnostic,
    *,
    colour: bool = False,
    width: int = 100,
    shown_as: Mapping[str, str] = NO_SUCH_NAMES,
) -> str:
    """
    Return one diagnostic: what is wrong, where, the line itself, and what to do.

    Whatever the text holds, what is shown can be printed: control characters are spelt out.
    """
    notes = [_Note(diagnostic.span, "^", "", diagnostic.severity.value)]
    notes += [_Note(label.span, "-", label.text, "label") for label in diagnostic.labels]
    gutter = max(len(str(note.line)) for note in notes)
    page = _Page(_Paint(colour), gutter, width, shown_as)
    return "\n".join(
        [
            page.title(diagnostic),
            *page.snippets(notes),
            *page.note("also", elsewhere(diagnostic, shown_as)),
            *page.note("help", diagnostic.help),
        ]
    )


def render_all(
    diagnostics: Iterable[Diagnostic],
    *,
    colour: bool = False,
    width: int = 100,
    shown_as: Mapping[str, str] = NO_SUCH_NAMES,
) -> str:
    """Return several diagnostics, a blank line between; `shown_as` has other names for files."""
    return "\n\n".join(
        render(diagnostic, colour=colour, width=width, shown_as=shown_as)
        for diagnostic in diagnostics
    )


def place(span: Span) -> dict[str, str | int]:
    """
    Return a part of a text as other programs read it: lines and columns from one, columns in code
    points.

    In a workbook also its `sheet` and `cell`; lines and columns are then those of the sheets' text.
    """
    cell = span.source.cell_at(span.start)
    in_sheet = {} if cell is None else {"sheet": cell.sheet, "cell": f"{cell.column}{cell.row}"}
    line, column = span.source.line_and_column(span.start)
    end_line, end_column = span.source.line_and_column(span.end)
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        **in_sheet,
    }


def diagnostic_data(problem: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic as other programs read it, with the keys of docs/formats."""
    return {
        "slug": problem.slug,
        "severity": problem.severity.value,
        "message": problem.message,
        "help": problem.help,
        "place": place(problem.span),
        "labels": [{"place": place(label.span), "text": label.text} for label in problem.labels],
        "also": [place(span) for span in problem.also],
        "fix": None if problem.fix is None else fix_data(problem.fix),
    }


def fix_data(fix: Fix) -> dict[str, Any]:
    """Return a fix as other programs read it: whether it is sure, and what to write where."""
    edits = [{"place": place(edit.span), "text": edit.text} for edit in fix.edits]
    renames = {} if fix.renames is None else {"renames": fix.renames}
    return {"certainty": fix.certainty.value, "edits": edits, **renames}


def readable(text: str) -> str:
    """
    Return a text in which invisible characters are spelt out.

    >>> readable("a\\x00b")
    'a\\\\x00b'
    """
    return "".join(_spelt(letter) for letter in text)


@frozen
class _Paint:
    """Colours, or none."""

    on: bool

    def __call__(self, text: str, colour: str) -> str:
        return f"\x1b[{COLOURS[colour]}m{text}\x1b[0m" if self.on and text else text


@frozen
class _Note:
    """A place to underline, with which sign, and what to write after it."""

    span: Span
    sign: str
    text: str
    colour: str

    @property
    def line(self) -> int:
        """The line on which it begins; of a cell, its row."""
        cell = self.span.source.cell_at(self.span.start)
        return self.span.line if cell is None else cell.row


@frozen
class _Page:
    """How diagnostics are laid out."""

    paint: _Paint
    gutter: int
    width: int
    shown_as: Mapping[str, str]

    def title(self, diagnostic: Diagnostic) -> str:
        """Return the mistake."""
        severity = diagnostic.severity.value
        return self.paint(f"{severity}[{diagnostic.slug}]", severity) + self.paint(
            f": {readable(diagnostic.message)}", "message"
        )

    def snippets(self, notes: list[_Note]) -> Iterator[str]:
        """Yield each line that is spoken of, once in a row, with its underlines."""
        source: Source | None = None
        shown: tuple[Source, int] | None = None
        for note in notes:
            if note.span.source is not source:
                yield self._location_line(note, "-->" if source is None else ":::")
                source = note.span.source
            if (source, note.span.line) != shown:
                yield self._margin("")
                yield (self._margin(note.line) + self._line(note)[0]).rstrip()
                shown = (source, note.span.line)
            yield self._margin("") + self._underline(note)

    def note(self, word: str, text: str | None) -> Iterator[str]:
        """Yield the help, or a second place."""
        if text is not None:
            gutter = " " * self.gutter + self.paint(" = ", "gutter")
            yield f"{gutter}{self.paint(word, 'help')}: {readable(text)}"

    def _location_line(self, note: _Note, arrow: str) -> str:
        source = note.span.source
        line, column = source.line_and_column(note.span.start)
        cell = source.cell_at(note.span.start)
        where = f":{line}:{column}"
        if cell is not None:
            sheet = f", sheet {cell.sheet}, row {cell.row}, column {cell.column}"
            where = sheet if cell.sheet else ""  # a workbook that cannot be read has none
        gutter = " " * self.gutter + self.paint(f"{arrow} ", "gutter")
        return gutter + readable(self.shown_as.get(source.name, source.name) + where)

    def _margin(self, number: int | str) -> str:
        return self.paint(f"{number:>{self.gutter}} |", "gutter") + (" " if number else "")

    def _underline(self, note: _Note) -> str:
        _, before, under = self._line(note)
        text = self.paint(
            f"{note.sign * max(under, 1)} {readable(note.text)}".rstrip(), note.colour
        )
        return " " + " " * before + text

    def _line(self, note: _Note) -> tuple[str, int, int]:
        """Return the line as shown, how wide it is before the place, and how wide the place is."""
        number, column = note.span.source.line_and_column(note.span.start)
        full_line = note.span.source.line(number)
        left = max(0, column - 1 - MOST_LETTERS)
        line = full_line[left : column - 1 + MOST_LETTERS]
        start = column - 1 - left
        end = start + min(note.span.end - note.span.start, max(len(line) - start, 0))
        letters = _letters(line)
        first = _first_shown(letters, start, end, self.width - self.gutter - 4)
        last = _last_shown(letters, first, self.width - self.gutter - 4)
        shown = "".join(letters[first:last])
        lead = "…" if first or left else ""
        before = len(lead) + _width("".join(letters[first:start]))
        return (
            lead + shown + ("…" if left + last < len(full_line) else ""),
            before,
            _width("".join(letters[max(start, first) : min(end, last)])),
        )


def _letters(line: str) -> list[str]:
    """Return the display of each letter of a line; tabs reach to the next stop."""
    shown: list[str] = []
    column = 0
    for letter in line:
        text = " " * (TAB - column % TAB) if letter == "\t" else _spelt(letter)
        shown.append(text)
        column += _width(text)
    return shown


def _first_shown(letters: list[str], start: int, end: int, room: int) -> int:
    """Return the first shown character of a long line, so that the place is visible."""
    first = 0
    while first < start and _width("".join(letters[first:end])) > max(room - 1, 1):
        first = min(start, first + max(1, (end - first) // 4))
    return first


def _last_shown(letters: list[str], first: int, room: int) -> int:
    used = accumulate(map(_width, letters[first:]))
    return first + sum(width <= room for width in used)


def _spelt(letter: str) -> str:
    if letter == " " or unicodedata.category(letter)[0] not in "CZ":
        return letter
    code = ord(letter)
    return f"\\x{code:02x}" if code < 256 else f"\\u{{{code:x}}}"


def _width(text: str) -> int:
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )


def difference(before: str, after: str, name: str, other: str) -> str:
    """
    Return the changed lines, which `patch` can read; empty when nothing changes.

    >>> print(difference("words  A: b\\n", "words A: b\\n", "a.rules", "a.rules (new)"), end="")
    --- a.rules
    +++ a.rules (new)
    @@ -1 +1 @@
    -words  A: b
    +words A: b
    """
    lines = unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), name, other
    )
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )
