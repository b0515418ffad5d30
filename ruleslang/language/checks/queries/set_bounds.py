"""Upper bounds of the sizes of sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod
from typing import TypeAlias

from attrs import frozen

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.looks import Looks
from ruleslang.program.traits.reads import drawn_from
from ruleslang.program.walk import find, walk

Lets: TypeAlias = "Mapping[Slot, LocalValues]"

MOST_DEEP = 8  # depth of nested values


@frozen
class LocalValues:
    """The values assigned to a local, and its type."""

    values: tuple[e.Expr, ...]
    type: t.Type


Declared: TypeAlias = "d.Value | d.Action | d.Play | d.Procedure | d.Standing"


def lets_of(body: Declared) -> dict[Slot, LocalValues]:
    """Return the values that `let` and `set` assign to the locals of a declaration."""
    assigned: dict[Slot, tuple[e.Expr, ...]] = {}
    for node in walk(body):
        match node:
            case s.Let(slot, value) | d.ValueLet(slot, value):
                assigned[slot] = (*assigned.get(slot, ()), value)
            case s.Assign(s.LocalPlace(slot), value):
                assigned[slot] = (*assigned.get(slot, ()), value)
    return {slot: LocalValues(values, body.locals[slot].type) for slot, values in assigned.items()}


def most_members(
    subject: Subject, node: e.Expr, lets: Lets | None = None, deep: int = 0
) -> int | None:
    """Return the greatest size of a set, list or zone; None if unbounded."""
    lets = lets or {}
    if deep > MOST_DEEP:
        return None
    match node:
        case e.Local(slot) if slot in lets:
            without = {member: let for member, let in lets.items() if member != slot}
            let = lets[slot]
            most = _most(most_members(subject, value, without, deep) for value in let.values)
            return _least(most, _written(let.type))
        case e.WhenOtherwise(value=first, otherwise=second):
            return _most(most_members(subject, member, lets, deep) for member in (first, second))
        case e.ReadZone(name, index):
            return _in_zone(subject, subject.zones[name], index)
        case e.Image(_, inner, _):
            return most_members(subject, inner, lets, deep)
        case e.OptionalAsSet():
            return 1
        case e.MakeSet(items) | e.MakeList(items):
            return len(items)
        case e.Range(e.Literal(int(low)), e.Literal(int(high))):
            return max(0, high - low + 1)
        case e.ReadDice(name, _) | e.DiceAt(name, _):
            return next(dice.number for dice in subject.program.dice if dice.name == name)
        case e.CallValue(name):
            return _of_value(subject, name, deep)
        case e.ReadState(name):
            stored = (state.type for state in subject.program.states if state.name == name)
            return _of_type(subject, next(stored))
        case e.Everything(population, name):
            return _everything(subject, population, name)
        case _:
            parts = drawn_from(node)
            sizes = (most_members(subject, part, lets, deep) for part in parts)
            return _sum(sizes) if parts else None


def _of_value(subject: Subject, name: str, deep: int) -> int | None:
    """Return the bound of a named value: by its declared type, or by its cases."""
    value = next(value for value in subject.program.values if value.name == name)
    declared = _of_type(subject, value.type)
    if any(effect.value == name for effect in find(subject.program, s.Modifier)):
        return declared
    lets = lets_of(value)
    written = _most(most_members(subject, case.value, lets, deep + 1) for case in value.cases)
    return _least(declared, written)


def cards_of(subject: Subject, kind: str | None) -> int:
    """Return the number of cards of a kind, or of all."""
    looks = Looks.of(subject.program)
    return sum(
        definition.copies
        for definition in subject.program.definitions
        if kind in (None, *looks.chain(definition.kind))
    )


def domain(subject: Subject, type: t.Type) -> int | None:
    """Return the number of values of a type; None if they cannot be counted."""
    program = subject.program
    match type:
        case t.Number(low, high):
            return high - low + 1
        case t.Truth():
            return 2
        case t.Player():
            return program.seats.high
        case t.Team():
            return len(program.teams.names)
        case t.WordOf(list):
            return next((len(words.words) for words in program.words if words.name == list), None)
        case t.Card(kind):
            return cards_of(subject, kind)
        case t.Title():
            return len(program.definitions)
        case t.Piece():
            return sum(_pieces(subject, piece) for piece in program.pieces)
        case t.Space(board):
            return sum(
                len(laid_board.spaces)
                for laid_board in program.boards
                if board in (None, laid_board.name)
            )
        case t.Optional(inner):
            return 1 + (domain(subject, inner) or 1)
        case _:
            return None


def _in_zone(subject: Subject, zone: d.Zone, index: tuple[e.Expr | e.AnyIndex, ...]) -> int | None:
    cards = cards_of(subject, zone.kind)
    if not isinstance(zone.at_most, e.Literal) or not isinstance(zone.at_most.value, int):
        return cards
    places = [
        domain(subject, place.type)
        for place, at in zip(zone.index, index, strict=False)
        if isinstance(at, e.AnyIndex)
    ]
    known = [place for place in places if place is not None]
    return min(cards, zone.at_most.value * prod(known)) if len(known) == len(places) else cards


def _of_type(subject: Subject, type: t.Type) -> int | None:
    match type:
        case t.SetOf(inner, most):
            all_there_are = domain(subject, inner)
            return all_there_are if most is None else most
        case t.ListOf(_, most):
            return most
        case t.Optional():
            return 1
        case _:
            return None


def _written(type: t.Type) -> int | None:
    """Return the bound in a local's type; without one, the assigned values bound it."""
    return type.up_to if isinstance(type, t.SetOf | t.ListOf) else None


def _everything(subject: Subject, population: str, name: str) -> int | None:
    counted: dict[str, t.Type] = {
        "players": t.Player(),
        "all players": t.Player(),
        "cards": t.Card(),
        "titles": t.Title(),
        "pieces": t.Piece(),
        "teams": t.Team(),
        "words": t.WordOf(name),
        "spaces": t.Space(name or None),
    }
    return domain(subject, counted[population]) if population in counted else None


def _pieces(subject: Subject, piece: d.Piece) -> int:
    return piece.copies * (subject.program.seats.high if piece.per_player else 1)


def _least(*numbers: int | None) -> int | None:
    return min((number for number in numbers if number is not None), default=None)


def _most(numbers: Iterable[int | None]) -> int | None:
    known = list(numbers)
    numbers_known = [number for number in known if number is not None]
    return max(numbers_known, default=None) if len(numbers_known) == len(known) else None


def _sum(numbers: Iterable[int | None]) -> int | None:
    total = 0
    for number in numbers:
        if number is None:
            return None
        total += number
    return total
