"""The bodies of the built-in functions, whose signatures are in `program.builtins`."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TypeAlias

from ruleslang.engine.interpreter.evaluate import around_table, standard
from ruleslang.engine.interpreter.machine import Machine, evaluates
from ruleslang.engine.match import geometry
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.geometry import Geometry
from ruleslang.engine.match.runtime_values import Card, Env, ListValue, Place, Player, Space, Value
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.builtins import FUNCTIONS
from ruleslang.program.operation_variants_by_type import Measured

Body: TypeAlias = Callable[[Machine, tuple[Value, ...]], Value]


@evaluates(e.CallBuiltIn)
def call_built_in(m: Machine, x: e.CallBuiltIn, env: Env) -> Value:
    arguments = _arguments(m, x, env)
    try:
        if x.board is not None:
            return cell(m, x.board, arguments)
        return BODIES[x.function, x.of](m, arguments)
    except Fault as fault:
        raise Fault(fault.slug, f"`{x.function}`: {fault.message}", x.origin) from None


def _arguments(m: Machine, x: e.CallBuiltIn, env: Env) -> tuple[Value, ...]:
    """Return the arguments, from left to right; none where a value is needed is a fault."""
    values = []
    for part, needed in zip(x.arguments, FUNCTIONS[x.function].needed, strict=False):
        value = m.evaluators[type(part)](m, part, env)
        if value is None and needed:
            message = f"`{x.function}`: none is used where a value is needed"
            raise Fault("none-in-arithmetic", message, x.origin)
        values.append(value)
    return tuple(values)


# ---------------------------------------------------------------- cards and lists


def _set(value: Value) -> tuple[Value, ...]:
    return () if value is None else value


def top(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the uppermost card, or none; with a number, up to that many, uppermost first."""
    cards = _set(a[0])
    if len(a) == 1:
        return cards[0] if cards else None
    return ListValue(cards[: max(0, a[1])])


