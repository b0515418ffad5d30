"""
Searches for matches that need not end: positions that come back, and dead ends.

By play: players look one choice ahead and return to a position that occurred before. Else the idle
ones decline, so that all stall together, and the busy ones do anything but decline, so that one
goes on alone; else they choose at random. Stubborn ones have an action that they like best, another
that comes next, and so on, and choose the same each time in the same position.

Whole: all positions of a small game without chance, and those of them from which no end is reached.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import islice, product
from typing import Literal, TypeAlias

from attrs import define, evolve, field, frozen

from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.engine.match.decision import Option
from ruleslang.engine.match.entities import can_begin
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, Observer
from ruleslang.evaluation.consistency.games import Game, begun, position_key, quick
from ruleslang.evaluation.consistency.search import every_setting
from ruleslang.program import statements as s
from ruleslang.program.declarations import Measure
from ruleslang.program.program import Program
from ruleslang.program.traits.effects import own_statements
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find

MOST_POSITIONS = 30_000
MOST_CIRCLES = 12  # games in which a circle is looked for
LONGEST = 1_500  # decisions of one of them
SHARE = 0.5  # the largest part of the time for one game
FEW = 5  # visits of a position that suggest a loop
OFTEN = 100  # visits of a position in a loop
MOST_LOOKED_AT = 24  # choices that are looked at, at one decision
IDLE = 80  # percent of players who decline if they can
HOPEFUL = 250  # decisions after which stubborn players give up where no position came back often

Manner: TypeAlias = Literal["idle", "busy", "stubborn"]
MANNERS: tuple[Manner, ...] = ("stubborn", "idle", "busy", "stubborn", "stubborn", "stubborn")


@frozen
class Circle:
    """
    A position that occurred `times` times in `game`, or many `alike`: with other cards, but as many
    of them in each zone, and with the same question.

    `loop` is the origin of the statement that repeats, the innermost loop that the last round did
    not start; -1 if it is no line of the text. `chosen` are the actions, plays and branches of that
    round.
    """

    times: int
    game: Game
    loop: int = -1
    chosen: tuple[int, ...] = ()
    alike: bool = False


def circles(program: Program, seconds: float, *, seed: int = 1) -> tuple[Circle, ...]:
    """
    Return games that their players keep going in a cycle: at most one of players of each manner. A
    counter ends most such games sooner or later, so only a position that occurs `OFTEN` times
    counts.
    """
    chance = Stream(derive(seed, stream_number("circle")))
    until = time.process_time() + seconds
    by_manner: dict[Manner, Circle] = {}
    numbered = islice(enumerate(every_setting(program)), MOST_CIRCLES)
    try:
        for (number, (players, _)), manner in product(numbered, MANNERS):
            if time.process_time() >= until:
                break
            if manner not in by_manner:
                share = min(until, time.process_time() + seconds * SHARE)
                circle = _circle(program, seed + number, players, _Players(chance, manner), share)
                by_manner |= {} if circle is None else {manner: circle}
    except (Fault, KeyboardInterrupt):
        pass
    return tuple({circle.loop: circle for circle in by_manner.values()}.values())


@frozen
class _Players:
    """How all players choose, by their manner; `returns` has by its position what comes back."""

    chance: Stream
    manner: Manner
    returns: dict[Hashable, int] = field(factory=dict)
    ranks: dict[str, int] = field(factory=dict)  # how much stubborn players like each action

    def pick(self, match: Match, here: Hashable, visits: Mapping[Hashable, int]) -> int:
        """Pick a choice back to an earlier position, else as they like, else at random."""
        if here in self.returns:
            return self.returns[here]
        decision = match.decision
        assert decision is not None
        liked = [
            place
            for place in self.chance.permutation(len(decision.choices))
            if self.manner != "busy" or not decision.choices[place].declines
        ]
        if self.manner == "stubborn":
            self.returns[here] = max(liked, key=lambda place: self._rank(decision.choices[place]))
            return self.returns[here]
        for place in liked[:MOST_LOOKED_AT]:
            after = match.copy()
            after.choose(place)
            if after.decision is not None and position_key(after) in visits:
                self.returns[here] = place
                return place
        declining = [place for place in liked if decision.choices[place].declines]
        return (declining if declining and self.chance.below(100) < IDLE else liked or [0])[0]

    def _rank(self, choice: Option) -> int:
        name = "" if choice.declines else choice.action or choice.id
        return self.ranks.setdefault(name, self.chance.below(1_000))


def _circle(
    program: Program, seed: int, players: int, who: _Players, until: float
) -> Circle | None:
    match = quick(program, Game(seed, players, (), ()))
    visits: Counter[Hashable] = Counter()
    last: dict[Hashable, int] = {}
    picks: list[int] = []
    while match.decision is not None and len(picks) < LONGEST and time.process_time() < until:
        here, numbers = position_key(match), _numbers(match) if who.manner == "stubborn" else ""
        for key in filter(None, (here, numbers)):
            visits[key] += 1
            if visits[key] >= OFTEN:
                game, alike = Game(seed, players, (), tuple(picks)), key is not here
                loop, chosen = round_of(program, game, last[key])
                may_end = alike and (loop in _bounded(program) or _ends(match, who, until))
                return None if may_end else Circle(OFTEN, game, loop, chosen, alike)
            last[key] = len(picks)
        if who.manner == "stubborn" and len(picks) == HOPEFUL and max(visits.values()) < FEW:
            break
        picks.append(who.pick(match, here, visits))
        match.choose(picks[-1])
    return None


def _bounded(program: Program) -> set[int]:
    """Return the origins of the loops that end by themselves."""
    counted = {node.origin for node in find(program, s.Repeat) if node.times or node.at_most}
    return counted | {node.origin for node in find(program, s.ForEach)}


def _ends(match: Match, who: _Players, until: float) -> bool:
    """Return whether a match played on like this ends, or there is no time to find out."""
    for _ in range(LONGEST):
        if match.decision is None or time.process_time() >= until:
            return True
        match.choose(who.pick(match, position_key(match), {}))
    return False


def _numbers(match: Match) -> str:
    """
    Return a position without the places of cards and faces; empty if a state or number is secret.

    Counts in locals and loops are left out, too, so `_ends` has to play on.
    """
    views = [match.view(seat) for seat in range(len(match.population.players))]
    counts = {
        name: zone.count
        for view in views
        for name, zone in view.zones.items()
        if zone.count is not None
    }
    seen: dict[str, object] = {}
    for view in views:
        parts = (view.states, view.pieces)
        seen |= {name: v for part in parts for name, v in part.items() if v is not None}
        counts |= {name: len(faces) for name, faces in view.dice.items() if faces is not None}
    names = {name for view in views for part in (view.zones, view.states) for name in part}
    decision = match.decision
    if decision is None or not names <= counts.keys() | seen.keys():
        return ""
    asked = decision.player, sorted({choice.action for choice in decision.choices})
    return repr(
        (sorted(counts.items()), sorted(seen.items()), views[0].active, views[0].players, asked)
    )


def goes_on(program: Program, game: Game, most: int) -> bool:
    """
    Return whether a game, continued at random, has not ended after this many more decisions.

    A fault counts as an end, and the decision cap does not.
    """
    try:
        match, _ = _continued(program, game, most, "goes on")
    except Fault:
        return False
    return match.decision is not None or (match.outcome is not None and match.outcome.capped)


def loop_after(program: Program, game: Game, more: int) -> int:
    """Return the loop of a game that is continued at random for `more` decisions; -1: none."""
    _, picks = _continued(program, game, more, "loop after")
    return round_of(program, evolve(game, picks=picks), game.decisions)[0]


def _continued(
    program: Program, game: Game, more: int, stream: str
) -> tuple[Match, tuple[int, ...]]:
    """Return a game's match after `more` decisions at random, or at its end, and all choices."""
    match, chance = quick(program, game), Stream(derive(game.seed, stream_number(stream)))
    picks: list[int] = []
    while match.decision is not None and len(picks) < game.decisions + more:
        known, number = game.picks[len(picks) :], len(match.decision.choices)
        picks.append(known[0] if known else chance.below(number))
        match.choose(picks[-1])
    return match, tuple(picks)


