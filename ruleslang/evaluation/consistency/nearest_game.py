"""
Finds a game for each finding without one: the game that comes nearest to its lines.

Games record which parts take effect (`search`). A finding gets the game in which its line runs;
else one in which the enclosing rule does; else one in which something runs that names the rule or
that the rule names, such as the window in which an action is offered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias, TypeVar, cast

from attrs import evolve, frozen

from ruleslang.evaluation.consistency.games import Game
from ruleslang.evaluation.consistency.search import SearchResult, search
from ruleslang.language.checks.queries.ladders import overlaps
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.program.passes.parts import Part, is_part, parts_of
from ruleslang.program.references import Reference, references
from ruleslang.program.walk import children, rebuilt
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Span

Nearness: TypeAlias = Literal[
    "it happens",
    "the line is at work",
    "the rule around it is at work",
    "what names it is at work",
    "the card is in a hand",
]


@frozen
class Nearest:
    """A game in which a line takes effect, or the nearest to it."""

    game: Game
    nearness: Nearness


@frozen(eq=False)
class _Stretch:
    """A part of the program, its span, and the game in which it takes effect, if any."""

    part: Part
    span: Span
    game: Game | None

    def holds(self, span: Span) -> bool:
        return self.span.start <= span.start < max(self.span.end, self.span.start + 1)


@frozen(eq=False)
class Positions:
    """
    The parts of a program by file, the shortest first.

    `naming` has for each declaration a game in which something takes effect that names it,
    `at_work` a game in which it takes effect itself or is offered.
    """

    stretches: Mapping[str, tuple[_Stretch, ...]]
    naming: Mapping[Reference, Game]
    at_work: Mapping[str, Game]

    def of(self, span: Span) -> Nearest | None:
        """The nearest game to a line; `None` if no game came near."""
        around = [
            stretch for stretch in self.stretches.get(span.source.name, ()) if stretch.holds(span)
        ]
        for place, stretch in enumerate(around):
            if stretch.game is not None:
                exact = place == 0 or stretch.span.line == span.line
                near: Nearness = "the line is at work" if exact else "the rule around it is at work"
                return Nearest(stretch.game, near)
        games = [game for stretch in around for game in self._beside(stretch.part)]
        first = min(games, key=_ease, default=None)
        return None if first is None else Nearest(first, "what names it is at work")

    def _beside(self, part: Part) -> Iterator[Game]:
        """Games in which something that names a part takes effect, or that an effect is about."""
        name = getattr(part, "name", "")
        if name in self.at_work:
            yield self.at_work[name]
        yield from (game for reference, game in self.naming.items() if reference.name == name)
        if isinstance(part, s.Hook) and (event := event_name(part.event)) in self.at_work:
            yield self.at_work[event]
        if isinstance(part, s.Modifier) and part.value in self.at_work:
            yield self.at_work[part.value]


def positions_of(subject: Subject, searched: SearchResult) -> Positions:
    """Map the recorded games to the text."""
    stretches: defaultdict[str, list[_Stretch]] = defaultdict(list)
    naming: dict[Reference, Game] = {}
    at_work = dict(searched.offered)
    for number, part in enumerate(parts_of(subject.program).all):
        game = searched.at_work.get(number)
        if part.origin >= 0:
            span = subject.spans[part.origin]
            stretches[span.source.name].append(_Stretch(part, span, game))
        if game is None:
            continue
        for reference in _references(part):
            naming[reference] = min(naming.get(reference, game), game, key=_ease)
        if isinstance(name := getattr(part, "name", None), str):
            at_work[name] = min(at_work.get(name, game), game, key=_ease)
    shortest_first = {
        name: tuple(sorted(some, key=lambda stretch: stretch.span.end - stretch.span.start))
        for name, some in stretches.items()
    }
    return Positions(shortest_first, naming, at_work)


def _ease(game: Game) -> tuple[bool, int]:
    return game.position is not None, game.decisions


def _references(node: object) -> Iterator[Reference]:
    """The references that a part makes itself; nested parts have their own."""
    yield from references(node)
    for child in children(node):
        if not is_part(child):
            yield from _references(child)


# ---------------------------------------------------------------- numbers in no row, or in two


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