def bottom(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the lowest card, or none; with a number, up to that many, lowest first."""
    return top(m, (tuple(reversed(_set(a[0]))), *a[1:]))


def first(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the first member, or none; with a number, up to that many."""
    members = tuple(_set(a[0]))
    if len(a) == 1:
        return members[0] if members else None
    return ListValue(members[: max(0, a[1])])


def last_of(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the last member, or none; with a number, up to that many, in their order."""
    members = tuple(_set(a[0]))
    if len(a) == 1:
        return members[-1] if members else None
    return ListValue(members[max(0, len(members) - max(0, a[1])) :])


def item(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return an entry, counted from 1, or none."""
    entries, place = _set(a[0]), a[1]
    return entries[place - 1] if 1 <= place <= len(entries) else None


def holder(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the first player in the index of a card's zone, or none."""
    place: Place | None = zone_of(m, a)
    return None if place is None else place.holder


def owner(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the owner of a piece, or none."""
    return None if a[0] is None else a[0].owner


def title(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the title that a card counts as."""
    return m.state.title_of(a[0])


def card(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the card of a play in progress."""
    return a[0].card


def player(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the player of an action or play in progress."""
    return a[0].by


def zone_of(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the zone of a card, or none."""
    card: Card = a[0]
    return m.state.where.get(card) if m.eyes is None else m.eyes.where(card)


def index_of(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the first index of a zone that is not a player, or none."""
    if a[0] is None:
        return None
    place: Place = a[0]
    typed = zip(place.zone.index, place.index, strict=True)
    return next((at for declared, at in typed if not isinstance(declared.type, t.Player)), None)


# ---------------------------------------------------------------- players


def still_in(m: Machine) -> tuple[Player, ...]:
    """Return the players who are not out."""
    m.state.looked("players", frozenset(m.state.players))
    return m.state.players


def around(m: Machine, start: Player, step: int, among: Value) -> list[Player]:
    """Return the players of a set from the seat after `start` round to `start`."""
    seats = m.tables.players
    wanted = still_in(m) if among is None else _set(among)
    n = len(seats)
    return [
        p for p in (seats[(start.order + step * i) % n] for i in range(1, n + 1)) if p in wanted
    ]


def following(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the next player of a set clockwise (the same player last), or none."""
    players = around(m, a[0], 1, a[1] if len(a) > 1 else None)
    return players[0] if players else None


def previous(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the next player of a set counter-clockwise (the same player last), or none."""
    players = around(m, a[0], -1, a[1] if len(a) > 1 else None)
    return players[0] if players else None


def clockwise(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the players of a set clockwise from one, who comes first if in the set."""
    players = around(m, a[0], 1, a[1] if len(a) > 1 else None)
    return ListValue(players[-1:] + players[:-1] if players and players[-1] is a[0] else players)


def opponent(m: Machine, a: tuple[Value, ...]) -> Value:
    if len(m.tables.players) != 2:
        raise Fault("too-few-seats", "there are not two players")
    return m.tables.players[1 - a[0].order]


def team(m: Machine, a: tuple[Value, ...]) -> Value:
    return a[0].team


def team_members(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the players of a team who are still in."""
    return tuple(p for p in around_table(m, still_in(m)) if p.team is a[0] is not None)


def allies(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the other players of one's team who are still in."""
    return tuple(p for p in team_members(m, (team(m, a),)) if p is not a[0])


def seat(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the seat number, counted from 1."""
    return a[0].order + 1


# ---------------------------------------------------------------- pieces and spaces


def board_of(m: Machine, at: Space) -> Geometry:
    return m.tables.boards[at.board]


def space(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the space of a piece, or none."""
    return m.state.spaces.get(a[0])


def pieces(m: Machine, a: tuple[Value, ...]) -> Value:
    return m.tables.pieces_of.get(a[0], ())


def piece_on(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the first piece on a space in standard order, or none; none for none."""
    standing = m.state.pieces_on.get(a[0])
    return standing[0] if standing else None


def from_side(board: Geometry, row_number: int, side: Player | None) -> int:
    """Return a row number from a player's side: the first seat counts up, the others down."""
    return row_number if side is None or side.order == 0 else board.rows + 1 - row_number


def row(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the row, counted from 1; with a player, from that player's side."""
    at: Space = a[0]
    return from_side(board_of(m, at), at.row, a[1] if len(a) > 1 else None)


def column(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the column, counted from 1."""
    return a[0].column


def cell(m: Machine, of: str, a: tuple[Value, ...]) -> Value:
    """Return the space at a column and row of a board, or none; the last argument may be a side."""
    board = m.tables.boards[of]
    side = a[2] if len(a) > 2 else None
    return board.at.get((a[0], from_side(board, a[1], side)))


def adjacent(m: Machine, a: tuple[Value, ...]) -> Value:
    return a[1] in board_of(m, a[0]).near[a[0]]


def neighbours(m: Machine, a: tuple[Value, ...]) -> Value:
    return board_of(m, a[0]).near[a[0]]


def words_between(m: Machine, a: tuple[Value, ...]) -> Value:
    return abs(a[0].order - a[1].order)


def distance(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the number of steps between spaces, or none if there is no way."""
    return geometry.distance(board_of(m, a[0]), a[0], a[1])


def line(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the spaces crossed between two, ends excluded, in order."""
    return ListValue(geometry.line(board_of(m, a[0]), a[0], a[1]))


def touched(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the spaces touched between two, even at a corner, ends excluded, in order."""
    return ListValue(geometry.touched(board_of(m, a[0]), a[0], a[1]))


def whole_line(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the spaces crossed by the line through two, from edge to edge, in order."""
    board = _board_with_directions(m, *a)
    return ListValue(geometry.whole_line(board, a[0], a[1]))


def off_line(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the distance of a space from the line through two others."""
    board = _board_with_directions(m, *a)
    return geometry.off_line(board, a[0], a[1], a[2])


def _board_with_directions(m: Machine, *spaces: Value) -> Geometry:
    if len({space.board for space in spaces}) > 1:
        raise Fault("not-a-member", "the spaces are of different boards")
    board = board_of(m, spaces[0])
    if board.board.shape == "map":
        raise Fault("not-a-member", "a map has no straight on")
    return board


def ray(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the spaces from one in the direction of another, up to the edge, in order."""
    board = _board_with_directions(m, *a)
    return ListValue(geometry.ray(board, a[0], a[1]))


def crosses(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return whether the segments between two pairs of spaces cross."""
    start, end, other_start, other_end = a
    return geometry.crosses(board_of(m, start), start, end, other_start, other_end)


def shifted(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the space this many columns and rows away, or none."""
    at: Space = a[0]
    return geometry.shifted(board_of(m, at), at, a[1], a[2])


def reach(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the spaces of the second set that are connected, within it, to those of the first."""
    within = standard(m, _set(a[1]), "as written")
    if not within:
        return ()
    return geometry.reach(board_of(m, within[0]), _set(a[0]), within)


# ---------------------------------------------------------------- two values


def smaller(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the smaller of two numbers; a `none` is ignored."""
    return min((value for value in a if value is not None), default=None)


def larger(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the larger of two numbers; a `none` is ignored."""
    return max((value for value in a if value is not None), default=None)


def earlier(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the word that comes earlier in its list; a `none` is ignored."""
    return min((value for value in a if value is not None), key=attrgetter("order"), default=None)


def later(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the word that comes later in its list; a `none` is ignored."""
    return max((value for value in a if value is not None), key=attrgetter("order"), default=None)


def remainder(m: Machine, a: tuple[Value, ...]) -> Value:
    """Return the remainder of a division rounded down."""
    divided, divisor = a[0], a[1]
    if divisor == 0:
        raise Fault("out-of-range", "division by 0")
    return divided % divisor


_BODIES: dict[str, Body] = {
    "top": top,
    "bottom": bottom,
    "next": following,
    "previous": previous,
    "clockwise": clockwise,
    "opponent": opponent,
    "first": first,
    "last_of": last_of,
    "item": item,
    "holder": holder,
    "owner": owner,
    "title": title,
    "card": card,
    "player": player,
    "space": space,
    "pieces": pieces,
    "piece_on": piece_on,
    "row": row,
    "column": column,
    "adjacent": adjacent,
    "neighbours": neighbours,
    "line": line,
    "touched": touched,
    "whole_line": whole_line,
    "off_line": off_line,
    "crosses": crosses,
    "shifted": shifted,
    "ray": ray,
    "reach": reach,
    "remainder": remainder,
    "team": team,
    "members": team_members,
    "allies": allies,
    "seat": seat,
    "zone_of": zone_of,
    "index_of": index_of,
}

# `cell` is found on the board that the program names.
BODIES: dict[tuple[str, Measured], Body] = {
    **{(function, ""): body for function, body in _BODIES.items()},
    ("distance", "spaces"): distance,
    ("distance", "words"): words_between,
    ("smaller", "numbers"): smaller,
    ("smaller", "words"): earlier,
    ("larger", "numbers"): larger,
    ("larger", "words"): later,
}
