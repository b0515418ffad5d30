"""Reports `out-of-range`: the start value of a state is outside the range that settings give it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.apply_settings import broken_test, value_of_option, with_settings
from ruleslang.program.constant_folding import Folder, NotConstant
from ruleslang.program.program import Program
from ruleslang.program.typing.lattice import members, plain
from ruleslang.source.diagnostic import Diagnostic, Message

Chosen = Sequence[tuple[str, int]]


start_outside = Message(
    "out-of-range",
    "begins with {number}, outside {low}..{high} {settings}",
    help="let it begin in the range under all settings, or demand others in the header:"
    " `only if …`",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every state with a range that depends on settings, under all settings."""
    program = subject.program
    for place, state in enumerate(program.states):
        if state.ends is None or state.start is None:
            continue
        outside = next(_outside(program, place, state.ends), None)
        if outside is not None:
            number, range, settings = outside
            yield start_outside(
                subject.span(state.origin),
                number=number,
                low=range.low,
                high=range.high,
                settings=settings,
            )


def _outside(program: Program, place: int, ends: d.Ends) -> Iterator[tuple[int, t.Number, str]]:
    for chosen, players in _settings(program, ends):
        range = _range(with_settings(program, chosen, players).states[place].type)
        for number in _start(program, program.states[place], chosen, players):
            if range is not None and not range.low <= number <= range.high:
                yield number, range, _told(program, ends, chosen, players)


def _settings(program: Program, ends: d.Ends) -> Iterator[tuple[Chosen, int]]:
    """The settings of matches, with each value of the options that are read."""
    read = {*ends.low.options, *ends.high.options}
    places = [
        range(len(option.values)) if option.name in read else (option.default,)
        for option in program.options
    ]
    for values in product(*places):
        chosen = [(declared.name, at) for declared, at in zip(program.options, values, strict=True)]
        for players in range(program.seats.low, program.seats.high + 1):
            if broken_test(program, chosen, players) is None:
                yield chosen, players


def _range(type: t.Type) -> t.Number | None:
    stored = plain(type)
    inner = members(stored) if isinstance(stored, t.SetOf | t.ListOf) else stored
    return inner if isinstance(inner, t.Number) else None


def _start(program: Program, state: d.State, chosen: Chosen, players: int) -> Sequence[int]:
    """The start values, as far as they are constant."""
    assert state.start is not None
    places = dict(chosen)
    settings = {
        option.name: value_of_option(option, places[option.name]) for option in program.options
    }
    words = {word.name: len(word.words) for word in program.words}
    values = {value.name: value for value in program.values}
    try:
        start = Folder(values.get, words, settings, players).fold(state.start, {})
    except NotConstant:
        return ()
    several = start if isinstance(start, tuple) else (start,)
    return [number for number in several if isinstance(number, int)]


def _told(program: Program, ends: d.Ends, chosen: Chosen, players: int) -> str:
    read = {*ends.low.options, *ends.high.options}
    values = {option.name: option.values for option in program.options}
    parts = [f"`{name}` is {values[name][at]}" for name, at in chosen if name in read]
    if ends.low.players or ends.high.players:
        parts.append(f"there are {players} players")
    return f"where {' and '.join(parts)}"
