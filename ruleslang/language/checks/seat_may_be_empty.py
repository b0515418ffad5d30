"""Reports `seat-may-be-empty`: a rule names a seat that is empty when few play."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.walk import find, walk
from ruleslang.source.diagnostic import Diagnostic, warning
from ruleslang.source.span import Span

COUNTED = re.compile(r"\bnumber of (?:all_)?players\b|\b(?:is|are) (?:not )?in (?:all_)?players\b")
COMMENT = re.compile(r"#[^\n]*")


def seat_may_be_empty(span: Span, seat: str, few: int) -> Diagnostic:
    """A seat is named that is empty in a match with the fewest players."""
    return warning(
        "seat-may-be-empty",
        span,
        f"with {few} player{'' if few == 1 else 's'} nobody sits at `{seat}`",
        help="test `number of players` before, or name the player by position: `first(players)`,"
        " `previous(first(players))`",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """The first line that names such a seat, unless some rule counts the players."""
    seats = subject.program.seats
    for node in _naming(subject, seats.low) if seats.low < seats.high else ():
        if node.origin < 0:
            continue
        span, name = subject.span(node.origin), seats.names[_seats(node, seats.low)[0]]
        if not _counts_players(subject, span):
            yield seat_may_be_empty(_name_in(span, name), name, seats.low)
        return


def _counts_players(subject: Subject, span: Span) -> bool:
    """Whether any rule counts players, or tests for one."""
    program = subject.program
    origins = [procedure.origin for procedure in program.procedures]
    origins += [action.origin for action in program.actions]
    origins += [value.origin for value in program.values]
    spans = (span, *(subject.span(origin) for origin in origins if origin >= 0))
    files = {place.source for place in spans}
    return any(COUNTED.search(COMMENT.sub("", file.text)) for file in files)


def _naming(subject: Subject, low: int) -> Iterator[s.Statement | s.Effect | d.Value]:
    """The innermost statements that name such a seat, then heads of effects, and values."""
    for block in graph(subject).blocks.values():
        named = [node for node in subject.statements(block) if _seats(node, low)]
        if statement := _innermost(named):
            yield statement
    heads = (*(effect for effect, _ in subject.effects), *subject.program.values)
    yield from (head for head in heads if _seats(head, low))


def _seats(node: object, low: int) -> list[int]:
    return [value.seat for value in find(node, e.SeatValue) if value.seat >= low]


def _innermost(nodes: list[s.Statement]) -> s.Statement | None:
    """The smallest of these nodes that is inside the first."""
    if not nodes:
        return None
    innermost = nodes[0]
    for node in nodes[1:]:
        if any(part is node for part in walk(innermost)):
            innermost = node
    return innermost


def _name_in(span: Span, name: str) -> Span:
    match = re.search(rf"\b{name}\b", span.text)
    start = span.start + (match.start() if match else 0)
    return Span(span.source, start, start + len(name)) if match else span
