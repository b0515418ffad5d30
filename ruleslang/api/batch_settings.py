"""Resolves the settings of matches, and the engine for a batch of games."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence

from ruleslang.api import argument_checks
from ruleslang.bots.games_in_c import chosen_for, refuse_strangers, sitting
from ruleslang.engines.choose_engine import AUTO, PYTHON, C, EngineName, chosen_engine
from ruleslang.match.entities import Settings, settle
from ruleslang.program.program import Compiled, Program
from ruleslang.proving.given_state import Position, settings_from, settings_given

IN_ITS_PLACE = 3  # frames from `warn` to who called the API
WORTH_COMPILING = 1000  # games of one simulation
WORTH_COMPILING_LEARNED = 20  # where learned players, a hundred times slower in Python, decide


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
    asked = dict(options or {})
    resolved = settings_from(program, position, asked, players, automatic)
    given = settings_given(program, position.given).options
    return argument_checks.settings(
        program, {**asked, **given}, resolved.players, resolved.automatic
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
        said = f"`{C}` was asked for, and `{plays}` plays{f': {why}' if why else ''}"
        warnings.warn(said, RuntimeWarning, stacklevel=IN_ITS_PLACE + deeper)


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
