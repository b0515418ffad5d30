"""The values of a rulebook that depend on no match, computed by the interpreter."""

from __future__ import annotations

from collections.abc import Callable

from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.flow.context import raw
from ruleslang.engine.flow.ir_exprs import Raw
from ruleslang.engine.interpreter import modifiers
from ruleslang.engine.interpreter.engine import opening
from ruleslang.engine.match.chance import Streams


def value_of(game: CompiledGame, name: str) -> Callable[[tuple[int, ...]], Raw]:
    """Return the function of a value by name, which takes raw arguments; it may raise a `Fault`."""
    population, value = game.flow.population, game.codec.value
    machine = opening(population.program, population.settings, Streams(0), roll=False)
    types = [parameter.type for parameter in population.values[name].parameters]

    def answer(arguments: tuple[int, ...]) -> Raw:
        given = tuple(map(value, types, arguments))
        return raw(modifiers.value_of(machine, name, given))

    return answer
