"""
A report on a game by playing it: who wins, how long it takes, which cards matter, how much is
skill.

Many games are played fast and counted. Some are watched decision by decision, for the fate of each
card and for how choices and measures change during a game. Each bot then sits at every seat in turn
against random ones, which measures how much of the game is skill. The figures for cards are
correlations, not experiments: winners draw and play more.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from ruleslang.api import Game
from ruleslang.engine.choose_engine import AUTO, C, engine_named
from ruleslang.engine.compiled_in_c import CEngine
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.chance import derive, stream_number
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.interface import Chosen, Match, Observer
from ruleslang.engine.match.position import Run
from ruleslang.engine.match.runtime_values import Card, Player, Value, members
from ruleslang.evaluation.balance.against_random import seated
from ruleslang.evaluation.balance.versions import Play, Steps, Version, batch_of
from ruleslang.players.games_in_c import sitting
from ruleslang.players.registry import RANDOM, make_bot
from ruleslang.simulation.play_games import Batch
from ruleslang.simulation.results import Result, Watch
from ruleslang.simulation.sides import Side, sides_of
from ruleslang.simulation.simulate import play_side_by_side
from ruleslang.simulation.simulation_report import Played, Report, Tally, share
from ruleslang.source.budget import refill

PARTS = 10  # parts of a game's course
SEARCH = "search:40"  # a search that is quick enough for a few games
SEARCHED_SECONDS = 20.0  # after which no further game is searched
MOST_SEARCHED = 40  # games


@frozen
class Amount:
    """How many games to play: counted, watched, and of each player against random ones."""

    games: int
    watched: int
    against: int


@define
class CardSeen:
    """
    The fate of a card, in seats that held it: drawn, played (or chosen before it left the hand, if
    it has no `play`), lost otherwise, or kept to the end; and how many of these seats won.
    """

    drawn: int = 0
    drawn_won: int = 0
    played: int = 0
    played_won: int = 0
    thrown: int = 0
    kept: int = 0
    kept_won: int = 0


@define
class Strength:
    """A player against random ones: games on each side, and wins."""

    player: str
    games: list[int]
    won: list[int]


@define(repr=False)
class GameReport(Result):
    """All results; `stopped`: Ctrl-C ended it early."""

    game: Game
    sides: tuple[Side, ...]
    players: tuple[str, ...]
    seed: int
    options: Mapping[str, str]
    counted: Report | None = None
    lengths: Counter[int] = field(factory=Counter)
    together: Counter[int] = field(factory=Counter)  # how many sides won a game
    measures: dict[str, Counter[float]] = field(factory=dict)  # the mean of each game
    watched: int = 0
    choices: Counter[int] = field(factory=Counter)  # how many there were at a decision
    choices_over: list[list[int]] = field(factory=lambda: [[0, 0] for _ in range(PARTS)])
    measures_over: dict[str, list[list[int]]] = field(factory=dict)  # how many values, their sum
    cards: dict[str, CardSeen] = field(factory=dict)
    strengths: list[Strength] = field(factory=list)
    stopped: bool = False

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of the counted games, and the share won by each player at each seat."""
        rows = self.counted.rows() if self.counted else []
        for strength in self.strengths:
            for side, won, games in zip(self.sides, strength.won, strength.games, strict=True):
                mean, low, high = share(won, games)
                name = f"{strength.player} as {side.name}"
                row = {"kind": "strength", "name": name, "games": games}
                rows.append({**row, "mean": mean, "low": low, "high": high})
        return rows


