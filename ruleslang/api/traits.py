"""What programs that play any game ask of it: chance, secrets, what one can win, how long it is."""

from __future__ import annotations

from functools import lru_cache
from typing import get_args

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.program.traits.statements import traits
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import walk
from ruleslang.secrecy.deal_anew import hides_nothing

BY_WINNING = 0, 1  # payoffs where the rulebook names none
STATEMENTS = get_args(s.Statement)


@frozen
class Traits:
    """
    `has_chance`: something is rolled, shuffled or picked. `has_secrets`: some player can be hidden
    something. `payoffs` are the least and the most that a seat can have at the end, by the type of
    what the rulebook calls the payoff. A match ends after `most_decisions` at the latest, forced
    choices counted.
    """

    has_chance: bool
    has_secrets: bool
    payoffs: tuple[int, int]
    most_decisions: int


@lru_cache(maxsize=64)
def traits_of(program: Program) -> Traits:
    """The traits of a game, as its text has them."""
    has_chance = bool(program.dice) or any(
        isinstance(each, STATEMENTS) and traits(each).chance for each in walk(program)
    )
    secrets, most = not hides_nothing(program), program.ending.decisions
    return Traits(has_chance, secrets, _payoffs(program), most)


def _payoffs(program: Program) -> tuple[int, int]:
    declared: tuple[d.Value | d.State, ...] = (*program.values, *program.states)
    type = next((plain(each.type) for each in declared if each.name == program.payoff), None)
    return (type.low, type.high) if isinstance(type, t.Number) else BY_WINNING
