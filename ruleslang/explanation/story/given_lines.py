"""
A position as `given` lines, with which matches start (`--from`) and examples are written.

In: a match, and a view of it. Always: the lines contain nothing that the view does not, except a
comment that names each hidden place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.decision import View
from ruleslang.engine.match.entities import options_of, place_name
from ruleslang.engine.match.interface import Match, Reader
from ruleslang.engine.match.runtime_values import Card, Piece, Value, members, name_of
from ruleslang.explanation.story.open_view import open_view
from ruleslang.program.events import ProcedureRun

A_CARD = "a card"  # a card that the viewer doesn't see


def given_lines(match: Match, view: View) -> str:
    """Return the position in a view: what differs from the opening, one line for each place."""
    opening = open_view(_opening(match))
    lines = [*_settings(match), *_zones(view), *_others(match, view, opening)]
    lines += [f"# hidden: {name}" for name in _hidden(view)]
    phases = ", ".join(_phases(match)) if match.waits_for else ""  # not after a fault
    lines += [f"# under way: {phases} (`when PROCEDURE` continues from there)"] if phases else []
    return "".join(f"{line}\n" for line in lines)


def _opening(match: Match) -> Match:
    """Return a match with the same settings, in its opening position."""
    program, settings = match.population.whole_program, match.population.settings
    options, seats = options_of(program, settings), (settings.players, settings.automatic)
    return engine_for(program).opening(options=options, players=seats[0], automatic=seats[1])


def _settings(match: Reader) -> Iterator[str]:
    population = match.population
    program, settings = population.whole_program, population.settings
    for name, value in options_of(program, settings).items():
        yield f"given {name} is {value}"
    if program.seats.low < program.seats.high:
        yield f"given number of players is {settings.players}"
    for seat in population.players:
        if seat.automatic:
            yield f"given {seat.name} is automatic"


def _zones(view: View) -> Iterator[str]:
    for name, zone in view.zones.items():
        if zone.cards and all(zone.cards):
            yield f"given {name} is {{{', '.join(filter(None, zone.cards))}}}"


def _others(match: Reader, view: View, opening: View) -> Iterator[str]:
    """Yield lines for dice, pieces and states unlike the opening, and for the active player."""
    population = match.population
    for name, faces in view.dice.items():
        if faces and faces != opening.dice[name]:
            yield f"given {name} is {{{', '.join(faces)}}}"
    for piece in population.pieces:
        space = view.pieces[piece.name]
        if space != opening.pieces[piece.name]:
            yield f"given space({_piece(piece, population.pieces)}) is {space or 'none'}"
    for state in population.program.states:
        for index in population.indexes(state.index) if " " not in state.name else ():
            name = place_name(state.name, index)
            if view.states.get(name) in (None, A_CARD, opening.states[name]):
                continue
            value = match.position.states[state.name].get(index)
            places = ", ".join(expression(match, at) for at in index)
            text = _in_words(match, f"{state.name}({places})" if index else state.name, value)
            is_one_of = _is_one_of(match, (*index, *members(value)))
            yield f"# of one of several copies: {text}" if is_one_of else f"given {text}"
    yield f"given active is {population.players[view.active].name}"


def _piece(piece: Piece, pieces: Sequence[Piece]) -> str:
    """Return an expression for a piece: its name, or its number among those of its player."""
    alike = [other for other in pieces if other.owner is piece.owner]
    if piece.owner is None and piece.declaration.copies == 1:
        return piece.name
    zone = "pieces" if piece.owner is None else f"pieces({piece.owner.name})"
    numbered = pieces if piece.owner is None else alike
    return f"item({zone}, {numbered.index(piece) + 1})"


def _is_one_of(match: Reader, index: Iterable[Value]) -> bool:
    """Return whether a card of the index has equal copies in zones: its name is ambiguous."""
    cards = [value for value in index if isinstance(value, Card)]
    there = match.position.where
    return any(
        other.title is card.title and other is not card and other in there
        for card in cards
        for other in match.population.cards
    )


def _in_words(match: Reader, name: str, value: Value) -> str:
    if isinstance(value, bool):
        return name if value else f"not {name}"
    if value == ():
        return f"{name} is empty"
    return f"{name} is {expression(match, value)}"


def expression(match: Reader, value: Value) -> str:
    """Return a value in the syntax of the language."""
    if isinstance(value, tuple):
        return f"{{{', '.join(expression(match, item) for item in value)}}}"
    return _piece(value, match.population.pieces) if isinstance(value, Piece) else name_of(value)


def _hidden(view: View) -> Iterator[str]:
    """Yield the places of which something is hidden."""
    for name, zone in view.zones.items():
        if zone.count is None or not all(zone.cards) or len(zone.cards) < zone.count:
            yield f"{name}, {zone.count} cards" if zone.count is not None else name
    yield from (name for name, value in view.states.items() if value is None)
    yield from (name for name, faces in view.dice.items() if faces is None)


def _phases(match: Match) -> Iterator[str]:
    """Yield the phases in progress, the outermost first."""
    procedures = match.population.procedures
    for run in match.unfinished:
        event = run.event
        if isinstance(event, ProcedureRun) and procedures[event.name].word == "phase":
            values = [getattr(local, "name", str(local)) for local in run.locals.values()]
            yield f"{event.name}({', '.join(values)})" if values else event.name
