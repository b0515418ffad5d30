"""
Looks for games in which the case of a finding comes: a number that stands in two rows.

The rule is written twice in a copy of the program, once for the case and once for all others, so
that a game tells that it met the case; nothing else changes in the copy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar, cast

from attrs import evolve

from ruleslang.evaluation.consistency.games import Game
from ruleslang.evaluation.consistency.search import search
from ruleslang.language.checks.overlapping_rows import overlaps
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.passes.parts import parts_of
from ruleslang.program.walk import rebuilt
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Span

T = TypeVar("T")

OF_ROWS = "overlapping-rows"


def games_of_cases(
    subject: Subject, doubtful: Sequence[Diagnostic], seconds: float, *, seed: int = 1
) -> Mapping[Span, Game]:
    """By the place of a finding about rows, the shortest game to such a number that was met."""
    if seconds <= 0 or not any(diagnostic.slug == OF_ROWS for diagnostic in doubtful):
        return {}
    marks: dict[int, Span] = {}
    kept: list[object] = []  # so that their ids stay theirs
    program = subject.program
    for ladder, _, row, shared in overlaps(subject):
        if ladder.at is not None:
            span = subject.span(row.origin)
            marked = _marked(ladder.at, ladder.holds(shared), span, marks, kept)
            program = _replaced(program, ladder.at, marked)
    searched = search(program, seconds, seed=seed)
    games: dict[Span, Game] = {}
    for number, part in enumerate(parts_of(program).all):
        game = searched.at_work.get(number)
        if id(part) in marks and game is not None and game.position is None:
            before = games.get(marks[id(part)])
            if before is None or game.decisions < before.decisions:
                games[marks[id(part)]] = game
    return games


def _marked(
    at: d.Value | s.Statement, holds: e.Expr, span: Span, marks: dict[int, Span], kept: list[object]
) -> d.Value | s.Statement:
    """The rule twice, once for the case and once for all others."""
    if not isinstance(at, d.Value):
        copy = evolve(at)
        marks[id(copy)] = span
        kept.append(copy)
        return s.If(holds, (copy,), (at,), at.origin)
    cases: list[d.ValueCase] = []
    for case in at.cases:
        condition = holds if case.condition is None else e.And(case.condition, holds)
        copy_of_case = evolve(case, condition=condition)
        marks[id(copy_of_case)] = span
        kept.append(copy_of_case)
        cases += [copy_of_case, case]
    return evolve(at, cases=tuple(cases))


def _replaced(node: T, part: object, other: object) -> T:
    """A program in which something else stands for a part of it."""
    if node is part:
        return cast("T", other)
    return rebuilt(node, lambda name, inner: _replaced(inner, part, other))
