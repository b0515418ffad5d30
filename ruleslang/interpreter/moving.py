"""Moves and swaps cards, pieces and dice, shuffles and rolls."""

from __future__ import annotations

from ruleslang.interpreter.evaluate import evaluate, evaluate_all, number
from ruleslang.interpreter.machine import Frame, Machine, Signal
from ruleslang.interpreter.reading import dice_places, face_shown, no_such_dice, place_at
from ruleslang.interpreter.revealing import forget, forget_zone
from ruleslang.match.entities import place_name
from ruleslang.match.faults import Fault, few_dice
from ruleslang.match.values import Card, DieIn, Env, ListValue, Piece, Place, Space, Value, distinct
from ruleslang.program import statements as s


def move(m: Machine, x: s.MoveCards, frame: Frame) -> Signal:
    cards = distinct(evaluate(m, x.cards, frame.env))
    target = target_of(m, x.target, frame.env)
    move_cards(m, cards, target, x.position, x.origin)
    for card in cards:
        if x.face:
            m.state.faces[card] = x.face
        else:
            m.state.faces.pop(card, None)
    return None


def target_of(m: Machine, target: s.ZoneTarget, env: Env) -> Place:
    """The zone that a statement names."""
    return place_at(m, target.name, evaluate_all(m, target.index, env))


def room(m: Machine, place: Place) -> int | None:
    """The capacity of a zone; `None`: unlimited."""
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
            state.ages[card] = moment
            state.where[card] = target
    state.lay(target, cards + stay if position == "top" else stay + cards)
    forget(m, cards, target)


def _test_kind(m: Machine, cards: tuple[Card, ...], target: Place, origin: int) -> None:
    kind = target.zone.kind
    if kind is None:
        return
    for card in cards:
        if kind not in card.title.kinds and kind not in m.state.title_of(card).kinds:
            raise Fault(
                "wrong-kind-in-zone", f"`{card.title.name}` may not lie in `{target.name}`", origin
            )


def _leave(m: Machine, card: Card, target: Place) -> None:
    """Take a card from its zone, where it no longer counts as something else."""
    old = m.state.where.get(card)
    if old is None or old is target:
        return
    m.state.lay(old, tuple(other for other in m.state.zones[old] if other is not card))
    _drop_counts_as(m, card, old)


def swap_zones(m: Machine, x: s.SwapZones, frame: Frame) -> Signal:
    """Swap all cards of two zones; capacities are tested afterwards."""
    left, right = target_of(m, x.left, frame.env), target_of(m, x.right, frame.env)
    if left is right:
        return None
    state = m.state
    mine, theirs = state.zones[left], state.zones[right]
    moment = state.tick()
    for cards, old, new in ((mine, left, right), (theirs, right, left)):
        _test_kind(m, cards, new, x.origin)
        for card in cards:
            _drop_counts_as(m, card, old)
            state.ages[card] = moment
            state.where[card] = new
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


def swap_members(m: Machine, x: s.SwapMembers, frame: Frame) -> Signal:
    """Swap two cards or pieces; does nothing if one is none."""
    left = evaluate(m, x.left, frame.env)
    right = evaluate(m, x.right, frame.env)
    if left is None or right is None or left is right:
        return None
    if x.of == "piece":
        mine, theirs = m.state.spaces.get(left), m.state.spaces.get(right)
        m.state.stand(left, theirs)
        m.state.stand(right, mine)
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
            state.ages[card] = moment
            state.where[card] = new
    for place, cards in places.items():
        state.lay(place, tuple(cards))
    forget(m, (left,), theirs)
    forget(m, (right,), mine)


def move_pieces(m: Machine, x: s.MovePieces, frame: Frame) -> Signal:
    """Move pieces to a space, or off the boards; a fault if the board allows one per space."""
    pieces = evaluate(m, x.pieces, frame.env)
    space: Space | None = evaluate(m, x.space, frame.env)
    for piece in pieces:
        if space is not None and _is_taken(m, space, piece):
            raise Fault("space-taken", f"a piece stands on `{space.name}`", x.origin)
        m.state.stand(piece, space)
    return None


def _is_taken(m: Machine, space: Space, piece: Piece) -> bool:
    if not m.tables.boards[space.board].board.one_piece_per_space:
        return False
    return any(other is not piece for other in m.state.standing.get(space, ()))


def shuffle(m: Machine, x: s.Shuffle, frame: Frame) -> Signal:
    """Shuffle a zone; what was known of the cards' places is forgotten."""
    place = target_of(m, x.zone, frame.env)
    cards = m.state.zones[place]
    if len(cards) > 1:
        m.state.lay(place, m.shuffle(place.name, cards))
    forget_zone(m, place)
    return None


# ---------------------------------------------------------------- dice


def roll_die(m: Machine, x: s.RollDie, frame: Frame) -> Signal:
    """Roll a die: once for a face, or a number of times for a list."""
    faces = m.tables.faces[x.die]
    if x.number is None:
        rolled: Value = faces[m.roll(x.die, x.die)]
    else:
        times = few_dice(number(m, x.number, frame.env, x.origin), x.origin)
        rolled = ListValue(faces[m.roll(x.die, x.die)] for _ in range(times))
    if x.into is not None:
        frame.env[x.into] = rolled
    return None


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


def roll_new(m: Machine, x: s.RollNew, frame: Frame) -> Signal:
    """Roll new dice, which replace those at a place."""
    count = number(m, x.number, frame.env, x.origin)
    declared = m.tables.dice[x.dice]
    if not 0 <= count <= declared.number:
        raise Fault("out-of-range", f"{count} dice, where at most {declared.number} lie", x.origin)
    throw(m, x.dice, _one_place(m, s.DiceTarget(x.dice, x.index), frame, x.origin), count)
    return None


def roll_again(m: Machine, x: s.RollAgain, frame: Frame) -> Signal:
    """Roll only the chosen dice again."""
    chosen: tuple[DieIn, ...] = evaluate(m, x.which, frame.env)
    for die in chosen:
        faces = list(m.state.dice[die.dice][die.index])
        faces[die.position] = m.roll(m.tables.dice[die.dice].die, place_name(die.dice, die.index))
        m.state.throw(die.dice, die.index, tuple(faces))
    if x.into is not None:
        shown = ListValue(face_shown(m, die) for die in chosen)
        frame.env[x.into] = shown[0] if x.one else shown
    return None


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
    at = evaluate_all(m, x.index, frame.env)
    if at not in m.state.dice[x.name]:
        raise no_such_dice(x.name, at, origin)
    return at


def throw(m: Machine, name: str, at: tuple[Value, ...], count: int) -> None:
    """Roll this many dice at a place."""
    die = m.tables.dice[name].die
    of = place_name(name, at)
    m.state.throw(name, at, tuple(m.roll(die, of) for _ in range(count)))
