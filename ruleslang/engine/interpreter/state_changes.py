"""
Statements that change what is stored: `let`, `set`, `move`, `swap`, `shuffle`, `roll`; start values
and `reset each P` (docs/reference/effects.md).
"""

from __future__ import annotations

from ruleslang.engine.interpreter.evaluate import evaluate, number
from ruleslang.engine.interpreter.machine import Frame, Invocation, Machine, Signal, runs
from ruleslang.engine.interpreter.reading import (
    dice_places,
    evaluate_index,
    face_shown,
    place_of,
    refuse_index,
    unset,
    zone_place,
)
from ruleslang.engine.interpreter.view import forget, forget_zone
from ruleslang.engine.match.entities import place_name
from ruleslang.engine.match.faults import Fault, check, few_dice, kept, stopped
from ruleslang.engine.match.runtime_values import (
    Card,
    DieIn,
    Env,
    ListValue,
    Piece,
    Place,
    Space,
    Value,
    distinct,
)
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.passes.alike_dice import alike_dice
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find


@runs(s.Let)
def let(m: Machine, x: s.Let, frame: Frame) -> Signal:
    """Declare and assign a local."""
    value = evaluate(m, x.value, frame.env)
    local = frame.locals[x.slot]
    check(local.type, value, local.name, x.origin)
    frame.env[x.slot] = value
    return None


@runs(s.Assign)
def assign(m: Machine, x: s.Assign, frame: Frame) -> Signal:
    write(m, x.place, evaluate(m, x.value, frame.env), frame, x.origin)
    return None


@runs(s.SwapPlaces)
def swap_places(m: Machine, x: s.SwapPlaces, frame: Frame) -> Signal:
    left, right = read(m, x.left, frame), read(m, x.right, frame)
    write(m, x.left, right, frame, x.origin)
    write(m, x.right, left, frame, x.origin)
    return None


def read(m: Machine, place: s.Place, frame: Frame) -> Value:
    match place:
        case s.LocalPlace(slot=slot):
            return frame.env[slot]
        case s.StatePlace(name=name):
            index = evaluate_index(m, m.tables.states[name], place.index, frame.env)
            if index not in m.state.states[name]:
                raise unset(m, name, index, -1)
            return m.state.states[name][index]
        case s.ActivePlace():
            return m.state.active
        case s.PlaceOfUnderWay(name=name):
            return place_of(m, e.ReadPlace(place.subject, name), frame.env)


def write(m: Machine, place: s.Place, value: Value, frame: Frame, origin: int) -> None:
    """Assign a place; a value outside its declared range is a fault, or is clamped."""
    match place:
        case s.LocalPlace(slot=slot):
            local = frame.locals[slot]
            check(local.type, value, local.name, origin)
            frame.env[slot] = value
        case s.StatePlace(name=name):
            index = evaluate_index(m, m.tables.states[name], place.index, frame.env)
            if _has_state(m, name, index):
                write_state(m, name, index, value, origin)
        case s.ActivePlace():
            if value is None:
                raise Fault("none-in-arithmetic", "it can be nobody's turn", origin)
            m.state.turn_to(value)
        case s.PlaceOfUnderWay(name=name):
            subject: Invocation = evaluate(m, place.subject, frame.env)
            if name not in subject.places:
                raise Fault("not-under-way", f"there is no `{name}` to set", origin)
            slot = subject.places[name]
            check(subject.locals[slot].type, value, name, origin)
            subject.env[slot] = value
            m.state.change("under way")


def _has_state(m: Machine, name: str, index: tuple[Value, ...]) -> bool:
    """Return whether a state can differ from its start: its card is in the right zone."""
    zone = m.tables.derived.only_in.get(name)
    place = None if zone is None or index[0] is None else m.state.where.get(index[0])
    return zone is None or index[0] is None or (place is not None and place.zone.name == zone)


def write_state(
    m: Machine, name: str, index: tuple[Value, ...], value: Value, origin: int = -1
) -> None:
    state = m.tables.states[name]
    refuse_index(m, state, index, origin)
    if state.stops_at_the_ends:
        value = stopped(state.type, value)
    check(state.type, value, name, origin)
    m.state.write(name, index, kept(state.type, value))