def round_of(program: Program, game: Game, since: int) -> tuple[int, tuple[int, ...]]:
    """Return the loop that the moves since this decision repeat, and what is chosen in them."""
    ran: set[int] = set()
    chosen: dict[str, None] = {}
    match = begun(program, evolve(game, picks=()))
    observer = Observer(statement=lambda match, begun: ran.add(begun.statement.origin))
    for number, pick in enumerate(game.picks):
        if match.decision is None:
            break
        if number == since:
            match.observe(observer)
        if number >= since:
            chosen.setdefault(match.decision.choices[pick].action)
        match.choose(pick)
    heads = {
        branch.name: branch.origin
        for branch in find(program, s.Branch)
        if any(statement.origin in ran for statement in branch.block)
    }
    heads |= {action.name: action.origin for action in program.actions}
    heads |= {play.name: play.origin for play in program.plays}
    return _loop(program, ran), tuple(heads[name] for name in chosen if name in heads)


def _loop(program: Program, ran: set[int]) -> int:
    """Return the innermost loop that had begun before and ran in this round."""
    inside = {
        loop.origin: {statement.origin for statement in statements} - {loop.origin}
        for loop, statements in _loops(program)
        if loop.origin not in ran
    }
    repeated = [origin for origin, lines in inside.items() if lines & ran]
    return min(repeated, key=lambda origin: len(inside[origin]), default=-1)


