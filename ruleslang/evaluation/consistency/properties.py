"""
Determines the status of each property of a rulebook: broken in a game, proved, or not reached.

A game that breaks one refutes it. Otherwise it is proved from the text, when no possible values of
the states break it; or by search, when it holds in all positions of a game without chance.
Otherwise it was only not broken in the games played.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from typing import Literal, TypeAlias

from attrs import define, evolve, field, frozen

from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.engine.match.interface import Match
from ruleslang.evaluation.consistency.endless_play import WholeGame, whole_game
from ruleslang.evaluation.consistency.facts import beginning, rules_of
from ruleslang.evaluation.consistency.facts_at_each_place import Walk
from ruleslang.evaluation.consistency.findings import Finding
from ruleslang.evaluation.consistency.games import Game, played, quick
from ruleslang.evaluation.consistency.not_met import plural
from ruleslang.evaluation.consistency.search import every_setting
from ruleslang.explanation.examples.properties import breach_in
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.program import Compiled, Program
from ruleslang.program.walk import find
from ruleslang.source.budget import GRACE, time_share
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span

LONGEST = 1_500  # decisions after which a game is left
STEADY = 3  # in one of this many games, players keep to their preferences

Grade: TypeAlias = Literal["broken", "proved", "searched", "not met", "not tried"]


@frozen
class Verdict:
    """A property and what is known of it, by what; `game` is the shortest found that breaks it."""

    property: d.Property
    grade: Grade
    by: str
    message: str = ""
    game: Game | None = None


def broken_property(span: Span, message: str) -> Diagnostic:
    """Report that a game comes to a position that a property of the rulebook rules out."""
    return error("broken-property", span, message)


def verdicts(subject: Subject, hunt: BreachSearch, seconds: float) -> tuple[Verdict, ...]:
    """Return each property's status by what `hunt` finds, until this much CPU time or Ctrl-C."""
    compiled = subject.compiled
    if not compiled.properties:
        return ()
    with suppress(KeyboardInterrupt), time_share(seconds + GRACE):
        if not hunt.bound:
            hunt.play_until(time.process_time() + seconds)
    return tuple(_verdict(subject, hunt, place) for place in range(len(compiled.properties)))


def breaches(subject: Subject, found: Iterable[Verdict]) -> Iterator[Finding]:
    """Report the broken properties, each with its game."""
    for verdict in found:
        if verdict.game is not None:
            diagnostic = broken_property(subject.span(verdict.property.origin), verdict.message)
            yield Finding(
                "wrong in play",
                verdict.message,
                diagnostic,
                verdict.game,
                breaks=verdict.property.title,
                by=verdict.by,
            )


def _verdict(subject: Subject, hunt: BreachSearch, place: int) -> Verdict:
    property, game = subject.compiled.properties[place], hunt.shortest.get(place)
    if game is not None:
        match = played(subject.program, game)
        breach = breach_in(subject.compiled, match, (property,))
        assert breach is not None
        by = f"a game of {plural(game.decisions, 'decision')}"
        return Verdict(property, "broken", by, breach.message, game)
    reason = _proof(subject, property)
    if reason:
        return Verdict(property, "proved", reason)
    if hunt.bound and subject.program.options:
        by = f"all {hunt.bound:,} positions, with the default options"
        return Verdict(property, "searched", by)
    if hunt.bound:
        return Verdict(property, "proved", f"all {hunt.bound:,} existing positions")
    if not hunt.games:
        return Verdict(property, "not tried", "there was no time for a game")
    return Verdict(property, "not met", f"in {plural(hunt.games, 'other game')}, at random")


# ---------------------------------------------------------------- proof from the text


def _proof(subject: Subject, property: d.Property) -> str:
    """Return how the text proves that no position breaks a property; empty: it does not."""
    parts = find(property.condition, object)
    is_readable = all(_is_readable(subject.program, part) for part in parts)
    rules = rules_of(subject)
    walk, moment = Walk(rules), beginning(rules, property, "property")
    breach = property.condition if property.never else e.Not(property.condition)
    term, known = walk.translated(moment, breach)
    is_proved = is_readable and not walk.possible(moment, term, *known)
    return "the possible values of its states and zones" if is_proved else ""


