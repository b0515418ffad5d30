"""
Matches played to find what a rulebook does not decide, and what goes wrong in play.

Games of every number of players, with every answer to every option in turn, are played by players
who prefer what was chosen least so far. Observers note each place where the engine, and no rule,
decided: a question with nobody to choose, a draw from an empty pile, a tie settled by the order of
the text. For each the game with the fewest decisions is kept, so that it can be opened.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from typing import Literal, TypeAlias

from attrs import define, field, frozen

from ruleslang.consistency.games import Game
from ruleslang.consistency.orders import Meetings
from ruleslang.engines.choose_engine import engine_for
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.match.entities import can_begin
from ruleslang.match.faults import Fault
from ruleslang.match.match import Match
from ruleslang.match.observer import Begun, Observer, Offered
from ruleslang.match.values import Card, Value
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.program import Program

LONGEST = 1_500  # decisions after which a game is left
CURIOUS = 70  # of 100 decisions go to what was chosen least

Sort: TypeAlias = Literal["nobody to choose", "nothing to move", "tie", "fault", "capped"]


@frozen
class Seen:
    """Something that happened in play at a line: the shortest game to it, and how often."""

    sort: Sort
    origin: int
    game: Game
    games: int
    said: str = ""


@frozen
class Searched:
    """What was played, and what was seen."""

    games: int
    decisions: int
    seats: tuple[int, ...]
    seen: tuple[Seen, ...]
    reached: frozenset[int]  # the numbers of the parts that were at work
    chosen: frozenset[str]  # the actions, plays and branches that somebody chose
    offered: frozenset[str]


@define
class _Search:
    """What all games have shown so far."""

    program: Program
    chance: Stream
    shortest: dict[tuple[Sort, int], Seen] = field(factory=dict)
    times: Counter[tuple[Sort, int]] = field(factory=Counter)
    in_this_game: set[tuple[Sort, int]] = field(factory=set)
    reached: set[int] = field(factory=set)
    chosen: Counter[str] = field(factory=Counter)
    offered: set[str] = field(factory=set)
    games: int = 0
    decisions: int = 0
    meetings: Meetings = field(factory=Meetings)

    def note(self, sort: Sort, origin: int, game: Game, said: str = "") -> None:
        """Something happened at a line; the shortest game to it is kept."""
        if (sort, origin) not in self.in_this_game:
            self.in_this_game.add((sort, origin))
            self.times[sort, origin] += 1
        before = self.shortest.get((sort, origin))
        if before is None or game.decisions < before.game.decisions:
            self.shortest[sort, origin] = Seen(sort, origin, game, 0, said)

    def result(self) -> Searched:
        seen = [
            Seen(one.sort, one.origin, one.game, self.times[key], one.said)
            for key, one in self.shortest.items()
        ]
        seats = range(self.program.seats.low, self.program.seats.high + 1)
        return Searched(
            self.games,
            self.decisions,
            tuple(seats),
            tuple(sorted(seen, key=lambda one: (one.sort, one.origin))),
            frozenset(self.reached),
            frozenset(self.chosen),
            frozenset(self.offered),
        )


def search(
    program: Program,
    seconds: float,
    *,
    seed: int = 1,
    meetings: Meetings | None = None,
    told: Callable[[int, int], None] = lambda games, decisions: None,
) -> Searched:
    """
    Play for so many seconds of processor time; Ctrl-C ends it with what is known.

    `meetings` takes where rules met that act at one moment. `told` hears after each game how many
    games and decisions there were.
    """
    found = _Search(program, Stream(derive(seed, stream_number("search"))))
    found.meetings = found.meetings if meetings is None else meetings
    until = time.process_time() + seconds
    try:
        for number, (players, options) in enumerate(every_setting(program)):
            if time.process_time() >= until:
                break
            _play(found, seed + number, players, options, until)
            told(found.games, found.decisions)
    except KeyboardInterrupt:
        pass
    return found.result()


def every_setting(program: Program) -> Iterator[tuple[int, dict[str, str]]]:
    """Every number of players, with the default options and with each other answer in turn."""
    others = [
        {option.name: value}
        for option in program.options
        for place, value in enumerate(option.values)
        if place != option.default
    ]
    numbers = [*range(program.seats.low, program.seats.high + 1)]
    for options in cycle(step for other in others or [{}] for step in ({}, other)):
        for players in numbers:
            if can_begin(program, options, players):
                yield players, options


def _play(
    found: _Search, seed: int, players: int, options: Mapping[str, str], until: float
) -> None:
    """One game, watched."""
    watch = _Watch(found, seed, players, tuple(sorted(options.items())))
    observer = Observer(reached=watch.reached, statement=watch.statement, offered=watch.offered)
    found.games += 1
    found.in_this_game.clear()
    try:
        match = engine_for(found.program).start(
            seed=seed, options=options, players=players, observers=[observer]
        )
        while match.decision is not None and len(watch.picks) < LONGEST:
            watch.meet()
            watch.picks.append(_pick(found, match))
            match.choose(watch.picks[-1])
            found.decisions += 1
            if time.process_time() >= until:
                return
    except Fault as fault:
        found.note("fault", _line(found.program, fault), watch.game, fault.message)
        return
    watch.meet()
    if match.fault is not None:
        found.note("fault", _line(found.program, match.fault), watch.game, match.fault.message)
    elif match.outcome is not None and match.outcome.capped:
        found.note("capped", _start(found.program), watch.game)


def _line(program: Program, fault: Fault) -> int:
    """Where a match stopped; what stands nowhere, where it began."""
    return fault.origin if fault.origin >= 0 else _start(program)


def _start(program: Program) -> int:
    return next(each.origin for each in program.procedures if each.name == program.start)


def _pick(found: _Search, match: Match) -> int:
    """A choice: mostly one of those of which the action was chosen least."""
    decision = match.decision
    assert decision is not None
    names = [choice.action or choice.id for choice in decision.choices]
    found.offered.update(names)
    places = [*range(len(names))]
    if found.chance.below(100) < CURIOUS:
        least = min(found.chosen[name] for name in names)
        places = [place for place in places if found.chosen[names[place]] == least]
    place: int = places[found.chance.below(len(places))]
    found.chosen[names[place]] += 1
    return place


@define
class _Watch:
    """What observers of one game note."""

    found: _Search
    seed: int
    players: int
    options: tuple[tuple[str, str], ...]
    picks: list[int] = field(factory=list)
    asking: s.Choose | None = None  # the question that runs just now
    acted: dict[int, int] = field(factory=dict)  # when each rule last did that may meet another

    @property
    def game(self) -> Game:
        return Game(self.seed, self.players, self.options, tuple(self.picks))

    def reached(self, part: int) -> None:
        """A part of the program is at work."""
        self.found.reached.add(part)
        rule = self.found.meetings.rules.get(part)
        if rule is not None:
            self.acted[rule] = len(self.picks)

    def meet(self) -> None:
        """Note which rules acted since the last choice, beside others."""
        if len(self.picks) in self.acted.values():
            self.found.meetings.note(self.game, self.acted)

    def statement(self, match: Match, begun: Begun) -> None:
        """A line is about to run: is there anything for it to work on?"""
        node = begun.statement
        self.asking = node if isinstance(node, s.Choose) else None
        match node:
            case s.MoveCards(cards, origin=origin):
                drawn = cards.operand if isinstance(cards, e.OptionalAsSet) else cards
                if isinstance(drawn, e.CallBuiltIn) and drawn.function in ("top", "bottom"):
                    empty = e.IsEmpty(drawn.arguments[0])
                    if match.evaluate(empty, dict(begun.locals)):
                        self.found.note("nothing to move", origin, self.game)
            case s.Pick(choice, member, keys, "order") if choice.low is None:
                tied = _best(choice, member, keys)
                if _differ(match, match.evaluate(tied, dict(begun.locals))):
                    self.found.note("tie", node.origin, self.game)
            case _:
                pass

    def offered(self, match: Match, offered: Offered) -> None:
        """A player is about to be asked: is there anything to choose?"""
        if self.asking is not None and not offered.offers and not offered.besides:
            self.found.note("nobody to choose", self.asking.origin, self.game)
        self.asking = None


def _differ(match: Match, candidates: Value) -> bool:
    """Whether these are several that something tells apart: copies of one card are not."""
    told = {
        match.position.title_of(one).name if isinstance(one, Card) else one for one in candidates
    }
    return len(told) > 1


def _best(choice: s.Choice, member: int, keys: tuple[e.Key, ...]) -> e.Expr:
    """The candidates that are equally good."""
    some = choice.source
    if choice.where is not None and choice.member is not None:
        some = e.Where(choice.member, some, choice.where)
    return e.With(member, some, keys) if keys else some