def _loops(program: Program) -> Iterator[tuple[s.Statement, tuple[s.Statement, ...]]]:
    """Yield every loop with the statements in it: those of what is offered again and again, too."""
    bodies = {action.name: action.body.statements for action in program.actions}
    offered = {window.name: window.offers for window in program.windows}
    for node in find(program, object):
        names: tuple[str, ...] = ()
        match node:
            case s.Repeat() | s.TakeTurns() | s.ForEach():
                yield node, tuple(own_statements((node,)))
            case s.Offer(mode="any", actions=names):
                pass
            case s.OpenWindow(window):
                names = offered[window]
        blocks = [bodies[name] for name in names if name in bodies]
        if blocks and isinstance(node, s.Statement):
            yield node, tuple(inner for block in blocks for inner in own_statements(block))


# ---------------------------------------------------------------- all positions


@frozen
class WholeGame:
    """
    All existing positions, with the default options, and the shortest game to one from which
    no end is reached.
    """

    positions: int
    stuck: Game | None


def whole_game(
    program: Program,
    seconds: float,
    measures: tuple[Measure, ...] = (),
    seen: Callable[[Match, Game], object] = lambda match, game: None,
) -> WholeGame | None:
    """
    Return all positions of a game, with its default options, for each number of players.

    `seen` observes each of them, the nearest first, with a shortest game to it; the match gathers
    `measures`. `None` if chance acts in it, a match meets a fault, or there are too many for the
    time, of which making the engine takes nothing.
    """
    nodes = (node for node in find(program, object) if isinstance(node, s.Statement))
    if any(traits(node).chance for node in nodes):
        return None
    positions, stuck = 0, None
    for players in range(program.seats.low, program.seats.high + 1):
        if not can_begin(program, {}, players):
            continue
        graph = _Graph(players, seen)
        try:
            opening = quick(program, Game(1, players, (), ()), measures)
            begins = time.process_time()
            if not graph.grow(opening, begins + seconds):
                return None
        except Fault:
            return None
        seconds -= time.process_time() - begins
        positions += len(graph.before)
        stuck = graph.stuck() if stuck is None else stuck
    return WholeGame(positions, stuck)


@define
class _Graph:
    """The positions of a game, numbered as they were first reached, with those before each."""

    players: int
    seen: Callable[[Match, Game], object]
    before: list[list[int]] = field(factory=list)
    reached_by: list[tuple[int, int]] = field(factory=list)  # a position, and the choice there
    ends: list[int] = field(factory=list)

    def grow(self, opening: Match, until: float) -> bool:
        """Reach every position; returns whether there was time for it."""
        numbers: dict[Hashable, int] = {}
        waiting = deque([(-1, -1, opening)])
        while waiting:
            if time.process_time() >= until or len(numbers) > MOST_POSITIONS:
                return False
            before, pick, match = waiting.popleft()
            here = position_key(match)
            if here in numbers:
                self.before[numbers[here]].append(before)
                continue
            if match.chance.words():
                return False  # chance acts, if only in the opening
            number = numbers[here] = len(numbers)
            self.before.append([before])
            self.reached_by.append((before, pick))
            if match.fault is not None:
                return False
            self.seen(match, self.game_to(number))
            if match.decision is None:
                if match.outcome is not None and not match.outcome.capped:
                    self.ends.append(number)
                continue
            for place in range(len(match.decision.choices)):
                after = match.copy()
                after.choose(place)
                waiting.append((number, place, after))
        return True

    def stuck(self) -> Game | None:
        """Return the shortest game to a position from which no end is reached."""
        ending, waiting = set[int](), [*self.ends]
        while waiting:
            number = waiting.pop()
            if number >= 0 and number not in ending:
                ending.add(number)
                waiting += self.before[number]
        stuck = (number for number in range(len(self.before)) if number not in ending)
        return next(map(self.game_to, stuck), None)

    def game_to(self, number: int) -> Game:
        """Return a shortest game to a position."""
        picks: list[int] = []
        while self.reached_by[number][0] >= 0:
            number, pick = self.reached_by[number]
            picks.append(pick)
        return Game(1, self.players, (), tuple(picks[::-1]))
