"""Proposes what to write for phrases other than card sentences.

A rewrite is proposed only if the text is readable with it up to the end of the line, and if it
contains only names of the rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from attrs import evolve, frozen

from ruleslang.language.syntax.diagnostics.foreign_signs import MARKS
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import (
    has_only_known_names,
    is_declared,
    sets_field,
)
from ruleslang.language.syntax.diagnostics.phrasebook.row import ACTOR, NAME, NEW, Row
from ruleslang.language.syntax.diagnostics.phrasebook.rows import POSSESSIVES, ROWS
from ruleslang.language.syntax.parse_failure import FAR, Failure, quoted, reads
from ruleslang.source import fix
from ruleslang.source.diagnostic import Diagnostic, error

SHORT = 40  # longest pair of lines in a message
FARTHEST = 300  # longest line to match
LONGEST = 120  # longest line in a help
VAGUE = re.compile(r"\bif it\b")  # `it` is a member of a set, never a thing mentioned before
CALL = re.compile(rf"({NAME})\(|\b(?:do(?:es)?|before|after|per) (?!one\b)({NAME})")


@frozen
class Proposal:
    """
    A replacement for a span of a chunk, and the resulting line.

    `written` is `instead` with blanks that separate it from its neighbours.
    """

    start: int
    end: int
    written: str
    line: str

    @property
    def instead(self) -> str:
        """The replacement as shown in a message."""
        return self.written.strip()

    @property
    def help(self) -> fix.Proposal:
        """The help of a message, with the edit."""
        return evolve(fix.write(self.instead), lines=(self.written,))


def said_otherwise(failure: Failure) -> Diagnostic | None:
    """A line in natural or another formal language."""
    return _diagnostic(failure, ROWS)


def possessive(failure: Failure) -> Diagnostic | None:
    """A possessive, as in `p's hand`; its slug is `said-otherwise`."""
    return _diagnostic(failure, POSSESSIVES)


def _diagnostic(failure: Failure, rows: tuple[Row, ...]) -> Diagnostic | None:
    length = failure.line_end - failure.line_start
    if failure.layout not in (None, "EOL") or failure.offset > FAR or length > FARTHEST:
        return None
    proposal = next(proposals(failure, rows), None)
    if proposal is None:
        return None
    met = failure.chunk.text[proposal.start : proposal.end].strip()
    short = len(met) + len(proposal.instead) <= SHORT
    return error(
        "said-otherwise",
        failure.span(proposal.start, proposal.end),
        f"`{met}` stands where `{proposal.instead}` is expected"
        if short
        else f"{quoted(met)} is written differently",
        help=proposal.help,
    )


def proposals(failure: Failure, rows: tuple[Row, ...]) -> Iterator[Proposal]:
    """The replacements by rows that match near the place where parsing stopped."""
    start, column = failure.line_start, failure.offset - failure.line_start
    hidden = MARKS.sub("", failure.text[start : failure.line_end]).rstrip()
    line = failure.chunk.text[start : start + len(hidden)]
    for row in rows:
        matches = list(_compiled(row.pattern).finditer(line))
        for place, match in enumerate(matches):
            near = match.start() - 1 <= column <= match.end() + 1
            if not near or hidden.count('"', 0, match.start()) % 2:
                continue
            # alone, then with all that follow: `p1 has a and p2 has b`
            for run in dict.fromkeys(((match,), tuple(matches[place:]))):
                put = _put(failure, row, line, run)
                first, last = match.start(), run[-1].end()
                met, rewritten = line[first:last], line[:first] + put + line[last:]
                if rewritten != line and _fits(failure, met, put, rewritten):
                    begin = start + first + len(met) - len(met.lstrip())
                    yield Proposal(begin, begin + len(met.strip()), put.strip(), rewritten)


def _put(failure: Failure, row: Row, line: str, run: tuple[re.Match[str], ...]) -> str:
    """What a row puts in the place of neighbouring matches, with the text between them."""
    put, at = "", run[0].start()
    for match in run:
        put += line[at : match.start()] + match.expand(row.template)
        at = match.end()
    return put.replace(NEW, _fresh(failure)).replace(ACTOR, _actor(failure))


def _fits(failure: Failure, met: str, put: str, rewritten: str) -> bool:
    """Whether the rewritten line is readable, and contains no undeclared name."""
    return (
        len(put) <= LONGEST
        and not VAGUE.search(put)
        and has_only_known_names(failure, " ".join((_called(put) | _members(put)) - _called(met)))
        and not sets_field(failure, put)
        and not _takes_known_name(failure, put, rewritten)
        and not _counts_nothing_known(failure, put)
        and not _fills_no_field(failure, put)
        and reads(failure.written_above + rewritten)
    )


def _takes_known_name(failure: Failure, put: str, proposed: str) -> bool:
    """Whether a proposal calls what is chosen as something else is called already."""
    called = re.search(rf"\bchoos\w+ ({NAME}) (?:\"[^\"]*\" )?from\b", proposed)
    return called is not None and called[1] in put and is_declared(failure, called[1])


def _counts_nothing_known(failure: Failure, put: str) -> bool:
    """Whether a proposal adds to, or takes from, what no other line names."""
    counted = re.match(rf"\s*(?:pays|add|subtract) .+ (?:from|to) ({NAME})", put)
    return counted is not None and not has_only_known_names(failure, counted[1])


def _fills_no_field(failure: Failure, put: str) -> bool:
    """Whether a card's line gives a value to an undeclared field."""
    filled = re.fullmatch(rf"\s*({NAME}): \d+", put)
    return filled is not None and not has_only_known_names(failure, filled[1])


def _fresh(failure: Failure) -> str:
    """A name that is unused in the declaration."""
    text = failure.text
    return next((name for name in "cdexyz" if not re.search(rf"\b{name}\b", text)), "one")


def _actor(failure: Failure) -> str:
    """Who acts in the declaration about a line; on a card, who plays it."""
    head = failure.text.partition("\n")[0]
    acting = re.match(rf"(?:action|before|after|instead of) [^\n]*? by ({NAME})", head)
    about = acting or re.match(rf"[^\n]*\b({NAME}): player\b", head)
    return about[1] if about else "you"


def _members(text: str) -> set[str]:
    """The names that a text holds in braces, called ones aside."""
    return {name for braces in re.findall(r"{([^{}]*)}", text) for name in braces.split(", ")}


def _called(text: str) -> set[str]:
    return {called or other for called, other in CALL.findall(text)}


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compiled on the first syntax error, not on import."""
    return re.compile(pattern)
