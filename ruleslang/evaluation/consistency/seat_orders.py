"""
Plays games again in another order of the seats, to see whether that order decides anything.

A loop over players to whom the text gives no order runs from the active player on. Here it begins
with the next one, and the same choices are made. Loops that ask, draw or roll are left out: there
another order gives other cards, or another player the first choice, which the questions ask about.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress

from attrs import evolve, frozen

from ruleslang.engine.match.interface import Match, Observer
from ruleslang.evaluation.consistency.checklist import is_ordered
from ruleslang.evaluation.consistency.games import Game, begun
from ruleslang.evaluation.consistency.orders import (
    DIVERGED,
    MOST_SHOWN,
    decided,
    run_by,
    seen_by_all,
)
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.program import Compiled, Program
from ruleslang.program.traits.statements import traits
from ruleslang.program.typing.environment import scope_of, world_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.walk import rebuilt, walk

LONGEST = 150  # decisions of a game that is played again


@frozen(eq=False)
class SeatsDecide:
    """A loop, a game in which its order matters, and each thing with its value in both orders."""

    loop: s.ForEach
    game: Game
    shown: tuple[tuple[str, str, str], ...]


def seat_orders(compiled: Compiled, games: Iterable[Game], seconds: float) -> Iterator[SeatsDecide]:
    """Yield the loops over players whose order matters in one of these games, and in no example."""
    until = time.process_time() + seconds
    left = {loop.origin: loop for loop in _loops(compiled.program)}
    some = [game for game in games if game.position is None and game.decisions <= LONGEST]
    for game in sorted(some, key=lambda game: -game.decisions):
        if not left or time.process_time() >= until:
            return
        for origin in _differing(compiled.program, [*left.values()], game):
            other = _turned(compiled.program, [left[origin]])
            shown = _differences(compiled.program, other, game)
            if shown:
                loop = left.pop(origin)
                if not decided(compiled, other):
                    yield SeatsDecide(loop, game, shown[:MOST_SHOWN])


def _loops(program: Program) -> Iterator[s.ForEach]:
    world = world_of(program)
    bodies = (*program.procedures, *program.actions, *program.plays, *program.standings)
    for declaration in bodies:
        scope = scope_of(world, declaration)
        for node in walk(declaration):
            if (
                isinstance(node, s.ForEach)
                and not is_ordered(node.subject)
                and isinstance(type := type_of(node.subject, scope), t.SetOf)
                and isinstance(type.element, t.Player)
                and not any(map(_depends, run_by(node.block, program)))
            ):
                yield node


def _depends(node: object) -> bool:
    """Return whether a part of a loop gives each player something else by its nature."""
    if isinstance(node, e.CallBuiltIn):
        return node.function in ("top", "bottom")
    if not isinstance(node, s.Statement):
        return False
    return bool(traits(node).asks or traits(node).chance)


def _turned(program: Program, loops: Iterable[s.ForEach]) -> Program:
    """Return the program in which these loops begin with the next player."""
    turned = {id(loop) for loop in loops}

    def changed(name: str, node: object) -> object:
        rebuilt_node = rebuilt(node, changed)
        if id(node) in turned:
            assert isinstance(rebuilt_node, s.ForEach)
            next = e.CallBuiltIn("next", (e.Active(),))
            return evolve(
                rebuilt_node, subject=e.CallBuiltIn("clockwise", (next, rebuilt_node.subject))
            )
        return rebuilt_node

    return rebuilt(program, changed)


# ---------------------------------------------------------------- both orders


def _differing(program: Program, loops: list[s.ForEach], game: Game) -> Iterator[int]:
    """Yield the loops that ran in the step after which play in the other order differs."""
    ran: set[int] = set()
    watching = Observer(statement=lambda match, begun: ran.add(begun.statement.origin))
    for _ in _first_difference(program, _turned(program, loops), game, watching, ran):
        yield from (loop.origin for loop in loops if loop.origin in ran)


def _differences(program: Program, other: Program, game: Game) -> tuple[tuple[str, str, str], ...]:
    """Return the visible differences where two games first differ; zones have no order."""
    for here, there in _first_difference(program, other, game):
        seen_here, seen_there = seen_by_all(here), seen_by_all(there)
        return tuple(
            (name, seen_here.get(name, "—"), seen_there.get(name, "—"))
            for name in {**seen_here, **seen_there}
            if sorted(seen_here.get(name, "").split(", "))
            != sorted(seen_there.get(name, "").split(", "))
        )
    return ()


def _first_difference(
    program: Program,
    other: Program,
    game: Game,
    watching: Observer | None = None,
    ran: set[int] | None = None,
) -> Iterator[tuple[Match, Match]]:
    """Yield both matches after the first step that ends otherwise; nothing if none does."""
    with suppress(*DIVERGED):
        here = begun(program, evolve(game, picks=()), [watching] if watching else [])
        there = begun(other, evolve(game, picks=()))
        for pick in (*game.picks, None):
            if here.hash() != there.hash():
                yield here, there
                return
            if pick is None:
                return
            if ran is not None:
                ran.clear()
            here.choose(pick)
            there.choose(pick)
