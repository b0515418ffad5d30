"""Reads constants, locals, states, zones, dice, options, fields, runs in progress."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from ruleslang.engine.interpreter.evaluate import (
    around_table,
    definition_of,
    evaluate,
    evaluate_all,
)
from ruleslang.engine.interpreter.machine import Machine, evaluates
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.position_queries import fitting
from ruleslang.engine.match.runtime_values import (
    CardDefinition,
    DieIn,
    Env,
    ListValue,
    Place,
    Value,
    name_of,
)
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import event_name

Indexed = d.State | d.Zone | d.Dice | d.FieldType

# ---------------------------------------------------------------- constants and locals


@evaluates(e.Literal)
def literal(m: Machine, x: e.Literal, env: Env) -> Value:
    """Return a number, a truth, none."""
    return x.value


@evaluates(e.WordValue)
def word(m: Machine, x: e.WordValue, env: Env) -> Value:
    return m.tables.words[x.list][x.place]


@evaluates(e.SeatValue)
def seat(m: Machine, x: e.SeatValue, env: Env) -> Value:
    """Return the player of a seat; a free seat is a fault."""
    if x.seat >= len(m.tables.players):
        raise Fault("too-few-seats", f"nobody sits on seat {x.seat + 1}")
    return m.tables.players[x.seat]


@evaluates(e.TeamValue)
def team(m: Machine, x: e.TeamValue, env: Env) -> Value:
    return m.tables.teams[x.team]


@evaluates(e.TitleValue)
def title(m: Machine, x: e.TitleValue, env: Env) -> Value:
    return m.tables.titles[x.name]


@evaluates(e.SpaceValue)
def space(m: Machine, x: e.SpaceValue, env: Env) -> Value:
    return m.tables.boards[x.board].spaces[x.place]


@evaluates(e.Local)
def local(m: Machine, x: e.Local, env: Env) -> Value:
    return env[x.slot]


@evaluates(e.ReadOption)
def option(m: Machine, x: e.ReadOption, env: Env) -> Value:
    """Return the setting of this match."""
    return m.tables.options[x.name]


@evaluates(e.Active)
def active(m: Machine, x: e.Active, env: Env) -> Value:
    m.state.looked("active", m.state.active)
    return m.state.active


# ---------------------------------------------------------------- what is stored


@evaluates(e.ReadState)
def state(m: Machine, x: e.ReadState, env: Env) -> Value:
    """Return a stored fact; an unset one is a fault."""
    index = evaluate_index(m, m.tables.states[x.name], x.index, env, x.origin)
    try:
        state = m.state if m.eyes is None else m.eyes.state(x.name, index)
        return state.states[x.name][index]
    except KeyError:
        raise unset(m, x.name, index, x.origin) from None


def evaluate_index(
    m: Machine, declared: Indexed, index: tuple[Any, ...], env: Env, origin: int = -1
) -> tuple[Value, ...]:
    """
    Return the values of an index from left to right; the caller finds out whether it exists.

    A wrong value is a fault before the next one is evaluated: where evaluating that one is a fault
    too, the fault of the first is raised.
    """
    values: list[Value] = []
    evaluators = m.evaluators
    try:
        for part in index:
            values.append(evaluators[type(part)](m, part, env))
    except Fault:
        refuse_index(m, declared, values, origin)
        raise
    return tuple(values)


def unset(m: Machine, name: str, index: tuple[Value, ...], origin: int) -> Fault:
    """Return why a state cannot be read: it is unset, or has no such index."""
    refuse_index(m, m.tables.states[name], index, origin)
    return Fault("unset-state", f"`{_described(name, index)}` is read before it is set", origin)


def refuse_index(m: Machine, declared: Indexed, index: Sequence[Value], origin: int = -1) -> None:
    """Raise a fault if one of the first values of an index is outside its domain."""
    for place, value in zip(declared.index, index, strict=False):
        if value is not e.AnyIndex and not _is_within(m, value, place.type):
            slug = "none-in-arithmetic" if value is None else "not-a-member"
            raise Fault(slug, f"there is no `{_described(declared.name, index)}`", origin)


def _described(name: str, index: Sequence[Value]) -> str:
    return f"{name}({', '.join(map(name_of, index))})" if index else name


def place_at(m: Machine, name: str, index: tuple[Value, ...]) -> Place:
    """Return one zone; a wrong index is a fault."""
    try:
        return m.tables.places[name][index]
    except KeyError:
        refuse_index(m, m.tables.zones[name], index)
        raise


def zone_place(m: Machine, x: e.ReadZone | e.ZoneAt | s.ZoneTarget, env: Env) -> Place:
    """Return the zone that an expression or a statement names."""
    return place_at(m, x.name, evaluate_index(m, m.tables.zones[x.name], x.index, env))


@evaluates(e.ReadZone)
def zone(m: Machine, x: e.ReadZone, env: Env) -> Value:
    """Return the cards of a zone now; under `any`, of all its places, in the order of the index."""
    index = x.index
    if m.eyes is not None:
        seen = map(m.eyes.zone, zone_places(m, x, env))
        return tuple(card for cards in seen for card in cards)
    if not index:
        return m.state.zones[m.tables.places[x.name][()]]
    if e.AnyIndex not in map(type, index):
        return m.state.zones[zone_place(m, x, env)]
    return tuple(card for place in zone_places(m, x, env) for card in m.state.zones[place])


def zone_places(m: Machine, x: e.ReadZone, env: Env) -> Sequence[Place]:
    """Return the zones that are read."""
    if e.AnyIndex not in map(type, x.index):
        return [zone_place(m, x, env)]
    wanted = wanted_index(m, m.tables.zones[x.name], x.index, env)
    zones = m.tables.read_together.get((x.name, wanted))
    if zones is None:
        places = m.tables.places[x.name]
        zones = tuple([places[at] for at in fitting(wanted, places)])
        m.tables.read_together[x.name, wanted] = zones
    return zones


def zone_count(m: Machine, x: e.ReadZone, env: Env) -> int:
    """Return the number of cards."""
    if m.eyes is None:
        return len(zone(m, x, env))
    return sum(map(m.eyes.count, zone_places(m, x, env)))


def faces_at(m: Machine, name: str, index: tuple[Value, ...]) -> tuple[int, ...]:
    """Return the face numbers of dice."""
    return m.state.dice[name][index] if m.eyes is None else m.eyes.dice(name, index)


def matching(
    m: Machine,
    declared: Indexed,
    index: tuple[Any, ...],
    places: Mapping[tuple[Value, ...], Any],
    env: Env,
) -> Iterator[tuple[Value, ...]]:
    """Return the indices that have these values except where one is `any`."""
    return fitting(wanted_index(m, declared, index, env), places)


def wanted_index(
    m: Machine, declared: Indexed, index: tuple[Any, ...], env: Env
) -> tuple[Value, ...]:
    """Return the values of an index; `AnyIndex` where it is `any`. A wrong value is a fault."""
    values: list[Value] = []
    for part in index:
        values.append(e.AnyIndex if type(part) is e.AnyIndex else evaluate(m, part, env))
        refuse_index(m, declared, values)
    return tuple(values)


@evaluates(e.ZoneAt)
def zone_at(m: Machine, x: e.ZoneAt, env: Env) -> Value:
    return zone_place(m, x, env)


def dice_places(
    m: Machine, name: str, index: tuple[Any, ...], env: Env, origin: int = -1
) -> list[tuple[Value, ...]]:
    """Return the indices of dice that an index with `any` covers."""
    declared, places = m.tables.dice[name], m.state.dice[name]
    if any(type(part) is e.AnyIndex for part in index):
        return list(matching(m, declared, index, places, env))
    at = evaluate_index(m, declared, index, env, origin)
    if at not in places:
        refuse_index(m, declared, at, origin)
    return [at]


@evaluates(e.ReadDice)
def dice(m: Machine, x: e.ReadDice, env: Env) -> Value:
    """Return the faces of dice, as a list."""
    faces = m.tables.faces[m.tables.dice[x.name].die]
    at = dice_places(m, x.name, x.index, env)
    return ListValue(faces[face] for index in at for face in faces_at(m, x.name, index))


@evaluates(e.DiceAt)
def dice_at(m: Machine, x: e.DiceAt, env: Env) -> Value:
    return ListValue(
        m.tables.die_at(x.name, index, position)
        for index in dice_places(m, x.name, x.index, env)
        for position in range(len(m.state.dice[x.name][index]))
    )


@evaluates(e.FaceOf)
def face_of(m: Machine, x: e.FaceOf, env: Env) -> Value:
    """Return the face that a die shows; none for none."""
    chosen = evaluate(m, x.die, env)
    return None if chosen is None else face_shown(m, chosen)


@evaluates(e.FacesOf)
def faces_of(m: Machine, x: e.FacesOf, env: Env) -> Value:
    return ListValue(face_shown(m, die) for die in evaluate(m, x.dice, env))


def face_shown(m: Machine, die: DieIn) -> Value:
    """Return the face of a die on the table; a fault if it was taken away."""
    faces_there = faces_at(m, die.dice, die.index)
    if die.position >= len(faces_there):
        raise Fault("not-a-member", f"that die of `{die.dice}` is not there any more")
    return m.tables.faces[m.tables.dice[die.dice].die][faces_there[die.position]]


# ---------------------------------------------------------------- cards


@evaluates(e.ReadField)
def field(m: Machine, x: e.ReadField, env: Env) -> Value:
    """Return a field of what a card counts as; a missing one is a fault."""
    subject = definition_of(m, evaluate(m, x.subject, env), x.of)
    if subject is None:
        raise Fault("none-in-arithmetic", "there is no card here", x.origin)
    try:
        places = subject.fields[x.name]
    except KeyError:
        raise Fault("no-such-field", f"`{subject.name}` has no `{x.name}`", x.origin) from None
    if len(x.index) > 1:
        index = evaluate_index(m, _declared(m, subject, x.name), x.index, env, x.origin)
    else:
        index = evaluate_all(m, x.index, env)
    if index in places:
        return places[index]
    refuse_index(m, _declared(m, subject, x.name), index, x.origin)
    if () in places:  # the default for the others
        return places[()]
    raise Fault("not-a-member", f"`{x.name}` has no such place", x.origin)


def _declared(m: Machine, title: CardDefinition, name: str) -> d.FieldType:
    of_kinds = (kind for kind in m.tables.program.kinds if kind.name in title.kinds)
    return next(field for kind in of_kinds for field in kind.fields if field.name == name)


def _is_within(m: Machine, value: Value, domain: t.Type) -> bool:
    """Return whether a value is in a type that can be an index."""
    match domain:
        case t.Number(low, high):
            return type(value) is int and low <= value <= high
    return value in m.tables.domain(domain)


def fill_fields(m: Machine) -> None:
    """Evaluate the constants printed on all cards, once for the tables."""
    for definition in m.tables.titles.values():
        for printed in definition.definition.fields:
            index = evaluate_all(m, printed.index, {})
            definition.fields.setdefault(printed.name, {})[index] = evaluate(m, printed.value, {})


# ---------------------------------------------------------------- what is under way


@evaluates(e.ReadPlace)
def place_of(m: Machine, x: e.ReadPlace, env: Env) -> Value:
    """Return a parameter or choice of a run in progress; none if it has no such place."""
    subject = evaluate(m, x.subject, env)
    if subject is None:
        raise Fault("not-under-way", f"`{x.name}` is read of nothing")
    value = subject.env.get(subject.places[x.name]) if x.name in subject.places else None
    m.state.looked((subject, x.name), value)
    return value


@evaluates(e.ThisUnderWay)
def this_under_way(m: Machine, x: e.ThisUnderWay, env: Env) -> Value:
    """Return the innermost run of an event."""
    run = m.innermost(x.event)
    m.state.looked(("under way", x.event), run)
    if run is None:
        raise Fault("not-under-way", f"`{event_name(x.event)}` is not under way")
    return run


# ---------------------------------------------------------------- everything


@evaluates(e.Everything)
def everything(m: Machine, x: e.Everything, env: Env) -> Value:
    """Return all members of a population in standard order."""
    tables = m.tables
    match x.what:
        case "players":
            m.state.looked("players", frozenset(m.state.players))
            return around_table(m, m.state.players)
        case "all players":
            return around_table(m, tables.players)
        case "winners":
            return around_table(m, m.winners)
        case "cards":
            return tables.cards
        case "titles":
            return tuple(tables.titles.values())
        case "pieces":
            return tables.pieces
        case "teams":
            return tables.teams
        case "words":
            return tables.words[x.name]
        case "spaces":
            return tables.domain(t.Space(x.name or None))
        case "definitions of":
            titles = tables.domain(t.Title(x.name))
            if not x.deck:
                return titles
            return tuple(title for title in titles if title.definition.deck == x.deck)
        case "pieces of":
            return tables.domain(t.Piece(x.name))
    raise ValueError(f"there is no population `{x.what}`")


@evaluates(e.ChanceOf)
def chance_of(m: Machine, x: e.ChanceOf, env: Env) -> Value:
    """Return the probability of a condition, computed by the owner of the match."""
    if m.chance_of is None:
        raise Fault("asked-nobody", "chances are counted in examples and claims only")
    return m.chance_of(x, env)


@evaluates(e.NumberOfChoices)
def number_of_choices(m: Machine, x: e.NumberOfChoices, env: Env) -> Value:
    """Return the number of choices of the pending decision."""
    return 0 if m.pending is None else len(m.pending.choices)


@evaluates(e.CopyInZone)
def copy_in_zone(m: Machine, x: e.CopyInZone, env: Env) -> Value:
    """Return the only copy of a definition in any zone."""
    wanted = cast(CardDefinition, evaluate(m, x.title, env))
    cards = [card for card in m.state.where if m.state.title_of(card) is wanted]
    if len(cards) != 1:
        count = f"{len(cards)} of its copies are" if cards else "none of its copies is"
        raise Fault(
            "which-copy",
            f"`{wanted.name}` means the only copy in a zone, but {count} in one",
            x.origin,
        )
    return cards[0]