def lowest(m: Machine, name: str) -> int:
    """Return the lower end of a state's range: a cost cannot reduce it further."""
    number = plain(m.tables.states[name].type)
    return number.low if isinstance(number, t.Number) else 0


# ---------------------------------------------------------------- start values


class NoStart:
    """Marks a start value that differs between places."""


NO_START = NoStart()


def begin(m: Machine, state: d.State, index: tuple[Value, ...]) -> None:
    """Give a place of a state its start value: the written one, or none, or unset."""
    if state.start is not None:
        env: Env = dict(enumerate(index))
        value = evaluate(m, state.start, env)
        check(state.type, value, state.name, state.origin)
        m.state.write(state.name, index, kept(state.type, value))
    elif isinstance(state.type, t.Optional):
        m.state.write(state.name, index, None)
    elif index in m.state.states[state.name]:
        del m.state.states[state.name][index]
        m.state.change(state.name)


def written_start(m: Machine, state: d.State) -> Value | NoStart:
    """Return the start value of all places of a state, if it is written once for all."""
    if state.start is None:
        return None
    if any(True for _ in find(state.start, e.Local)):
        return NO_START
    return kept(state.type, evaluate(m, state.start, {}))


def reset_each(m: Machine, procedure: str) -> bool:
    """Reset what is reset with a procedure; returns whether there was anything."""
    names = m.tables.derived.resets.get(procedure, ())
    histories = m.tables.derived.forgotten.get(procedure, ())
    limits = m.tables.derived.limits.get(procedure, frozenset())
    for name in names:
        state = m.tables.states[name]
        for index in m.tables.indexes(state.index):
            begin(m, state, index)
    if limits and m.state.limits:
        m.state.limits = {k: n for k, n in m.state.limits.items() if k[0] not in limits}
        m.state.change("limits")
    for name in histories:
        if m.state.histories.pop(name, None):
            m.state.change(name)
    return bool(names or limits or histories)


@runs(s.MoveCards)
def move(m: Machine, x: s.MoveCards, frame: Frame) -> Signal:
    cards = distinct(evaluate(m, x.cards, frame.env))
    target = zone_place(m, x.target, frame.env)
    move_cards(m, cards, target, x.position, x.origin)
    for card in cards:
        if x.face:
            m.state.faces[card] = x.face
        else:
            m.state.faces.pop(card, None)
    return None


def room(m: Machine, place: Place) -> int | None:
    """Return the capacity of a zone; `None`: unlimited."""
    if place.zone.at_most is None:
        return None
    env: Env = dict(enumerate(place.index))
    return number(m, place.zone.at_most, env, place.zone.origin)


def move_cards(
    m: Machine, cards: tuple[Card, ...], target: Place, position: str, origin: int = -1
) -> None:
    """Move cards to a zone, all at the same moment."""
    if not cards:
        return
    state = m.state
    _test_kind(m, cards, target, origin)
    stay = tuple(card for card in state.zones[target] if card not in cards)
    most = room(m, target)
    if most is not None and len(stay) + len(cards) > max(most, len(state.zones[target])):
        raise Fault("zone-full", f"`{target.name}` has room for {most}", origin)
    moment = state.tick()
    for card in cards:
        _leave(m, card, target)
        if state.where.get(card) is not target:
            _settle_in(m, card, target, moment)
    state.lay(target, cards + stay if position == "top" else stay + cards)
    forget(m, cards, target)


def _settle_in(m: Machine, card: Card, place: Place, moment: int) -> None:
    """Note where a card is now, and reset its states that hold only in other zones."""
    m.state.settle_in(card, place, moment)
    for name, zone in m.tables.derived.only_in.items():
        if zone != place.zone.name:
            for index in m.tables.indexes_with(m.tables.states[name], card):
                begin(m, m.tables.states[name], index)


def _test_kind(m: Machine, cards: tuple[Card, ...], target: Place, origin: int) -> None:
    kind = target.zone.kind
    if kind is None:
        return
    for card in cards:
        if kind not in card.title.kinds and kind not in m.state.title_of(card).kinds:
            raise Fault(
                "wrong-kind-in-zone",
                f"`{card.title.name}` does not belong in `{target.name}`",
                origin,
            )


