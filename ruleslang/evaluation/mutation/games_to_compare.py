"""Games of a rulebook, replayed with a changed program: does the change make a difference?"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from typing import Literal

from attrs import frozen

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, NotLegal
from ruleslang.engine.match.observer import Observer
from ruleslang.evaluation.consistency.search import every_answer
from ruleslang.program.passes.parts import parts_of
from ruleslang.program.program import Program

GAMES = 24  # with the default options; besides, one with each other answer
REPLAYED = 8  # of those that come to a line
LONGEST = 300  # decisions of one of them

Difference = Literal["differs", "same", "unreached"]
Line = tuple[str, int]


@frozen(eq=False)
class PlayedGame:
    """A game: how it began, what was chosen, what was seen before each choice, where it came."""

    seed: int
    players: int
    options: Mapping[str, str]
    picks: tuple[int, ...]
    seen: tuple[Hashable, ...]
    lines: frozenset[Line]


@frozen(eq=False, slots=False)
class GamesToCompare:
    """Games of a program, played when they are first asked for."""

    program: Program
    seed: int = 1

    @cached_property
    def played(self) -> tuple[PlayedGame, ...]:
        settings = [*every_answer(self.program)]
        some = [settings[0]] * GAMES + settings[1:]
        return tuple(
            self._play(self.seed + number, players, options)
            for number, (players, options) in enumerate(some)
        )

    def _play(self, seed: int, players: int, options: Mapping[str, str]) -> PlayedGame:
        reached: set[int] = set()
        observers = [Observer(reached=reached.add)]
        engine, chance = engine_for(self.program), Stream(derive(seed, stream_number("mutants")))
        picks: list[int] = []
        seen: list[Hashable] = []
        try:
            match = engine.start(seed=seed, players=players, options=options, observers=observers)
            while match.decision is not None and len(picks) < LONGEST:
                seen.append(_seen(match))
                picks.append(chance.below(len(match.decision.choices)))
                match.choose(picks[-1])
            seen.append(_seen(match))
        except (Fault, NotLegal):
            seen.append("fault")
        lines = frozenset(_lines(self.program, reached))
        return PlayedGame(seed, players, options, tuple(picks), tuple(seen), lines)

    def compared(self, changed: Program, lines: frozenset[Line], *, anywhere: bool) -> Difference:
        """
        Whether a game that comes to these lines goes otherwise; `anywhere`: any game may.
        """
        come = [game for game in self.played if game.lines & lines]
        if not come and anywhere:
            come = [*self.played]
        for game in come[:REPLAYED]:
            if _differs(changed, game):
                return "differs"
        return "same" if come else "unreached"


def _differs(changed: Program, game: PlayedGame) -> bool:
    try:
        match = engine_for(changed).start(
            seed=game.seed, players=game.players, options=game.options
        )
        for place, seen in enumerate(game.seen):
            if _seen(match) != seen:
                return True
            if place < len(game.picks):
                match.choose(game.picks[place])
    except (Fault, NotLegal, ValueError, RecursionError):
        return "fault" not in game.seen
    return False


def _seen(match: Match) -> Hashable:
    """What is asked, and the position."""
    decision = match.decision
    if decision is None:
        return match.hash(), match.outcome, None if match.fault is None else match.fault.slug
    choices = tuple(choice.id for choice in decision.choices)
    return match.hash(), decision.player, decision.name, choices


def _lines(program: Program, reached: set[int]) -> Iterator[Line]:
    parts, origins = parts_of(program).all, program.origins
    for number in reached:
        origin = parts[number].origin
        if 0 <= origin < len(origins):
            yield origins[origin].file, origins[origin].line