INDEX = e.Local | e.AnyIndex | e.WordValue | e.SeatValue
READABLE = (
    INDEX | e.Constant | e.ReadOption | e.Arithmetic | e.Negate | e.NumberOf | e.WhenOtherwise
)
READABLE |= e.Compare | e.Equal | e.In | e.IsEmpty | e.Not | e.And | e.Or | e.ThereIs | e.Every
READABLE |= e.Everything | e.MakeSet | e.Where | e.Union | e.Except


def _is_readable(program: Program, part: object) -> bool:
    """Return whether a part of a condition can always be read, if the parts in it can."""
    match part:
        case e.ReadState(name, index):
            state = next(state for state in program.states if state.name == name)
            is_set = state.start is not None and not isinstance(state.type, t.Optional)
            return is_set and all(isinstance(at, INDEX) for at in index)
        case e.ReadZone(_, index) | e.ReadDice(_, index):
            return all(isinstance(at, INDEX) for at in index)
        case e.SeatValue(seat):
            return seat < program.seats.low
        case e.Fold(word):
            return word == "sum"
    return isinstance(part, READABLE)


# ---------------------------------------------------------------- games


@define
class BreachSearch:
    """The shortest game found to a breach of each property; `bound`: all positions, if searched."""

    compiled: Compiled
    seed: int
    games: int = 0
    bound: int = 0
    shortest: dict[int, Game] = field(factory=dict)
    chance: Stream = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.chance = Stream(derive(self.seed, stream_number("properties")))

    def opening(self) -> Match:
        """Return the first match, by an engine that is kept for others."""
        players, options = next(every_setting(self.compiled.program))
        opening = Game(self.seed, players, tuple(sorted(options.items())), ())
        return quick(self.compiled.program, opening, self.compiled.gathered)

    def search_all(self, seconds: float) -> WholeGame | None:
        """Search all positions, as `whole_game` does."""
        whole = whole_game(self.compiled.program, seconds, self.compiled.gathered, self.note)
        self.bound = whole.positions if whole else 0
        return whole

    def note(self, match: Match, game: Game) -> bool:
        """Note the properties that a watched match has broken; whether each one now is."""
        measures = self.compiled.gathered[len(self.compiled.measures) :]
        gathered = match.measures
        for place, measure in enumerate(measures):
            if gathered[measure.name]:
                best = self.shortest.setdefault(place, game)
                self.shortest[place] = min(best, game, key=lambda one: one.decisions)
        return len(self.shortest) == len(measures)

    def play_until(self, until: float) -> None:
        """Play games at random until then; each is left where it cannot be the shortest."""
        for number, (players, options) in enumerate(every_setting(self.compiled.program)):
            if time.process_time() >= until:
                return
            settings = tuple(sorted(options.items()))
            self._play(Game(self.seed + number, players, settings, ()), until)
            self.games += 1

    def follow(self, game: Game) -> None:
        """Note the properties that a game breaks, each at the decision after which it does."""
        match = quick(self.compiled.program, game, self.compiled.gathered)
        self.note(match, evolve(game, picks=()))
        for number, pick in enumerate(game.picks, 1):
            match.choose(pick)
            self.note(match, evolve(game, picks=game.picks[:number]))

    def _play(self, opening: Game, until: float) -> None:
        match = quick(self.compiled.program, opening, self.compiled.gathered)
        is_steady, liked = self.chance.below(STEADY) == 0, dict[Hashable, int]()
        picks: list[int] = []
        while True:
            everywhere = self.note(match, evolve(opening, picks=tuple(picks)))
            longest = max(game.decisions for game in self.shortest.values()) if everywhere else 0
            waits = match.waits_for
            if waits is None or len(picks) >= (longest or LONGEST):
                return
            if len(picks) % 50 == 49 and time.process_time() >= until:
                return
            picks.append(self._pick(match, waits[1], liked if is_steady else None))
            match.choose(picks[-1])

    def _pick(self, match: Match, number: int, liked: dict[Hashable, int] | None) -> int:
        if liked is None or match.decision is None:
            return self.chance.below(number)
        ids = [choice.id for choice in match.decision.choices]
        ranks = [liked.setdefault(id, self.chance.below(1_000)) for id in ids]
        return ranks.index(max(ranks))