def reported(
    game: Game,
    play: Play,
    amount: Amount,
    options: Mapping[str, str],
    watch: Watch = lambda done, planned: None,
) -> GameReport:
    """Play and report; Ctrl-C ends it with the results so far. Raises `ValueError`."""
    best = game.compiled.choosers[0].name if game.compiled.choosers else RANDOM
    quick = C if play.engine == AUTO else play.engine  # worth its compiling for so many games
    play = evolve(play, players=play.players or (best,), engine=quick)
    batch = batch_of(Version(game.name, game, options), play, amount.games)
    sides = sides_of(game.program, len(batch.players))
    report = GameReport(game, sides, batch.players, play.seed, options)
    others = [chooser.name for chooser in game.compiled.choosers]
    names = [RANDOM, *others, SEARCH]
    against = amount.against * (len(names) - 1) + min(MOST_SEARCHED, amount.against)
    steps = Steps(watch, amount.games + amount.watched + against)
    try:
        _count(report, batch, play.jobs, steps)
        engine = _engine_to_watch(batch)
        for number in range(amount.watched):
            _watch(report, play, number, engine)
            steps.add(1)
        for name in names:
            _strength(report, play, name, amount.against, steps)
    except KeyboardInterrupt:
        report.stopped = True
    return report


def _count(report: GameReport, batch: Batch, jobs: int, steps: Steps) -> None:
    """Play many games of which only the results are used."""
    tally = Tally(len(report.players))
    try:
        for (games,) in play_side_by_side((batch,), jobs):
            for played in games:
                tally.add(played)
                if played.fault is None:
                    _sample(report, played)
            steps.add(len(games))
    finally:
        report.counted = tally.report()


def _sample(report: GameReport, played: Played) -> None:
    report.lengths[played.decisions] += 1
    report.together[sum(side.won(played.winners) for side in report.sides)] += 1
    for name, sample in played.samples.items():
        if name != "decisions":
            mean = sample.total / sample.count
            report.measures.setdefault(name, Counter())[mean] += 1


def _strength(report: GameReport, play: Play, name: str, games: int, steps: Steps) -> None:
    """Play a player on each side in turn, against random players on all others."""
    sides = len(report.sides)
    strength = Strength(name, [0] * sides, [0] * sides)
    report.strengths.append(strength)
    if name == SEARCH:
        _searched(report, play, strength, min(MOST_SEARCHED, games), steps)
        return
    for at, side in enumerate(report.sides):
        many = games // sides + (at < games % sides)
        version = Version(name, report.game, report.options)
        if not many:
            continue
        batch = batch_of(
            version, evolve(play, players=seated(name, side, len(report.players))), many
        )
        for (some,) in play_side_by_side((batch,), play.jobs):
            strength.games[at] += sum(played.fault is None for played in some)
            strength.won[at] += sum(side.won(played.winners) for played in some)
            steps.add(len(some))


def _searched(report: GameReport, play: Play, strength: Strength, games: int, steps: Steps) -> None:
    """Play games of the searching player one by one, as long as there is time."""
    began = time.monotonic()
    for number in range(games):
        if time.monotonic() - began < SEARCHED_SECONDS:
            at = number % len(report.sides)
            side = report.sides[at]
            match, seed = _started(report, play, number, engine_named(AUTO, report.game.program))
            names = enumerate(seated(strength.player, side, len(report.players)))
            match.play_on(
                [make_bot(name, report.game.compiled, seed, seat) for seat, name in names]
            )
            if match.outcome is not None:
                strength.games[at] += 1
                strength.won[at] += side.won(match.outcome.winners)
            refill()
        steps.add(1)


def _engine_to_watch(batch: Batch) -> Engine:
    """Return C where learned players decide in it, who take far longer elsewhere than the match."""
    program, who = batch.compiled.program, sitting(batch.compiled, batch.players)
    if batch.engine == C and who is not None and who.learns:
        return CEngine(program, who.choosers, learns=True)
    return engine_named(AUTO, program)


def _started(
    report: GameReport, play: Play, number: int, engine: Engine, observers: Sequence[Observer] = ()
) -> tuple[Match, int]:
    seed = derive(derive(play.seed, stream_number("game")), number)
    match = engine.start(
        seed=seed,
        options=report.options,
        players=len(report.players),
        automatic=play.automatic,
        measures=report.game.compiled.measures,
        observers=observers,
    )
    return match, seed


