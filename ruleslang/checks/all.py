"""The list of all checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ruleslang.checks import (
    answers,
    apart,
    choices,
    circles,
    doubles,
    elimination,
    empty,
    endless,
    legible,
    loops,
    names,
    offers,
    open_rolls,
    order,
    peeking,
    proof,
    purity,
    recursion,
    result,
    rivals,
    room,
    secrecy,
    several,
    sizes,
    spans,
    start,
    stored,
    tops,
    under_way,
    unsaid,
    unused,
)
from ruleslang.checks.subject import Subject
from ruleslang.program.program import Compiled
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Span

Check = Callable[[Subject], Iterator[Diagnostic]]

ERRORS: tuple[Check, ...] = (
    sizes.check,
    choices.check,
    recursion.check,
    under_way.check,
    spans.check,
    result.check,
    purity.check,
    circles.check,
    loops.check,
    secrecy.check,
    peeking.check,
    offers.check,
    answers.check,
    apart.check,
)
LINTS: tuple[Check, ...] = (
    order.check,
    unused.check,
    stored.check,
    names.check,
    empty.check,
    proof.check,
    unsaid.check,
    start.check,
    endless.check,
    elimination.check,
    rivals.check,
    room.check,
    tops.check,
    several.check,
    legible.check,
    doubles.check,
    offers.lint,
    open_rolls.check,
)


def errors(compiled: Compiled, spans: Sequence[Span]) -> tuple[Diagnostic, ...]:
    """What keeps a program from being played; `spans` are the places of its origins."""
    return _run(ERRORS, Subject(compiled, spans))


def lint(compiled: Compiled, spans: Sequence[Span]) -> tuple[Diagnostic, ...]:
    """Warnings and advice on a program that can be played."""
    return _run(LINTS, Subject(compiled, spans))


def _run(checks: tuple[Check, ...], subject: Subject) -> tuple[Diagnostic, ...]:
    found = (diagnostic for check in checks for diagnostic in check(subject))
    return tuple(dict.fromkeys(found))
