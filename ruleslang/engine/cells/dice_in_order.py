"""Positions with dice that no rule tells apart in the order of their faces, for their keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.cells.machine import Play
from ruleslang.engine.flow.asked_questions import ChoiceQuestion
from ruleslang.engine.flow.state_layout import dice_family
from ruleslang.program import types as t
from ruleslang.program.passes.alike_dice import alike_dice
from ruleslang.program.walk import find

NO_FACE = -1


def in_order(game: CompiledGame, play: Play, without: Sequence[int] = ()) -> Play:
    """Return the position with these dice sorted; those that are rolled again have no face."""
    places, pending = _places(game), play.pending
    about = None if pending is None else game.flow.questions[pending.question]
    if not places or (pending and not isinstance(about, ChoiceQuestion) and _asks_for_dice(about)):
        return play
    twin, renamed = play.copy(), dict[int, int]()
    for cell, dice in places:
        faces = [
            NO_FACE if die in without else face
            for die, face in zip(dice, twin.S[cell], strict=False)
        ]
        order = sorted(range(len(faces)), key=faces.__getitem__)
        twin.S[cell] = tuple([faces[at] for at in order])
        renamed.update((dice[old], dice[new]) for new, old in enumerate(order))
    if without:
        twin.pending = None
    elif pending is not None and _asks_for_dice(about):
        options = tuple([_with_names(option, renamed) for option in pending.options])
        twin.pending = pending._replace(options=options)
    return twin


def are_rolled_again(game: CompiledGame, play: Play, step: int, again: tuple[int, ...]) -> bool:
    """Return whether chosen dice are rolled again before anything reads their faces."""
    pending = play.pending
    if pending is None or not again:
        return False
    about, option = game.flow.questions[pending.question], pending.options[step]
    rethrown = alike_dice(game.flow.population.program).rethrown
    is_same = option == again or (option,) == again
    return isinstance(about, ChoiceQuestion) and id(about.about) in rethrown and is_same


def _asks_for_dice(about: Any) -> bool:
    return any(True for _ in find(getattr(about, "type", ()), t.DieIn))


def _with_names(option: Any, renamed: dict[int, int]) -> Any:
    if isinstance(option, tuple):
        return tuple(sorted(renamed.get(die, die) for die in option))
    return renamed.get(option, option)


@lru_cache(maxsize=64)
def _places(game: CompiledGame) -> Sequence[tuple[int, list[int]]]:
    """Return the cell of each place, and the numbers of the dice there."""
    population = game.flow.population
    return [
        (game.flow.layout[dice_family(name)].base + at, [die.order for die in dice])
        for name in sorted(alike_dice(population.program).dice)
        for at, dice in enumerate(population.table_dice[name].values())
    ]
