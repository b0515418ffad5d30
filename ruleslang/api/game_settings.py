"""The settings of a game's matches, and the engines that play them."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from operator import index
from typing import TYPE_CHECKING, Any, TypeGuard, cast

from ruleslang.api import argument_checks
from ruleslang.engine.choose_engine import chosen_engine
from ruleslang.engine.engine_names import C, EngineName
from ruleslang.engine.match.entities import Settings, settle, values_text
from ruleslang.program.program import Program
from ruleslang.program.serial import digest
from ruleslang.source.errors import MOST_SHOWN, legible

if TYPE_CHECKING:
    from ruleslang.engine.match.chance import Chance
    from ruleslang.engine.match.engine import Beginning, Engine
    from ruleslang.engine.match.interface import Match
    from ruleslang.explanation.examples.given_state import Position
    from ruleslang.simulation.records.match_start import Start

IN_ITS_PLACE = 3  # frames from `warn` to who called the API


def _as_text(options: Mapping[str, str | int] | None) -> Mapping[str, str] | None:
    """Write the whole numbers among the values of options as a rulebook does."""
    if not isinstance(options, Mapping):
        return options  # `checked_options` refuses it
    numbers = {n: str(index(v)) for n, v in options.items() if _is_whole(v)}
    return cast("Mapping[str, str]", {**options, **numbers})


def _is_whole(value: object) -> TypeGuard[int]:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def settings_of(
    program: Program,
    position: Position | None,
    written: Mapping[str, str | int] | None,
    players: int | None,
    automatic: int | None,
) -> tuple[Mapping[str, str], Settings]:
    """Return the options set by the arguments or the position, and the resolved settings."""
    options = _as_text(written)
    players = None if players is None else argument_checks.whole_number("players", players)
    if automatic is not None:
        automatic = argument_checks.whole_number("automatic seats", automatic)
    if position is None:
        chosen = checked_options(program, options, players, automatic)
        return chosen, settle(program, chosen, players, automatic)
    from ruleslang.explanation.examples.given_state import settings_from, settings_given

    passed = dict(options or {})
    resolved = settings_from(program, position, passed, players, automatic)
    from_position = settings_given(program, position.given).options
    return checked_options(
        program, {**passed, **from_position}, resolved.players, resolved.automatic
    ), resolved


def checked_options(
    program: Program,
    written: Mapping[str, str | int] | None,
    players: int | None,
    automatic: int | None,
) -> Mapping[str, str]:
    """Check options and seat numbers against the rulebook; returns the options."""
    options, seats = _as_text(written), program.seats
    _seats(program.name, "players", players, seats.low, seats.high)
    _seats(program.name, "automatic seats", automatic, seats.automatic_low, seats.automatic_high)
    known = {option.name: option.values for option in program.options}
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"`options` maps names to values, not {argument_checks.typed(options)}")
    for name, value in (options or {}).items():
        if argument_checks.text("the name of an option", name) not in known:
            raise ValueError(argument_checks.unknown("option or reading", name, tuple(known)))
        if argument_checks.text(f"the value of `{name}`", value) not in known[name]:
            raise ValueError(_unknown_value(program, name, value))
    settle(program, options, players, automatic)
    return dict(options or {})


def _unknown_value(program: Program, name: str, value: str) -> str:
    option = next(candidate for candidate in program.options if candidate.name == name)
    if option.number:
        return f"`{name}` is a number, {values_text(option)}, not `{legible(value[:MOST_SHOWN])}`"
    return argument_checks.unknown(f"value of `{name}`", value, option.values)


def _seats(rulebook: str, seats: str, number: int | None, low: int, high: int) -> None:
    if number is not None and not low <= number <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        raise ValueError(f"{rulebook} has {wanted} {seats}, not {number}")


def refuse_other_game(expected: Program, program: Program) -> None:
    """Raise `ValueError` for a match of another game, where names may mean other things."""
    if expected is program or digest(expected) == digest(program):
        return
    other = "another text of it" if expected.name == program.name else f"one of {program.name}"
    raise ValueError(f"this is a player of {expected.name}, and the match is {other}")


def engine_that_plays(engine: EngineName, program: Program, settings: Settings) -> EngineName:
    """Return the engine of a name, or its substitute; a `RuntimeWarning` says C cannot play."""
    chosen = chosen_engine(engine, program, settings)
    if engine == C:
        warn_unless_c(chosen.name, chosen.why, 2)
    return chosen.name


def warn_unless_c(plays: str, why: str = "", deeper: int = 0) -> None:
    """Warn that another engine plays, where C was requested."""
    if plays != C:
        message = f"`{C}` was asked for, and `{plays}` plays{f': {why}' if why else ''}"
        warnings.warn(message, RuntimeWarning, stacklevel=IN_ITS_PLACE + deeper)


def asked_match_of(program: Program, position: Position | None, start: Start, engine: str) -> Match:
    """Return the match with asked chance; raises `ValueError`."""
    from ruleslang.engine.asked_chance import asked_match
    from ruleslang.explanation.examples.given_state import arrange, begin_from
    from ruleslang.simulation.records.match_start import ASKED

    if start.chance != ASKED:
        passed = argument_checks.typed(start.chance)
        raise ValueError(f"chance is drawn or `{ASKED}` for, not {passed}")
    set_options, settings = settings_of(
        program, position, start.options, start.players, start.automatic
    )
    how: Beginning = {
        "options": set_options,
        "players": settings.players,
        "automatic": settings.automatic,
    }

    def begin(playing: Engine, chance: Chance) -> Match:
        if position is not None:
            return begin_from(playing, position, settings, set_options, chance=chance)
        beginning: Beginning = {**how, "chance": chance}
        return playing.start(**beginning)

    def opened(playing: Engine) -> Match:
        match = playing.opening(**how)
        if position is not None:
            arrange(match, position)
        return match

    return asked_match(engine, program, settings, begin, opened)


def go_to(match: Any, choices: int) -> None:
    """Make the choices that `Match.position` encoded in a number; raises `Refused`."""
    from ruleslang.source.checksum import Refused

    while choices > 1:
        waits = match.engine.waits_for
        if waits is None:
            raise Refused("it continues after the end of the match")
        choices, place = divmod(choices, waits[1])
        match.choose(place)
    if not choices:
        raise Refused("its choices end too early")
