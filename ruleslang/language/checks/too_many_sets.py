"""Reports `too-many-sets`: a condition on whole sets would be tested on too many sets."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from ruleslang.language.checks.queries.set_bounds import Declared, Lets, lets_of, most_members
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.world import Scope, scope_of
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span

FEWER = "allow fewer members, or a smaller set: a zone `at most 10`"
COUNTED = f"{FEWER}; limits are counted: `p chooses 9 of S as s, at most 2 for each title(it)`"


def too_many_sets(span: Span, met: int, help: str) -> Diagnostic:
    return error(
        "too-many-sets",
        span,
        f"there can be {met:,} such sets, and at most {limits.SUBSETS:,} are looked through",
        help=help,
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `so that` and every `subsets` over too many sets."""
    program = subject.program
    bodies = (program.actions, program.plays, program.procedures, subject.standings)
    declared: list[Declared] = [declaration for part in bodies for declaration in part]
    for declaration in declared:
        every = find(declaration, s.Choice)
        choices = [choice for choice in every if choice.so_that and choice.high is not None]
        lets, scope = lets_of(declaration) if choices else {}, scope_of(subject.world, declaration)
        for choice in choices:
            met = _sets(subject, scope, choice.source, choice.low, choice.high, lets)
            if met > limits.SUBSETS:
                yield too_many_sets(subject.span(choice.origin), met, COUNTED)
    for declaration in (*program.values, *declared):
        all_subsets = list(find(declaration, e.Subsets))
        lets, scope = (
            lets_of(declaration) if all_subsets else {},
            scope_of(subject.world, declaration),
        )
        for subsets in all_subsets:
            met = _sets(subject, scope, subsets.subject, subsets.low, subsets.high, lets)
            if met > limits.SUBSETS:
                yield too_many_sets(subject.span(declaration.origin), met, FEWER)


def _sets(
    subject: Subject, scope: Scope, of: e.Expr, low: e.Expr | None, high: e.Expr | None, lets: Lets
) -> int:
    """How many sets of the allowed sizes there can be; 0 if unknown."""
    members = most_members(subject, of, lets)
    if members is None:
        return 0
    least, most = _range(low, scope)[0], _range(high, scope)[1]
    most = members if most is None else min(most, members)
    return sum(comb(members, size) for size in range(max(least or 0, 0), most + 1))


def _range(number: e.Expr | None, scope: Scope) -> tuple[int | None, int | None]:
    type = None if number is None else type_of(number, scope)
    return (type.low, type.high) if isinstance(type, t.Number) else (None, None)
