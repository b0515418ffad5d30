"""
Looks for a game in which the portable engine and the interpreter differ, and makes it small.

What is found is a replay that names the first cell that differs, and the definitions that were at
work behind the last choice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from attrs import evolve, frozen

from ruleslang.flow.layout import ACTIVE, PLAYERS, SPACE, STANDING, WHERE, ZONES, Family
from ruleslang.match.observer import Observer
from ruleslang.meaning.engine import Interpreter
from ruleslang.meaning.match import InterpretedMatch
from ruleslang.portable.cells import cells_of
from ruleslang.portable.engine import Portable
from ruleslang.portable.match import PortableMatch
from ruleslang.program import declarations as d
from ruleslang.program.passes.parts import parts_of
from ruleslang.program.program import Program
from tests.portable.agreement import at_one_decision

Choosing = Callable[[int, int], int]  # of the place of a decision and the number of its choices
TRIES = 10  # other games that are played in search of a shorter one
DEFINITIONS = 8


@frozen
class Game:
    """A game: its settings, and what was chosen."""

    seed: int
    players: int
    options: Mapping[str, str]
    chosen: tuple[int, ...] = ()


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
            f"seed {game.seed}, {game.players} players, {dict(game.options)},"
            f" choices {list(game.chosen)}: {self.cell} differs,"
            f" behind {', '.join(self.definitions)}: {'; '.join(self.differs)[:500]}"
        )


def mixed(program: Program, seed: int) -> Game:
    """Settings by chance: of every third seed those by default."""
    chance = random.Random(seed)
    players = chance.randint(program.seats.low, program.seats.high)
    options = {
        option.name: chance.choice(option.values)
        for option in program.options
        if seed % 3 and chance.random() < 0.5
    }
    return Game(seed, players, options)


def disagreement(engine: Portable, game: Game, most: int) -> tuple[Disagreement | None, int]:
    """What is found in a game of chance, made small; and how many decisions it had."""
    chance = random.Random(game.seed)
    chosen, _, differs = _played(engine, game, lambda _, number: chance.randrange(number), most)
    if not differs:
        return None, len(chosen)
    small = _made_small(engine, evolve(game, chosen=chosen))
    return _told(engine, small), len(chosen)


Pair = tuple[InterpretedMatch, PortableMatch]


def _played(
    engine: Portable, game: Game, choosing: Choosing, most: int
) -> tuple[tuple[int, ...], Pair, tuple[str, ...]]:
    """What was chosen up to the first difference or the end, the matches, and how they differ."""
    one = Interpreter(engine.program).start(
        seed=game.seed, players=game.players, options=game.options
    )
    other = engine.start(seed=game.seed, players=game.players, options=game.options)
    chosen: list[int] = []
    while True:
        found = at_one_decision(one, other)
        if found or one.decision is None or len(chosen) == most:
            return tuple(chosen), (one, other), tuple(found)
        index = choosing(len(chosen), len(one.decision.choices))
        chosen.append(index)
        one.choose(index)
        other.choose(index)


def _again(chosen: Sequence[int]) -> Choosing:
    """The same choices, or the last there is."""
    return lambda place, number: min(chosen[place], number - 1) if place < len(chosen) else 0


def _made_small(engine: Portable, game: Game) -> Game:
    """A game with fewer decisions, in which the first choice is made as often as can be."""
    best = game.chosen
    for seed in range(TRIES):
        chance = random.Random(seed)
        chosen, _, differs = _played(
            engine,
            game,
            lambda _, number, chance=chance: chance.randrange(number),
            len(best) - 1,
        )
        best = chosen if differs else best
    place = 0
    while place < len(best):
        simpler = (*best[:place], 0, *best[place + 1 :])
        if simpler != best:
            chosen, _, differs = _played(engine, game, _again(simpler), len(best))
            best = chosen if differs else best
        place += 1
    return evolve(game, chosen=best)


def _told(engine: Portable, game: Game) -> Disagreement:
    chosen, (one, other), differs = _played(engine, game, _again(game.chosen), len(game.chosen))
    cell = first_cell(one, other)
    return Disagreement(evolve(game, chosen=chosen), differs, cell, _at_work(engine, game))


def first_cell(one: InterpretedMatch, other: PortableMatch) -> str:
    """The first cell of the state in which two matches differ, by its name."""
    flow = other.game.flow
    assert other.play is not None
    mine = cells_of(flow, one.machine.state)
    for family in flow.layout.families.values():
        if _is_kept(family):
            for number in range(family.cells):
                at = family.base + number
                if mine[at] != other.play.S[at]:
                    return f"{family.name}[{number}]: {mine[at]} / {other.play.S[at]}"
    return "no cell of the state"


def _is_kept(family: Family) -> bool:
    return family.name in (ACTIVE, PLAYERS, ZONES, WHERE, SPACE, STANDING) or (
        family.name.startswith(("state ", "dice ", "shown "))
    )


def _at_work(engine: Portable, game: Game) -> tuple[str, ...]:
    """The definitions that were at work behind the last choice, the last one last."""
    parts, met = parts_of(engine.program).all, list[str]()

    def reached(number: int) -> None:
        part = parts[number]
        if isinstance(part, (d.Value, d.Procedure, d.Action, d.Play, d.Window, d.Standing)):
            met.append(part.name)

    match = Interpreter(engine.program).start(
        seed=game.seed,
        players=game.players,
        options=game.options,
        observers=(Observer(reached=reached),),
    )
    for index in game.chosen:
        met.clear()
        match.choose(index)
    return tuple(dict.fromkeys(reversed(met)))[:DEFINITIONS][::-1]
