"""
What is hidden is said twice: where it is declared, and in an example that names who sees it.

For who may see something, no rule can know; so a `seen by` that says too much is noticed only where
an example says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ruleslang.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span

Hidden: TypeAlias = d.Zone | d.State | d.Dice


def secret_unsaid(span: Span, name: str, line: str) -> Diagnostic:
    """No example says who does not see what is hidden from somebody."""
    return advice(
        "secret-unsaid",
        span,
        f"`{name}` is hidden, but no example says from whom",
        help=f"add a line to one: `{line}`",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every zone, state and dice that somebody does not see, if there are examples at all."""
    program, examples = subject.program, subject.compiled.examples
    if not examples:
        return
    said = {name for example in examples for name in _names(example)}
    everything: tuple[Hidden, ...] = (*program.zones, *program.states, *program.dice)
    for declared in everything:
        if declared.seen.by != "all" and declared.name not in said:
            line = _line(subject, declared)
            yield secret_unsaid(subject.span(declared.origin), declared.name, line)


def _names(example: d.Example) -> Iterator[str]:
    """What an example says is not seen by somebody."""
    for line in example.lines:
        match line:
            case d.SeesLine(subject=e.NumberOf()) | d.AudienceLine(subject=e.NumberOf()):
                pass
            case d.SeesLine(negated=True) | d.AudienceLine():
                yield from _read(line.subject)


def _read(subject: e.Expr) -> Iterator[str]:
    yield from (each.name for each in find(subject, e.ReadZone))
    yield from (each.name for each in find(subject, e.ReadState))
    yield from (each.name for each in find(subject, e.ReadDice))


def _line(subject: Subject, declared: Hidden) -> str:
    """The line to write, with the name of a seat where that is all that is to be said."""
    seat = subject.program.seats.names[0]
    one_player = [place.type for place in declared.index] == [t.Player()]
    at = f"({seat})" if one_player else "(…)" if declared.index else ""
    if declared.seen.by == "nobody":
        return f"then nobody sees {declared.name}{at}"
    if declared.seen.by == "owner" and one_player:
        return f"then only {seat} sees {declared.name}{at}"
    return f"then only … sees {declared.name}{at}"
