"""
Finds a game for each finding without one: the game that comes nearest to its lines.

Games record which parts take effect (`search`). A finding gets the game in which its line runs;
else one in which the enclosing rule does; else one in which something runs that names the rule or
that the rule names, such as the window in which an action is offered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from attrs import frozen

from ruleslang.evaluation.consistency.games import Game
from ruleslang.evaluation.consistency.search import SearchResult
from ruleslang.language.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.program.passes.parts import Part, is_part, parts_of
from ruleslang.program.references import Reference, references
from ruleslang.program.walk import children
from ruleslang.source.span import Span

Nearness: TypeAlias = Literal[
    "it happens",
    "the line applies",
    "the rule around it applies",
    "a rule that mentions it applies",
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
        """Return the nearest game to a line; `None` if no game came near."""
        around = [
            stretch for stretch in self.stretches.get(span.source.name, ()) if stretch.holds(span)
        ]
        for place, stretch in enumerate(around):
            if stretch.game is not None:
                exact = place == 0 or stretch.span.line == span.line
                near: Nearness = "the line applies" if exact else "the rule around it applies"
                return Nearest(stretch.game, near)
        games = [game for stretch in around for game in self._games_near(stretch.part)]
        first = min(games, key=_ease, default=None)
        return None if first is None else Nearest(first, "a rule that mentions it applies")

    def _games_near(self, part: Part) -> Iterator[Game]:
        """Yield games in which something that names a part takes effect, or is its subject."""
        name = getattr(part, "name", "")
        if name in self.at_work:
            yield self.at_work[name]
        yield from (game for reference, game in self.naming.items() if reference.name == name)
        if isinstance(part, s.Hook) and (event := event_name(part.event)) in self.at_work:
            yield self.at_work[event]
        if isinstance(part, s.Modifier) and part.value in self.at_work:
            yield self.at_work[part.value]


def positions_of(subject: Subject, searched: SearchResult) -> Positions:
    """Return the recorded games, mapped to the text."""
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
    """Yield the references that a part makes itself; nested parts have their own."""
    yield from references(node)
    for child in children(node):
        if not is_part(child):
            yield from _references(child)


def cards_by_place(subject: Subject) -> Mapping[tuple[str, int], str]:
    """Return the name of the card at each place: at its head, its plays and its effects."""
    program = subject.program
    origins = {play.name: play.origin for play in program.plays}
    origins |= {standing.name: standing.origin for standing in program.card_standings}
    return {
        place_of(subject.span(origin)): card.name
        for card in program.definitions
        for origin in (card.origin, *(origins[name] for name in (*card.plays, *card.standings)))
        if origin >= 0
    }


def place_of(span: Span) -> tuple[str, int]:
    return span.source.name, span.start