def _leave(m: Machine, card: Card, target: Place) -> None:
    """Take a card from its zone, where it no longer counts as something else."""
    old = m.state.where.get(card)
    if old is None or old is target:
        return
    m.state.lay(old, tuple(other for other in m.state.zones[old] if other is not card))
    _drop_counts_as(m, card, old)


@runs(s.SwapZones)
def swap_zones(m: Machine, x: s.SwapZones, frame: Frame) -> Signal:
    """Swap all cards of two zones; capacities are tested afterwards."""
    left, right = zone_place(m, x.left, frame.env), zone_place(m, x.right, frame.env)
    if left is right:
        return None
    state = m.state
    mine, theirs = state.zones[left], state.zones[right]
    moment = state.tick()
    for cards, old, new in ((mine, left, right), (theirs, right, left)):
        _test_kind(m, cards, new, x.origin)
        for card in cards:
            _drop_counts_as(m, card, old)
            _settle_in(m, card, new, moment)
    state.lay(left, theirs)
    state.lay(right, mine)
    for place in (left, right):
        most = room(m, place)
        if most is not None and len(state.zones[place]) > most:
            raise Fault("zone-full", f"`{place.name}` has room for {most}", x.origin)
    forget(m, mine, right)
    forget(m, theirs, left)
    return None


def _drop_counts_as(m: Machine, card: Card, old: Place) -> None:
    counts_as = m.state.counting_as.get(card)
    if counts_as is not None and counts_as.place is old:
        m.state.count_as(card, None)


@runs(s.SwapMembers)
def swap_members(m: Machine, x: s.SwapMembers, frame: Frame) -> Signal:
    """Swap two cards or pieces; does nothing if one is none."""
    left = evaluate(m, x.left, frame.env)
    right = evaluate(m, x.right, frame.env)
    if left is None or right is None or left is right:
        return None
    if x.of == "piece":
        mine, theirs = m.state.spaces.get(left), m.state.spaces.get(right)
        m.state.put(left, theirs)
        m.state.put(right, mine)
    else:
        _swap_cards(m, left, right, x.origin)
    return None


def _swap_cards(m: Machine, left: Card, right: Card, origin: int) -> None:
    state = m.state
    mine, theirs = state.where.get(left), state.where.get(right)
    if mine is None or theirs is None:
        raise Fault("not-a-member", "a card that lies nowhere cannot be swapped", origin)
    places = {place: list(state.zones[place]) for place in (mine, theirs)}
    i, j = places[mine].index(left), places[theirs].index(right)
    places[mine][i], places[theirs][j] = right, left
    moment = state.tick()
    for card, old, new in ((left, mine, theirs), (right, theirs, mine)):
        if old is not new:
            _test_kind(m, (card,), new, origin)
            _drop_counts_as(m, card, old)
            _settle_in(m, card, new, moment)
    for place, cards in places.items():
        state.lay(place, tuple(cards))
    forget(m, (left,), theirs)
    forget(m, (right,), mine)


@runs(s.MovePieces)
def move_pieces(m: Machine, x: s.MovePieces, frame: Frame) -> Signal:
    """Move pieces to a space, or off the boards; a fault if the board allows one per space."""
    pieces = evaluate(m, x.pieces, frame.env)
    space: Space | None = evaluate(m, x.space, frame.env)
    for piece in pieces:
        if space is not None and _is_taken(m, space, piece):
            raise Fault("space-taken", f"a piece is on `{space.name}`", x.origin)
        m.state.put(piece, space)
    return None


def _is_taken(m: Machine, space: Space, piece: Piece) -> bool:
    if not m.tables.boards[space.board].board.one_piece_per_space:
        return False
    return any(other is not piece for other in m.state.pieces_on.get(space, ()))


@runs(s.Shuffle)
def shuffle(m: Machine, x: s.Shuffle, frame: Frame) -> Signal:
    """Shuffle a zone; knowledge of the cards' places is lost."""
    place = zone_place(m, x.zone, frame.env)
    cards = m.state.zones[place]
    if len(cards) > 1:
        m.state.lay(place, m.shuffle(place.name, cards))
    forget_zone(m, place)
    return None


# ---------------------------------------------------------------- dice


