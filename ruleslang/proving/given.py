"""The lines of an example that say how the opening state differs: `given`."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslang.match.faults import Fault
from ruleslang.match.values import (
    Card,
    CardDefinition,
    ListValue,
    Piece,
    Place,
    Player,
    Value,
    members,
)
from ruleslang.meaning.assignments import write_state
from ruleslang.meaning.evaluate import evaluate, evaluate_all
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.moving import move_cards
from ruleslang.meaning.reading import place_at
from ruleslang.meaning.rolling import throw
from ruleslang.meaning.untyped_comparison import seem_same
from ruleslang.program import declarations as d
from ruleslang.program.program import Program
from ruleslang.proving.failure import Fails


class NotSo(Fails):
    """A fact that was given does not hold, or cannot be made to."""


def settings_given(program: Program, lines: Iterable[object]) -> tuple[dict[str, str], int | None]:
    """The options and the number of players that the lines ask for."""
    values = {option.name: option.values for option in program.options}
    options: dict[str, str] = {}
    players: int | None = None
    for line in lines:
        match line:
            case d.GivenOption(name=name, value=value):
                options[name] = values[name][value]
            case d.GivenPlayers(number=number):
                players = number
    return options, players


def give(m: Machine, line: d.GivenLine) -> None:
    """Make one line so; what cannot be made so is tested, and `NotSo` is raised when it is not."""
    match line:
        case d.GivenState(name=name):
            write_state(
                m, name, evaluate_all(m, line.index, {}), evaluate(m, line.value, {}), line.origin
            )
        case d.GivenZone():
            _give_zone(m, line)
        case d.GivenDice(name=name):
            _give_dice(m, line, evaluate_all(m, line.index, {}))
        case d.GivenDiceNumber(name=name):
            throw(m, name, evaluate_all(m, line.index, {}), evaluate(m, line.number, {}))
        case d.GivenActive():
            player = evaluate(m, line.player, {})
            if not isinstance(player, Player):
                raise NotSo("there is no such player", line.origin)
            m.state.turn_to(player)
        case d.GivenPiece():
            piece = evaluate(m, line.piece, {})
            if not isinstance(piece, Piece):
                raise NotSo("there is no such piece", line.origin)
            m.state.stand(piece, evaluate(m, line.space, {}))
        case d.GivenFact():
            if evaluate(m, line.condition, {}) is not True:
                raise NotSo("this does not hold", line.origin)


def _give_zone(m: Machine, line: d.GivenZone) -> None:
    """
    These definitions lie there and nothing else, the first on top; copies that lie nowhere are
    taken.
    """
    place = place_at(m, line.name, evaluate_all(m, line.index, {}))
    for card in m.state.zones[place]:
        m.state.where.pop(card)
    m.state.lay(place, ())
    wanted = [each for x in line.titles for each in _titles(evaluate(m, x, {}))]
    cards: list[Card] = []
    for each in wanted:
        cards.append(_copy(m, each, cards, place, line.origin))
    move_cards(m, tuple(cards), place, "top", line.origin)


def _titles(value: Value) -> Iterable[Value]:
    return members(value)


def _copy(m: Machine, wanted: Value, taken: list[Card], place: Place, origin: int) -> Card:
    if isinstance(wanted, Card):
        wanted = wanted.title
    assert isinstance(wanted, CardDefinition)
    for card in m.tables.cards:
        if card.title is wanted and card not in taken and card not in m.state.where:
            return card
    raise NotSo(f"there are not so many `{wanted.name}`", origin)


def _give_dice(m: Machine, line: d.GivenDice, at: tuple[Value, ...]) -> None:
    known = m.tables.faces[m.tables.dice[line.name].die]
    faces = []
    for x in line.faces:
        wanted = evaluate(m, x, {})
        for one in wanted if isinstance(wanted, ListValue) else (wanted,):
            place = next((i for i, face in enumerate(known) if seem_same(m, face, one)), None)
            if place is None:
                raise Fault(
                    "not-a-member", f"the dice `{line.name}` have no such face", line.origin
                )
            faces.append(place)
    m.state.throw(line.name, at, tuple(faces))
