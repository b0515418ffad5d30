"""The settings and engines of a game's matches, and its traits."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import get_args

from attrs import frozen

from ruleslang.api import argument_checks
from ruleslang.engine.choose_engine import AUTO, PYTHON, C, EngineName, chosen_engine
from ruleslang.engine.match.entities import Settings, settle
from ruleslang.explanation.proving.given_state import Position, settings_from, settings_given
from ruleslang.players.games_in_c import chosen_for, refuse_strangers, sitting
from ruleslang.players.secrecy.deal_anew import hides_nothing
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.program import Compiled, Program
from ruleslang.program.traits.statements import traits
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import walk

IN_ITS_PLACE = 3  # frames from `warn` to who called the API
WORTH_COMPILING = 1000  # games of one simulation
WORTH_COMPILING_LEARNED = 20  # where learned players, a hundred times slower in Python, decide
BY_WINNING = 0, 1  # payoffs where the rulebook names none
STATEMENTS = get_args(s.Statement)


def settings_of(
    program: Program,
    position: Position | None,
    options: Mapping[str, str] | None,
    players: int | None,
    automatic: int | None,
) -> tuple[Mapping[str, str], Settings]:
    """The options that are set, by the arguments or by the position, and the resolved settings."""
    if position is None:
        chosen = argument_checks.settings(program, options, players, automatic)
        return chosen, settle(program, chosen, players, automatic)
    passed = dict(options or {})
    resolved = settings_from(program, position, passed, players, automatic)
    from_position = settings_given(program, position.given).options
    return argument_checks.settings(
        program, {**passed, **from_position}, resolved.players, resolved.automatic
    ), resolved


def engine_that_plays(engine: EngineName, program: Program, settings: Settings) -> EngineName:
    """The engine of a name, or the one in its place; a `RuntimeWarning` says that C cannot play."""
    chosen = chosen_engine(engine, program, settings)
    if engine == C:
        warn_unless_c(chosen.name, chosen.why, 1)
    return chosen.name


def warn_unless_c(plays: str, why: str = "", deeper: int = 0) -> None:
    """Say that another engine plays, where C was asked for."""
    if plays != C:
        message = f"`{C}` was asked for, and `{plays}` plays{f': {why}' if why else ''}"
        warnings.warn(message, RuntimeWarning, stacklevel=IN_ITS_PLACE + deeper)


def engine_of_batch(
    compiled: Compiled, engine: str, settings: Settings, games: int, names: Sequence[str]
) -> str:
    """The engine for this many games with these players."""
    refuse_strangers(compiled, settings, names)
    who = sitting(compiled, names)
    if engine == AUTO:
        least = WORTH_COMPILING_LEARNED if who and who.learns else WORTH_COMPILING
        engine = C if who and games >= least else PYTHON
    return chosen_for(engine, compiled, settings, who).name


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


@lru_cache(maxsize=64)
def traits_of(program: Program) -> Traits:
    """The traits of a game, derived from its program."""
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
