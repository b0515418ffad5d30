"""
Plays matches to find what a rulebook leaves undecided, and what goes wrong in play.

Players prefer what was chosen least so far; in one game of three they like extremes. The shortest
game is kept to each place where the engine, and no rule, decided (`census`), and to each part that
takes effect. Games from the positions of examples show rarely reached parts, but report no faults.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, cycle, zip_longest
from typing import Literal, TypeAlias, TypeVar

from attrs import define, evolve, field, frozen

from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.engine.match.decision import Option
from ruleslang.engine.match.entities import can_begin
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Begun, Match, Observer, Offer
from ruleslang.engine.match.runtime_values import Card, Piece, Value
from ruleslang.evaluation.consistency.census import Asking, Census, Gap, Lines, lines_of, open_in
from ruleslang.evaluation.consistency.games import Game, begun, game_in
from ruleslang.evaluation.consistency.orders import Meetings
from ruleslang.explanation.examples.given_state import Position
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.program import Program
from ruleslang.source.budget import GRACE, time_share

OFTEN_RUN = 20_000  # times that a line ran without a decision until the time was over
OFTEN_ASKED = 20  # games in which there was never anything to choose, or
TIMES_ASKED = 100  # in all of them
LONGEST = 1_500  # decisions after which a game is left
LONGEST_OF_EXAMPLE = 40  # decisions, of a game that begins in the position of an example
MOST_REPEATED = 200  # times that a game without choices and chance is passed over
CURIOUS = 70  # percent of decisions that take the rarest choice
STEADY = 90  # percent of decisions, for players who like extremes
EXTREME = 3  # in one of this many games, players like extremes

T = TypeVar("T")

Sort: TypeAlias = (
    Gap
    | Literal["fault", "capped", "never anything", "left", "runs on", "paid less", "paid the same"]
)


RESULTS: tuple[Sort, ...] = ("fault", "capped", "paid less", "paid the same")

Answers: TypeAlias = tuple[tuple[str, str], ...]  # to options, that are not the default ones


@frozen
class Occurrence:
    """An event at a line: the shortest game to it, and how many games `among` all had it."""

    sort: Sort
    origin: int
    game: Game
    games: int
    message: str = ""
    among: int = 0


@define
class SearchResult:
    """
    The evidence of all games so far.

    `reached` has how often each part took effect in games from the opening. `at_work` has for each
    part that took effect in any game the shortest one, `offered` the same for each action, play and
    branch that could be chosen, `in_hand` for each card one in which the player who is asked holds
    it. `made` are the cards and pieces of all games, `in_play` those that came to a zone or space.
    `put` has how often each action or branch might have been offered, `open` those that were.
    """

    program: Program
    chance: Stream
    shortest: dict[tuple[Sort, int], Occurrence] = field(factory=dict)
    times: Counter[tuple[Sort, int]] = field(factory=Counter)
    in_this_game: set[tuple[Sort, int]] = field(factory=set)
    answers: Counter[Answers] = field(factory=Counter)  # the games with each
    asked_with: set[Answers] = field(factory=set)  # in games in which somebody was asked
    games_without_questions: dict[Answers, tuple[Game, ...]] = field(factory=dict)
    reached: Counter[int] = field(factory=Counter)
    chosen: Counter[str] = field(factory=Counter)
    offered: dict[str, Game] = field(factory=dict)
    at_work: dict[int, Game] = field(factory=dict)
    in_hand: dict[str, Game] = field(factory=dict)
    made: set[str] = field(factory=set)
    in_play: set[str] = field(factory=set)
    games: int = 0
    without_chance: set[int] = field(factory=set)  # hashes of games in which chance did not act
    by_chance: int = 0  # games in which it did
    left: int = 0  # games left before their end, at `LONGEST` decisions
    cut: int = 0  # games left because the time was over
    ended: int = 0
    decisions: int = 0
    at_random: int = 0  # games of which only the results are known, and how many of them ended
    ended_at_random: int = 0
    meetings: Meetings = field(factory=Meetings)
    lines: Lines = field(factory=Lines)
    in_vain: Counter[int] = field(factory=Counter)  # times they were asked without anything
    answered: set[int] = field(factory=set)  # questions and windows with something to choose
    put: Counter[int] = field(factory=Counter)
    open: set[int] = field(factory=set)
    windows: Mapping[str, tuple[str, ...]] = field(factory=dict)
    actions: Mapping[str, int] = field(factory=dict)

    def note(self, sort: Sort, origin: int, game: Game, message: str = "") -> None:
        """Record an event at a line, and keep the shortest game to it."""
        if (sort, origin) not in self.in_this_game:
            self.in_this_game.add((sort, origin))
            self.times[sort, origin] += 1
        before = self.shortest.get((sort, origin))
        if before is None or game.decisions < before.game.decisions:
            self.shortest[sort, origin] = Occurrence(sort, origin, game, 0, message)

    def _is_idle(self, origin: int) -> bool:
        """Return whether a question was asked often, and there was never anything to choose."""
        games, times = self.times["never anything", origin], self.in_vain[origin]
        return origin not in self.answered and (games >= OFTEN_ASKED or times >= TIMES_ASKED)

    @property
    def different(self) -> int:
        """The games that are not a repetition of another one, nor the beginning of any."""
        return self.by_chance + len(self.without_chance)

    @property
    def seen(self) -> tuple[Occurrence, ...]:
        """The events at lines, with the number of games in which they happened."""
        return tuple(
            evolve(
                occurrence,
                games=self.times[key],
                among=self.games + self.at_random * (occurrence.sort in RESULTS),
            )
            for key, occurrence in sorted(self.shortest.items(), key=lambda item: item[0])
            if occurrence.sort != "never anything" or self._is_idle(occurrence.origin)
        )

    @property
    def never_open(self) -> Mapping[int, int]:
        """How often actions and branches might have been offered that never were."""
        often = {origin for origin, times in self.put.items() if times >= TIMES_ASKED}
        return {origin: self.put[origin] for origin in often - self.open}

    @property
    def not_tried(self) -> tuple[tuple[str, str], ...]:
        """The answers to options, but for the default ones, with which no game was played."""
        tried = {answer for answers in self.answers for answer in answers}
        others = (
            (option.name, value)
            for option in self.program.options
            for value in option.values
            if value != option.values[option.default]
        )
        return tuple(answer for answer in others if answer not in tried)

    @property
    def silent(self) -> Mapping[Answers, tuple[Game, ...]]:
        """
        The games that were over before anybody was asked, by options with which all were.

        Empty if this also holds for the default options: then no value of an option is the cause.
        """
        quiet = self.games_without_questions if () in self.asked_with else {}
        return {answers: quiet[answers] for answers in quiet if answers not in self.asked_with}


def search(
    program: Program,
    seconds: float,
    *,
    seed: int = 1,
    meetings: Meetings | None = None,
    positions: Sequence[Position] = (),
    lines: Lines | None = None,
    report: Callable[[int, int], None] = lambda games, decisions: None,
) -> SearchResult:
    """
    Play for this many seconds of CPU time; Ctrl-C ends it with the results so far.

    `meetings` collects where simultaneous rules met; `positions` are those of examples. `report`
    is called after each game with the numbers of games and decisions.
    """
    search_run = SearchResult(program, Stream(derive(seed, stream_number("search"))))
    search_run.meetings = search_run.meetings if meetings is None else meetings
    search_run.lines = lines_of(program) if lines is None else lines
    search_run.windows = {window.name: window.offers for window in program.windows}
    search_run.actions = {action.name: action.origin for action in program.actions}
    until = time.process_time() + seconds
    openings = [game_in(program, each, seed + at) for at, each in enumerate(positions)]
    waiting = openings[::-1]
    with suppress(KeyboardInterrupt), time_share(seconds + GRACE):
        first, fixed = [*every_answer(program)], Counter[tuple[int, Answers]]()
        for number, (players, options) in enumerate(chain(first, every_setting(program))):
            before, settings = time.process_time(), tuple(sorted(options.items()))
            if before >= until or fixed[players, settings] > MOST_REPEATED:
                break
            limit = before + (until - before) / max(1, len(first) - number)
            if fixed[players, settings]:  # without choices and chance it goes as it went
                fixed[players, settings] += 1
                continue
            watch = _play(search_run, Game(seed + number, players, settings, ()), limit)
            fixed[players, settings] += not watch.picks and not watch.by_chance
            share = min(until, time.process_time() + (time.process_time() - before) / 2)
            while waiting and time.process_time() < share:
                _play(search_run, waiting.pop(), until)
            report(search_run.games, search_run.decisions)
        while waiting and time.process_time() < until:
            _play(search_run, waiting.pop(), until)
    return search_run


def every_answer(program: Program) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the default options, and as few games as have each other answer to an option once."""
    seats = range(program.seats.low, program.seats.high + 1)
    others = [
        [(option.name, value) for value in option.values if value != option.values[option.default]]
        for option in program.options
    ]
    waiting = [{}, *(dict(filter(None, answers)) for answers in zip_longest(*others))][::-1]
    while waiting:
        options = waiting.pop()
        players = next((number for number in seats if can_begin(program, options, number)), None)
        if players is not None:
            yield players, options
        elif len(options) > 1:  # they exclude each other
            some = [*options.items()]
            waiting += [dict(some[len(some) // 2 :]), dict(some[: len(some) // 2])]


def every_setting(program: Program) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield every number of players, with the default options and each other value; endless."""
    others = [
        {option.name: value}
        for option in program.options
        for place, value in enumerate(option.values)
        if place != option.default
    ]
    low, high = program.seats.low, program.seats.high
    numbers = [low, *([high] if high > low else []), *range(low + 1, high)]  # extremes first
    for options in cycle(step for other in others or [{}] for step in ({}, other)):
        for players in numbers:
            if can_begin(program, options, players):
                yield players, options


def _play(search_run: SearchResult, opening: Game, until: float) -> _Watch:
    """Play one game, and record what happens in it."""
    extremes = search_run.chance.below(EXTREME) == 0 and opening.position is None
    watch = _Watch(search_run, opening, Extremes.drawn(search_run.chance) if extremes else None)
    if watch.written:
        with suppress(Fault, ValueError):  # not reported: the position may lack a precondition
            _choose(search_run, watch, until, LONGEST_OF_EXAMPLE)
        return watch
    search_run.games += 1
    search_run.answers[opening.options] += 1
    search_run.in_this_game.clear()
    try:
        match = _choose(search_run, watch, until, LONGEST)
    except Fault as fault:
        search_run.note("fault", line_of(search_run.program, fault), watch.game, fault.message)
        search_run.by_chance += 1
        return watch
    except KeyboardInterrupt:  # the end of the time, too
        search_run.cut += 1
        for line, times in watch.ran.most_common(1):
            if times > OFTEN_RUN:
                search_run.note("runs on", line, watch.game)
        raise
    watch.meet(over=match.outcome is not None)
    watch.by_chance = bool(match.chance.words())
    if watch.by_chance:
        search_run.by_chance += 1
    elif match.decision is None or len(watch.picks) >= LONGEST:  # else the time was over
        search_run.without_chance.add(hash((opening.players, opening.options, *watch.picks)))
    if watch.picks:
        search_run.asked_with.add(opening.options)
    elif match.fault is None:
        before = search_run.games_without_questions.get(opening.options, ())
        search_run.games_without_questions[opening.options] = (*before, watch.game)
    _end(search_run, match, watch)
    return watch


def _end(search_run: SearchResult, match: Match, watch: _Watch) -> None:
    """Record how a game ended, or why it was left."""
    if match.fault is not None:
        search_run.note(
            "fault", line_of(search_run.program, match.fault), watch.game, match.fault.message
        )
    elif match.outcome is not None and match.outcome.capped:
        search_run.note("capped", start_of(search_run.program), watch.game)
    elif match.decision is None:
        search_run.ended += 1
        outcome = match.outcome
        paid = outcome and how_winners_are_paid(outcome.winners, outcome.payoffs)
        if paid:
            search_run.note(paid, payoff_of(search_run.program), watch.game)
    elif len(watch.picks) >= LONGEST:
        search_run.left += 1
        search_run.note("left", start_of(search_run.program), watch.game)
    else:
        search_run.cut += 1


def how_winners_are_paid(
    of: Sequence[int], paid: Sequence[int]
) -> Literal["", "paid less", "paid the same"]:
    """Return whether somebody wins whose payoff is not above that of somebody who does not."""
    payoffs = dict(enumerate(paid))
    winners = [payoffs.pop(seat) for seat in of]
    if not winners or not payoffs or min(winners) > max(payoffs.values()):
        return ""
    return "paid less" if min(winners) < max(payoffs.values()) else "paid the same"


def payoff_of(program: Program) -> int:
    """Return the origin of the payoff's value or state; -1 if it is the language's own."""
    origins = {state.name: state.origin for state in program.states}
    origins |= {value.name: value.origin for value in program.values}
    return origins.get(program.payoff, -1)


def _choose(search_run: SearchResult, watch: _Watch, until: float, longest: int) -> Match:
    """Make choices up to the end, as long as there is time and the match is not too long."""
    match = begun(search_run.program, watch.opening, [watch.observer()])
    search_run.made.update(map(_name, match.population.cards), map(_name, match.population.pieces))
    while match.decision is not None and len(watch.picks) < longest:
        watch.meet()
        hand = [] if watch.written else in_hand(match)
        watch.picks.append(_pick(search_run, match, watch))
        watch.ran.clear()
        search_run.in_hand |= {c: watch.game for c in hand if c not in search_run.in_hand}
        match.choose(watch.picks[-1])
        search_run.decisions += 1
        if time.process_time() >= until:
            break
    if not watch.written:
        search_run.in_play.update(map(_name, match.position.where))  # no card leaves all zones
    return match


def _name(thing: Card | Piece) -> str:
    return thing.declaration.name if isinstance(thing, Piece) else thing.title.definition.name


def in_hand(match: Match) -> list[str]:
    """Return the names of the cards that the player who is asked holds, and not everybody sees."""
    assert match.decision is not None
    return [
        card.title.definition.name
        for place, cards in match.position.zones.items()
        if cards and place.holder is not None and place.zone.seen.by == "owner"
        if place.holder.order == match.decision.player
        for card in cards
    ]


def line_of(program: Program, fault: Fault) -> int:
    """Return the origin of a fault; if unknown, that of the starting procedure."""
    return fault.origin if fault.origin >= 0 else start_of(program)


def start_of(program: Program) -> int:
    """Return the origin of the procedure with which a match begins."""
    return next(
        procedure.origin for procedure in program.procedures if procedure.name == program.start
    )


def _pick(search_run: SearchResult, match: Match, watch: _Watch) -> int:
    """Return the index of a choice: mostly one whose action was chosen least so far."""
    decision = match.decision
    assert decision is not None
    names = [choice.action or choice.id for choice in decision.choices]
    for name in names:
        watch.keep(search_run.offered, name)
    places = [*range(len(names))]
    if watch.extremes is not None and search_run.chance.below(100) < STEADY:
        places = watch.extremes.best(decision.choices)
    elif search_run.chance.below(100) < CURIOUS:
        least = min(search_run.chosen[name] for name in names)
        places = [place for place in places if search_run.chosen[names[place]] == least]
    place: int = places[search_run.chance.below(len(places))]
    search_run.chosen[names[place]] += 1
    return place


@frozen
class Extremes:
    """Players who like one action best, another next, and of each the most, or the least."""

    chance: Stream
    most: bool
    ranks: dict[str, int] = field(factory=dict)  # how much they like each action

    @staticmethod
    def drawn(chance: Stream) -> Extremes:
        return Extremes(chance, chance.below(2) == 0)

    def best(self, choices: Sequence[Option]) -> list[int]:
        """Return the indices of what they like best."""
        liked = [self._liking(choice) for choice in choices]
        return [place for place, liking in enumerate(liked) if liking == max(liked)]

    def _liking(self, choice: Option) -> tuple[int, int]:
        size = -1 if choice.declines else sum(map(size_of, choice.values.values()))
        rank = 0 if choice.declines else self.ranks.setdefault(choice.action, self.chance.below(99))
        return (rank if self.most or size >= 0 else 99), (size if self.most else -size)


def size_of(value: Value) -> int:
    """Return a number itself, how many are in a set; 0 of anything else."""
    if isinstance(value, tuple):
        return len(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


@define
class _Watch:
    """The observers of one game."""

    search_run: SearchResult
    opening: Game
    extremes: Extremes | None = None
    picks: list[int] = field(factory=list)
    by_chance: bool = True
    acted: dict[int, int] = field(factory=dict)  # when each rule last did that may meet another
    ran: Counter[int] = field(factory=Counter)  # how often each line did since the last choice

    def observer(self) -> Observer:
        """Return the observer of a game; gaps are recorded only in games from the opening."""
        census = Census(self.gap, self.search_run.lines, self.asked, self.could)

        def statement(match: Match, begun: Begun) -> None:
            node = begun.statement
            self.ran[node.origin] += 1
            census.statement(match, begun)
            if isinstance(node, s.MovePieces) and node.space != e.Literal(None):
                moved = match.evaluate(node.pieces, dict(begun.locals))
                self.search_run.in_play.update(map(_name, moved))

        return Observer(reached=self.reached, statement=statement, offered=census.offered)

    @property
    def written(self) -> bool:
        """Whether the game starts in a position that an author wrote."""
        return self.opening.position is not None

    @property
    def game(self) -> Game:
        return evolve(self.opening, picks=tuple(self.picks))

    def keep(self, games: dict[T, Game], key: T) -> None:
        """Keep this game under a key if it is better: from the opening, then shorter."""
        before = games.get(key)
        if before is None or (self.written, len(self.picks)) < (
            before.position is not None,
            before.decisions,
        ):
            games[key] = self.game

    def reached(self, part: int) -> None:
        """Record that a part of the program takes effect."""
        self.keep(self.search_run.at_work, part)
        if not self.written:
            self.search_run.reached[part] += 1
        rule = self.search_run.meetings.rules.get(part)
        if rule is not None:
            self.acted[rule] = len(self.picks)

    def gap(self, gap: Gap, origin: int) -> None:
        """Note that no rule decides something here."""
        if not self.written:
            self.search_run.note(gap, origin, self.game)

    def asked(self, origin: int, anything: bool) -> None:
        """Note that a question is put, or a window opens."""
        if anything:
            self.search_run.answered.add(origin)
        elif not self.written and origin not in self.search_run.answered:
            self.search_run.in_vain[origin] += 1
            self.search_run.note("never anything", origin, self.game)

    def could(self, node: Asking | None, offers: tuple[Offer, ...]) -> None:
        """Record which actions and branches are open to a player, and which might be."""
        search_run, put = self.search_run, list[int]()
        match node:
            case s.Menu(branches=branches):
                put = [branch.origin for branch in branches]
            case s.Offer(actions=names):
                put = [search_run.actions[name] for name in names]
            case s.OpenWindow(window):
                put = [search_run.actions[name] for name in search_run.windows[window]]
        search_run.put.update(() if self.written else put)
        search_run.open.update(open_in(offers))

    def meet(self, *, over: bool = False) -> None:
        """Record which rules acted since the last choice."""
        if len(self.picks) in self.acted.values():
            self.search_run.meetings.note(self.game, self.acted, over=over)