@runs(s.RollDie)
def roll_die(m: Machine, x: s.RollDie, frame: Frame) -> Signal:
    """Roll a die: once for a face, or a number of times for a list; who sees it can be a fault."""
    faces = m.tables.faces[x.die]
    dice = None if x.number is None else number(m, x.number, frame.env, x.origin)
    if x.seen_by is not None:
        evaluate(m, x.seen_by, frame.env)
    if dice is None:
        rolled: Value = faces[m.roll(x.die, x.die)]
    else:
        times = few_dice(dice, x.origin)
        alike = (x.die, x.origin) in alike_dice(m.tables.program).rolls
        places = m.roll_several(x.die, x.die, times, () if alike else None)
        rolled = ListValue(faces[place] for place in places)
    if x.into is not None:
        frame.env[x.into] = rolled
    return None


@runs(s.RollDice)
def roll_dice(m: Machine, x: s.RollDice, frame: Frame) -> Signal:
    """Roll all dice at some places again."""
    die = m.tables.dice[x.dice].die
    faces: list[Value] = []
    for at in dice_places(m, x.dice, x.index, frame.env):
        throw(m, x.dice, at, len(m.state.dice[x.dice][at]))
        faces.extend(m.tables.faces[die][place] for place in m.state.dice[x.dice][at])
    if x.into is not None:
        frame.env[x.into] = ListValue(faces)
    return None


@runs(s.RollNew)
def roll_new(m: Machine, x: s.RollNew, frame: Frame) -> Signal:
    """Roll new dice, which replace those at a place."""
    count = number(m, x.number, frame.env, x.origin)
    declared = m.tables.dice[x.dice]
    if not 0 <= count <= declared.number:
        raise Fault("out-of-range", f"{count} dice, where at most {declared.number} lie", x.origin)
    throw(m, x.dice, _one_place(m, s.DiceTarget(x.dice, x.index), frame, x.origin), count)
    return None


@runs(s.RollAgain)
def roll_again(m: Machine, x: s.RollAgain, frame: Frame) -> Signal:
    """Roll only the chosen dice again."""
    chosen: tuple[DieIn, ...] = evaluate(m, x.which, frame.env)
    again = tuple(die.order for die in chosen)
    if again and _are_alike(m, chosen[0].dice) and len({die.index for die in chosen}) == 1:
        of = m.tables.dice[chosen[0].dice].die, place_name(chosen[0].dice, chosen[0].index)
        places = iter(m.roll_several(*of, len(chosen), again))
    else:
        places = (
            m.roll(m.tables.dice[at.dice].die, place_name(at.dice, at.index)) for at in chosen
        )
    for die, place in zip(chosen, places, strict=True):
        faces = list(m.state.dice[die.dice][die.index])
        faces[die.position] = place
        m.state.throw(die.dice, die.index, tuple(faces))
    if x.into is not None:
        shown = ListValue(face_shown(m, die) for die in chosen)
        frame.env[x.into] = shown[0] if x.one else shown
    return None


@runs(s.SwapDice)
def swap_dice(m: Machine, x: s.SwapDice, frame: Frame) -> Signal:
    """Swap the dice of two places without rolling; each place must have room for them."""
    left, right = _one_place(m, x.left, frame, x.origin), _one_place(m, x.right, frame, x.origin)
    mine, theirs = m.state.dice[x.left.name][left], m.state.dice[x.right.name][right]
    if (x.left.name, left) == (x.right.name, right):
        return None
    for name, faces in ((x.left.name, theirs), (x.right.name, mine)):
        most = m.tables.dice[name].number
        if len(faces) > most:
            raise Fault("out-of-range", f"{len(faces)} dice, where at most {most} lie", x.origin)
    m.state.throw(x.left.name, left, theirs)
    m.state.throw(x.right.name, right, mine)
    return None


def _one_place(m: Machine, x: s.DiceTarget, frame: Frame, origin: int) -> tuple[Value, ...]:
    (at,) = dice_places(m, x.name, x.index, frame.env, origin)
    return at


def _are_alike(m: Machine, dice: str) -> bool:
    """Return whether no rule tells these dice apart."""
    return dice in alike_dice(m.tables.program).dice


def throw(m: Machine, name: str, at: tuple[Value, ...], count: int) -> None:
    """Roll this many dice at a place."""
    die = m.tables.dice[name].die
    of = place_name(name, at)
    again = () if _are_alike(m, name) else None
    m.state.throw(name, at, tuple(m.roll_several(die, of, count, again)))
