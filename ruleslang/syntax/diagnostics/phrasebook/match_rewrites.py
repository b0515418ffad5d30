"""
Matches a line against the table of rewrites.

A rewrite is proposed only when the text can be read with it as far as the end of that line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from attrs import evolve, frozen

from ruleslang.source import fix
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.syntax.diagnostics.foreign_signs import MARKS
from ruleslang.syntax.diagnostics.phrasebook.declared_names import (
    calls_only_known_names,
    sets_field,
)
from ruleslang.syntax.diagnostics.phrasebook.rewrites.choices import CHOICES
from ruleslang.syntax.diagnostics.phrasebook.rewrites.declarations import DECLARATIONS
from ruleslang.syntax.diagnostics.phrasebook.rewrites.examples import EXAMPLES
from ruleslang.syntax.diagnostics.phrasebook.rewrites.expressions import EXPRESSIONS
from ruleslang.syntax.diagnostics.phrasebook.rewrites.lists import LISTS
from ruleslang.syntax.diagnostics.phrasebook.rewrites.notation import SYMBOLS
from ruleslang.syntax.diagnostics.phrasebook.rewrites.row import Row
from ruleslang.syntax.diagnostics.phrasebook.rewrites.statements import STATEMENTS
from ruleslang.syntax.parse_failure import Failure, quoted
from ruleslang.syntax.spelling_correction import FAR, reads

LINES: tuple[Row, ...] = (*EXAMPLES, *DECLARATIONS, *EXPRESSIONS, *CHOICES, *STATEMENTS, *LISTS)
"""Surest first: the first that can be read is proposed."""

SHORT = 40  # letters of two lines that a message may hold
FARTHEST = 300  # letters of a line that is looked at
LONGEST = 120  # letters of a line that a help may hold
VAGUE = re.compile(r"\bif it\b")  # `it` stands for a member of a set, never for what was said


@frozen
class Proposal:
    """
    What to write between two offsets of a chunk, and the line that comes out.

    `written` is `instead` with the blanks that part it from its neighbours.
    """

    start: int
    end: int
    written: str
    line: str

    @property
    def instead(self) -> str:
        """What a message shows."""
        return self.written.strip()

    @property
    def help(self) -> fix.Proposal:
        """The help of a message, with the edit."""
        written = fix.write(self.instead)
        return evolve(written, lines=(self.written,)) if self.instead else fix.leave_out()


def said_otherwise(failure: Failure) -> Diagnostic | None:
    """
    A line that is said as people say it, or as another language does.

    What is proposed can be read; whether it is what was meant, the writer knows.
    """
    return _diagnostic(failure, LINES)


def said_in_signs(failure: Failure) -> Diagnostic | None:
    """
    The same with signs for words; its slug is `said-otherwise`.

    It is asked before the mistakes that would blame one sign of the line by itself.
    """
    return _diagnostic(failure, SYMBOLS)


def _diagnostic(failure: Failure, rows: tuple[Row, ...]) -> Diagnostic | None:
    length = failure.line_end - failure.line_start
    if failure.layout not in (None, "EOL") or failure.offset > FAR or length > FARTHEST:
        return None
    found = next(proposals(failure, rows), None)
    if found is None:
        return None
    met = failure.chunk.text[found.start : found.end].strip()
    return error(
        "said-otherwise",
        failure.span(found.start, found.end),
        _message(met, found.instead),
        help=found.help,
    )


def _message(met: str, instead: str) -> str:
    if not instead:
        return "this line is too much" if "`" in met else f"{quoted(met)} is too much"
    if len(met) + len(instead) > SHORT:
        return f"{quoted(met)} is said otherwise"
    return f"`{met}` stands where `{instead}` is expected"


def proposals(failure: Failure, rows: tuple[Row, ...]) -> Iterator[Proposal]:
    """Where a row matches near the place where reading stopped, and what to write there."""
    start, column = failure.line_start, failure.offset - failure.line_start
    hidden = MARKS.sub("", failure.text[start : failure.line_end]).rstrip()
    line = failure.chunk.text[start : start + len(hidden)]
    for row in rows:
        for found in _compiled(row.pattern).finditer(line):
            near = found.start() - 1 <= column <= found.end() + 1
            if not near or hidden.count('"', 0, found.start()) % 2:
                continue
            rewrite = row.rewrite
            put = found.expand(rewrite) if isinstance(rewrite, str) else rewrite(found)
            made = line[: found.start()] + put + line[found.end() :]
            if made != line and _fits(failure, found[0], put, made):
                blanks = 0 if put.startswith(",") else len(found[0]) - len(found[0].lstrip())
                behind = len(found[0]) - len(found[0].rstrip()) if put.strip() else 0
                begin, end = start + found.start() + blanks, start + found.end() - behind
                yield Proposal(begin, end, _parted(found[0], put), made)


def _parted(met: str, put: str) -> str:
    """A rewrite with the blanks at its ends that what it replaces has not."""
    before = " " if put[:1].isspace() and not met[:1].isspace() else ""
    behind = " " if put.strip() and put[-1:].isspace() and not met[-1:].isspace() else ""
    return f"{before}{put.strip()}{behind}" if put.strip() else ""


def _fits(failure: Failure, met: str, put: str, made: str) -> bool:
    """Whether a rewritten line can be read, and calls nothing new that nobody declares."""
    return (
        len(put) <= LONGEST
        and not VAGUE.search(put)
        and calls_only_known_names(failure, met, put)
        and not sets_field(failure, put)
        and reads(failure.chunk.text[: failure.line_start] + made)
    )


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Patterns are compiled when a text has a mistake, not when the room is imported."""
    return re.compile(pattern)
