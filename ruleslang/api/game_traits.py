"""The traits of a game."""

from __future__ import annotations

from typing import get_args

from attrs import frozen

from ruleslang.players.secrecy.deal_again import hides_nothing
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.program import Program, memoised
from ruleslang.program.traits.statements import traits
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import walk

BY_WINNING = 0, 1  # payoffs where the rulebook names none
STATEMENTS = get_args(s.Statement)


@frozen
class Traits:
    """
    `has_chance`: something is rolled, shuffled or picked. `has_secrets`: something can be hidden
    from a player. `payoffs` is the range of a seat's payoff, by the type of the value declared as
    the payoff. A match ends after at most `most_decisions`, forced choices included.
    """

    has_chance: bool
    has_secrets: bool
    payoffs: tuple[int, int]
    most_decisions: int


@memoised
def traits_of(program: Program) -> Traits:
    """Return the traits of a game, derived from its program."""
    has_chance = bool(program.dice) or any(
        isinstance(node, STATEMENTS) and traits(node).chance for node in walk(program)
    )
    secrets, most = not hides_nothing(program), program.ending.decisions
    return Traits(has_chance, secrets, _payoffs(program), most)


def _payoffs(program: Program) -> tuple[int, int]:
    declared: tuple[d.Value | d.State, ...] = (*program.values, *program.states)
    type = next(
        (plain(declaration.type) for declaration in declared if declaration.name == program.payoff),
        None,
    )
    return (type.low, type.high) if isinstance(type, t.Number) else BY_WINNING
