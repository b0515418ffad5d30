"""The facts of examples that checks need, as plain values that depend on one example alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import get_args

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.references import Reference, reference_fields, references
from ruleslang.program.traits.effects import purpose
from ruleslang.program.walk import by_class, find
from ruleslang.source.walk import asked_once

ANY = "any"
_NOT_READ = (s.Modifier, *get_args(d.GivenLine))  # setting a state up is not a use of it


@frozen
class ImaginedRun:
    """An example evaluates `E after P(…)`."""

    procedure: str
    origin: int


@frozen
class LineAboutSecret:
    """
    A line states that players do not see something hidden, or that only some do.

    `index` has a seat, `ANY`, or the printed form of anything else. `seats` are those that the line
    names; None: all.
    """

    name: str
    is_count: bool
    index: tuple[int | str, ...]
    seats: tuple[int, ...] | None


@frozen
class ExampleFacts:
    """
    The facts of one example.

    `expects`: it has a `then`. `names` are the declarations that it tests, `runs` the procedures
    that it runs.
    """

    origin: int
    expects: bool
    names: tuple[Reference, ...]
    runs: tuple[str, ...]
    imagined: tuple[ImaginedRun, ...]
    secrets: tuple[LineAboutSecret, ...]


@asked_once
def facts_of(example: d.Example) -> ExampleFacts:
    return ExampleFacts(
        example.origin,
        any(purpose(line) == "expects" for line in example.lines),
        tuple(dict.fromkeys(references_read(example))),
        tuple(dict.fromkeys(procedures_run(example))),
        tuple(ImaginedRun(node.procedure, node.origin) for node in find(example, e.WhatWouldBe)),
        tuple(_lines_about_secrets(example)),
    )


def references_read(node: object) -> Iterator[Reference]:
    """Yield references in rules, examples or claims, except targets of assignments."""
    for kind, nodes in by_class(node).items():
        if not issubclass(kind, _NOT_READ) and reference_fields(kind):
            yield from chain.from_iterable(map(references, nodes))


def procedures_run(node: object) -> Iterator[str]:
    """Yield the procedures that examples run, and the checks whose chances a claim states."""
    yield from (call.procedure for call in find(node, e.ProcedureCall))
    yield from (be.procedure for be in find(node, e.WhatWouldBe))
    yield from (run.procedure for run in find(node, d.RunLine))


def _lines_about_secrets(example: d.Example) -> Iterator[LineAboutSecret]:
    for line in example.lines:
        if not isinstance(line, d.SeesLine | d.AudienceLine) or _shows_only(line):
            continue
        if isinstance(line.subject, d.FactSeen):  # a known fact does not show the card
            continue
        is_count = isinstance(line.subject, e.NumberOf)
        seats = _of_whom(line)
        for read in _read(line.subject):
            yield LineAboutSecret(read.name, is_count, tuple(map(_place, read.index)), seats)


def _shows_only(line: d.SeesLine | d.AudienceLine) -> bool:
    """Return whether a line states that somebody sees something; others may see it too."""
    return isinstance(line, d.SeesLine) and not line.negated


def _of_whom(line: d.SeesLine | d.AudienceLine) -> tuple[int, ...] | None:
    """Return the seats that a line names; None: all."""
    if isinstance(line, d.AudienceLine):
        return None
    return (line.player.seat,) if isinstance(line.player, e.SeatValue) else ()


def _read(subject: e.Expr) -> Iterator[e.ReadZone | e.ReadState | e.ReadDice]:
    yield from find(subject, e.ReadZone)
    yield from find(subject, e.ReadState)
    yield from find(subject, e.ReadDice)


def _place(index: e.Expr | e.AnyIndex) -> int | str:
    if isinstance(index, e.SeatValue):
        return index.seat
    return ANY if isinstance(index, e.AnyIndex) else repr(index)
