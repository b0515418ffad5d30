"""
Looks for a game in which engines differ, and makes it small.

What is found is a replay that names the first cell that differs, and the definitions that were at
work behind the last choice.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from time import process_time
from typing import Any

from attrs import evolve, frozen

from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.code.match import CMatch
from ruleslang.engine.flow.state_layout import (
    ACTIVE,
    PLAYERS,
    SPACE,
    STANDING,
    WHERE,
    ZONES,
    Family,
)
from ruleslang.engine.handover.cells_of_state import cells_of
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.entities import can_begin, settle
from ruleslang.engine.match.interface import Match, Observer
from ruleslang.explanation.examples.given_state import Position, begin_from
from ruleslang.players.random_bot import bot_stream
from ruleslang.program import declarations as d
from ruleslang.program.passes.parts import parts_of
from ruleslang.program.program import Program
from tests.engine.c import agreement as of_c
from tests.engine.cells import agreement as of_cells

Choosing = Callable[[int, int, int], int]  # of the place of a decision, who decides, of how many
Engines = Sequence[Engine]
TRIES = 10  # other games that are played in search of a shorter one
DEFINITIONS = 8


@frozen
class Game:
    """
    A game: its settings, where it begins, and what was chosen. The interpreter plays beside the
    quick engines for so many decisions.
    """

    seed: int
    players: int
    options: Mapping[str, str]
    chosen: tuple[int, ...] = ()
    automatic: int = 0
    position: Position | None = None
    beside: int = sys.maxsize

    def begun(self, engine: Engine, observers: Sequence[Observer] = ()) -> Match:
        """A match of it at its first decision."""
        if self.position is not None:
            settings = settle(engine.program, self.options, self.players, self.automatic)
            return begin_from(
                engine, self.position, settings, self.options, seed=self.seed, observers=observers
            )
        return engine.start(
            seed=self.seed,
            players=self.players,
            automatic=self.automatic,
            options=self.options,
            observers=observers,
        )


@frozen
class Disagreement:
    """The game that leads to it, in what the engines differ, and what was at work."""

    game: Game
    differs: tuple[str, ...]
    cell: str
    definitions: tuple[str, ...]

    def __str__(self) -> str:
        game = self.game
        return (
            f"seed {game.seed}, {game.players} players ({game.automatic} automatic),"
            f" {dict(game.options)},"
            f" choices {list(game.chosen)}: {self.cell} differs,"
            f" behind {', '.join(self.definitions)}: {'; '.join(self.differs)[:500]}"
        )


@frozen(eq=False)
class PlayedGame:
    """
    What was chosen up to the first difference or the end, the matches, and how they differ;
    the first engine worked for `seconds` of CPU time.
    """

    chosen: tuple[int, ...]
    matches: tuple[Match, ...]
    differs: tuple[str, ...]
    seconds: float


def mixed(program: Program, seed: int) -> Game:
    """Settings by chance: of every third seed those by default."""
    chance = random.Random(seed)
    players = chance.randint(program.seats.low, program.seats.high)
    options = {
        option.name: chance.choice(option.values)
        for option in program.options
        if seed % 3 and chance.random() < 0.5
    }
    numbers = range(program.seats.low, program.seats.high + 1)
    if not can_begin(program, options, players):  # by what the header demands
        players = next((each for each in numbers if can_begin(program, options, each)), players)
    most = min(program.seats.automatic_high, players - 1)
    automatic = chance.randint(program.seats.automatic_low, most)
    return Game(seed, players, options, automatic=automatic)


def disagreement(
    engines: Engines, game: Game, most: int, seconds: float = math.inf
) -> tuple[Disagreement | None, PlayedGame]:
    """
    What is found in the game of random bots, made small; and that game.

    It ends after `most` choices, or once the first engine has worked for `seconds` of CPU time.
    """
    played = _played(engines, game, by_bots(game), most, seconds)
    if not played.differs:
        return None, played
    small = _made_small(engines, evolve(game, chosen=played.chosen))
    return _logged(engines, small), played


def by_bots(game: Game) -> Choosing:
    """What random bots choose."""
    streams = [bot_stream(game.seed, seat) for seat in range(game.players)]
    return lambda _, who, number: streams[who].below(number)


def at_one_decision(matches: Sequence[Match], *, record: bool) -> list[str]:
    """
    In what matches of several engines differ where they stand; with `record`, in what chance did.

    The cells of C are those that `cells` reads, so that its names, views and hashes, which are
    made of them, are.
    """
    first = matches[0]
    hash = first.hash() if isinstance(first, InterpretedMatch) else None
    found: list[str] = []
    for one, other in pairwise(matches):
        assert isinstance(other, CompiledMatch)
        if isinstance(one, CompiledMatch) and isinstance(other, CMatch):
            found += of_c.at_one_decision(one, other, record=record)
        else:
            found += of_cells.at_one_decision(one, other, hash if one is first else None)
    return found


def _played(
    engines: Engines, game: Game, choosing: Choosing, most: int, seconds: float = math.inf
) -> PlayedGame:
    worked, chosen = -process_time(), list[int]()
    first = game.begun(engines[0])
    worked += process_time()
    matches = (first, *(game.begun(each) for each in engines[1:]))
    while True:
        if len(chosen) == game.beside:
            matches = tuple(each for each in matches if isinstance(each, CompiledMatch))
        waits = matches[0].waits_for
        is_last = waits is None or len(chosen) == most or worked > seconds
        found = at_one_decision(matches, record=is_last)
        if found or is_last or waits is None:
            return PlayedGame(tuple(chosen), matches, tuple(found), worked)
        index = choosing(len(chosen), *waits)
        chosen.append(index)
        worked -= process_time()
        matches[0].choose(index)
        worked += process_time()
        for each in matches[1:]:
            each.choose(index)


def _again(chosen: Sequence[int]) -> Choosing:
    """The same choices, or the last there is."""
    return lambda place, _, number: min(chosen[place], number - 1) if place < len(chosen) else 0


def _made_small(engines: Engines, game: Game) -> Game:
    """A game with fewer decisions, in which the first choice is made as often as can be."""
    best = game.chosen
    for seed in range(TRIES):
        chance = random.Random(seed)
        played = _played(
            engines,
            game,
            lambda _, __, number, chance=chance: chance.randrange(number),
            len(best) - 1,
        )
        best = played.chosen if played.differs else best
    place = 0
    while place < len(best):
        simpler = (*best[:place], 0, *best[place + 1 :])
        if simpler != best:
            played = _played(engines, game, _again(simpler), len(best))
            best = played.chosen if played.differs else best
        place += 1
    return evolve(game, chosen=best)


def _logged(engines: Engines, game: Game) -> Disagreement:
    played = _played(engines, game, _again(game.chosen), len(game.chosen))
    cells = [first_cell(*each) for each in pairwise(played.matches)]
    cell = next((each for each in cells if each), "no cell of the state")
    program = played.matches[0].population.program
    return Disagreement(
        evolve(game, chosen=played.chosen), played.differs, cell, _at_work(program, game)
    )


def first_cell(one: Match, other: Match) -> str:
    """The first cell of the state in which two matches differ, by its name; empty: in none."""
    assert isinstance(other, CompiledMatch) and other.play is not None
    layout = other.game.flow.layout
    mine, its = _cells(one, other), _cells(other, other)
    for family in layout.families.values():
        if isinstance(one, InterpretedMatch) and not _is_in_a_state(family):
            continue
        for number in range(family.cells):
            at = family.base + number
            if mine[at] != its[at]:
                return f"{family.name}[{number}]: {mine[at]} / {its[at]}"
    return ""


def _cells(match: Match, like: CompiledMatch) -> Sequence[Any]:
    if isinstance(match, InterpretedMatch):
        return cells_of(like.game, match.machine.state)
    assert isinstance(match, CompiledMatch)
    return of_c.cells(match)


def _is_in_a_state(family: Family) -> bool:
    return family.name in (ACTIVE, PLAYERS, ZONES, WHERE, SPACE, STANDING) or (
        family.name.startswith(("state ", "dice "))
    )


def _at_work(program: Program, game: Game) -> tuple[str, ...]:
    """The definitions that were at work behind the last choice, the last one last."""
    parts, encountered = parts_of(program).all, list[str]()

    def reached(number: int) -> None:
        part = parts[number]
        if isinstance(part, (d.Value, d.Procedure, d.Action, d.Play, d.Window, d.Standing)):
            encountered.append(part.name)

    watching = Observer(reached=reached)
    match = game.begun(Interpreter(program), (watching,))
    for index in game.chosen:
        encountered.clear()
        match.choose(index)
    return tuple(dict.fromkeys(reversed(encountered)))[:DEFINITIONS][::-1]