def _watch(report: GameReport, play: Play, number: int, engine: Engine) -> None:
    """Play a game and inspect it before every decision; if it meets a fault, it isn't counted."""
    match, seed = _started(report, play, number, engine)
    bots = [make_bot(who, report.game.compiled, seed, at) for at, who in enumerate(report.players)]
    choices: list[int] = []
    measured: list[dict[str, int]] = []
    while (decision := match.decision) is not None:
        choices.append(len(decision.choices))
        measured.append({name: len(values) for name, values in match.measures.items()})
        match.choose(bots[decision.player].choose(match))
    refill()
    if (outcome := match.outcome) is not None and match.fault is None:
        report.watched += 1
        if any(zone.seen.by == "owner" for zone in report.game.program.zones):
            _enter(report, _followed(report, play, number, match.chosen), outcome.winners)
        _course(report, match, choices, measured)


def _followed(report: GameReport, play: Play, number: int, chosen: Sequence[int]) -> _Hands:
    """Play a game again, with the engine that has observers, and follow its cards."""
    hands = _Hands()
    observers = (Observer(begun=hands.done, chosen=hands.done, in_secret=hands.done),)
    match, _ = _started(report, play, number, Interpreter(report.game.program), observers)
    for place in chosen:
        hands.look(match)
        match.choose(place)
    hands.look(match)
    refill(10)  # games of Python take as long
    return hands


def _enter(report: GameReport, hands: _Hands, winners: Sequence[int]) -> None:
    drawn, played, lost, held = (
        {(seat, card.title.name) for seat, card in cards}
        for cards in (hands.drawn, hands.played, hands.lost, hands.held)
    )
    for seat, name in sorted(drawn):
        card, won = report.cards.setdefault(name, CardSeen()), seat in winners
        card.drawn += 1
        card.drawn_won += won
        card.played += (seat, name) in played
        card.played_won += won and (seat, name) in played
        card.thrown += (seat, name) in lost
        card.kept += (seat, name) in held
        card.kept_won += won and (seat, name) in held


def _course(
    report: GameReport, match: Match, choices: Sequence[int], measured: Sequence[Mapping[str, int]]
) -> None:
    """Add the number of choices and the measured values to each part of the game's course."""
    many = len(choices)
    for at, number in enumerate(choices):
        part = report.choices_over[PARTS * at // many]
        part[0] += 1
        part[1] += number
    report.choices.update(choices)
    for name, values in match.measures.items():
        over = report.measures_over.setdefault(name, [[0, 0] for _ in range(PARTS)])
        at = 0
        for place, value in enumerate(values):
            while at < many - 1 and measured[at + 1].get(name, 0) <= place:
                at += 1
            part = over[PARTS * at // many] if many else over[0]
            part[0] += 1
            part[1] += value


@define
class _Hands:
    """The cards of each seat in zones that it alone sees, and what became of them."""

    held: set[tuple[int, Card]] = field(factory=set)
    drawn: set[tuple[int, Card]] = field(factory=set)
    used: set[tuple[int, Card]] = field(factory=set)  # played or chosen, and still held
    played: set[tuple[int, Card]] = field(factory=set)
    lost: set[tuple[int, Card]] = field(factory=set)

    def look(self, match: Match) -> None:
        """Compare the hands with those before."""
        now = {
            (place.holder.order, card)
            for place, cards in match.position.zones.items()
            if place.holder is not None and place.zone.seen.by == "owner"
            for card in cards
        }
        gone = self.held - now
        self.drawn |= now
        self.played |= gone & self.used
        self.lost |= gone - self.used
        self.used -= gone
        self.held = now

    def done(self, match: Match, deed: Run | Chosen) -> None:
        """Count a play from the hand, or once its card has left the hand to be played."""
        if isinstance(deed, Chosen):
            self._take(match, deed.by, deed.value)
        elif deed.by is not None:
            self._take(match, deed.by, *(deed.locals[choice.slot] for choice in deed.choices))
            this = {(deed.by.order, card) for card in (deed.card,) if card} & self.drawn
            self.played |= this
            self.used |= this & self.held
            self.lost -= this - self.held

    def _take(self, match: Match, by: Player, *values: Value) -> None:
        """Count chosen cards without a `play` as played once they leave the hand."""
        self.look(match)
        cards = {card for value in values for card in members(value) if isinstance(card, Card)}
        laid = {(by.order, card) for card in cards if not card.title.definition.plays}
        self.used |= laid & self.held
