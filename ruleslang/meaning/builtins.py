"""The built-in functions: a body for each name in `program.builtins`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ruleslang.match import geometry
from ruleslang.match.faults import Fault
from ruleslang.match.geometry import Geometry
from ruleslang.match.values import (
    Card,
    Env,
    ListValue,
    Piece,
    Place,
    Player,
    Space,
    Value,
    Word,
    members,
    sort_key,
)
from ruleslang.meaning.evaluate import evaluate_all
from ruleslang.meaning.machine import Invocation, Machine
from ruleslang.meaning.standard_order import around_table, standard
from ruleslang.program import expressions as e

Body: TypeAlias = Callable[[Machine, tuple[Value, ...]], Value]


def call_built_in(m: Machine, x: e.CallBuiltIn, env: Env) -> Value:
    """A built-in function of these arguments."""
    arguments = evaluate_all(m, x.arguments, env)
    try:
        return BODIES[x.function](m, arguments)
    except Fault as fault:
        raise Fault(fault.slug, f"`{x.function}`: {fault.message}", x.origin) from None


def _known(value: Value, kind: type) -> Value:
    if not isinstance(value, kind):
        raise Fault("none-in-arithmetic", "none stands where a value is needed")
    return value


# ---------------------------------------------------------------- cards and lists


def top(m: Machine, a: tuple[Value, ...]) -> Value:
    """The uppermost card, or none; with a number, up to so many, uppermost first."""
    cards = members(a[0])
    if len(a) == 1:
        return cards[0] if cards else None
    return ListValue(cards[: max(0, _known(a[1], int))])


def bottom(m: Machine, a: tuple[Value, ...]) -> Value:
    """The lowest card, or none; with a number, up to so many, lowest first."""
    return top(m, (tuple(reversed(members(a[0]))), *a[1:]))


def first(m: Machine, a: tuple[Value, ...]) -> Value:
    """The first member, or none."""
    return next(iter(members(a[0])), None)


def item(m: Machine, a: tuple[Value, ...]) -> Value:
    """An entry, counted from 1, or none."""
    entries, place = members(a[0]), _known(a[1], int)
    return entries[place - 1] if 1 <= place <= len(entries) else None


def holder(m: Machine, a: tuple[Value, ...]) -> Value:
    """The first player of the index of the zone where a card lies, or none."""
    place: Place | None = zone_of(m, a)
    return None if place is None else place.holder


def owner(m: Machine, a: tuple[Value, ...]) -> Value:
    """Whom a piece was made for, or none."""
    return a[0].owner if isinstance(a[0], Piece) else None


def title(m: Machine, a: tuple[Value, ...]) -> Value:
    """What a card counts as."""
    return m.state.title_of(_known(a[0], Card))


def card(m: Machine, a: tuple[Value, ...]) -> Value:
    """The card of a play under way."""
    return _known(a[0], Invocation).card


def player(m: Machine, a: tuple[Value, ...]) -> Value:
    """Who does an action, or plays a card, that is under way."""
    return _known(a[0], Invocation).by


def zone_of(m: Machine, a: tuple[Value, ...]) -> Value:
    """The zone a card lies in, or none."""
    card: Card = _known(a[0], Card)
    return m.state.where.get(card) if m.eyes is None else m.eyes.where(card)


def index_of(m: Machine, a: tuple[Value, ...]) -> Value:
    """The first index of a zone that is not a player, or none."""
    if a[0] is None:
        return None
    place: Place = _known(a[0], Place)
    return next((each for each in place.index if not isinstance(each, Player)), None)


# ---------------------------------------------------------------- players


def still_in(m: Machine) -> tuple[Player, ...]:
    """Those who are not out."""
    m.state.looked("players", frozenset(m.state.players))
    return m.state.players


def around(m: Machine, start: Player, step: int, among: Value) -> list[Player]:
    """The players of a set from the seat after `start` on, all the way round to himself."""
    seats = m.tables.players
    wanted = still_in(m) if among is None else members(among)
    n = len(seats)
    return [
        p for p in (seats[(start.order + step * i) % n] for i in range(1, n + 1)) if p in wanted
    ]


def following(m: Machine, a: tuple[Value, ...]) -> Value:
    """The first of a set clockwise after a player (himself last), or none."""
    found = around(m, _known(a[0], Player), 1, a[1] if len(a) > 1 else None)
    return found[0] if found else None


def previous(m: Machine, a: tuple[Value, ...]) -> Value:
    """The first of a set counter-clockwise after a player (himself last), or none."""
    found = around(m, _known(a[0], Player), -1, a[1] if len(a) > 1 else None)
    return found[0] if found else None


def clockwise(m: Machine, a: tuple[Value, ...]) -> Value:
    """The players of a set clockwise from one, himself first if he is in it."""
    found = around(m, _known(a[0], Player), 1, a[1] if len(a) > 1 else None)
    return ListValue(found[-1:] + found[:-1] if found and found[-1] is a[0] else found)


def opponent(m: Machine, a: tuple[Value, ...]) -> Value:
    """The other of two."""
    if len(m.tables.players) != 2:
        raise Fault("too-few-seats", "there are not two players")
    return m.tables.players[1 - _known(a[0], Player).order]


def team(m: Machine, a: tuple[Value, ...]) -> Value:
    """The team of a player."""
    return _known(a[0], Player).team


def team_members(m: Machine, a: tuple[Value, ...]) -> Value:
    """The players of a team who are still in."""
    return tuple(p for p in around_table(m, still_in(m)) if p.team is a[0] is not None)


def allies(m: Machine, a: tuple[Value, ...]) -> Value:
    """The others of one's team who are still in."""
    return tuple(p for p in team_members(m, (team(m, a),)) if p is not a[0])


def seat(m: Machine, a: tuple[Value, ...]) -> Value:
    """The seat, counted from 1."""
    return _known(a[0], Player).order + 1


# ---------------------------------------------------------------- pieces and spaces


def board_of(m: Machine, at: Space) -> Geometry:
    """The board of a space."""
    return m.tables.boards[at.board]


def space(m: Machine, a: tuple[Value, ...]) -> Value:
    """Where a piece stands, or none."""
    return m.state.spaces.get(_known(a[0], Piece))


def pieces(m: Machine, a: tuple[Value, ...]) -> Value:
    """The pieces of a player."""
    return m.tables.pieces_of.get(a[0], ())


def piece_on(m: Machine, a: tuple[Value, ...]) -> Value:
    """The piece on a space, the first in standard order, or none; on no space there is none."""
    standing = m.state.standing.get(a[0])
    return standing[0] if standing else None


def from_side(board: Geometry, row_number: int, side: Player | None) -> int:
    """A row as counted from a player's side: the first seat counts up, the others down."""
    return row_number if side is None or side.order == 0 else board.rows + 1 - row_number


def row(m: Machine, a: tuple[Value, ...]) -> Value:
    """The row, counted from 1; with a player, from his side."""
    at: Space = _known(a[0], Space)
    return from_side(board_of(m, at), at.row, a[1] if len(a) > 1 else None)


def column(m: Machine, a: tuple[Value, ...]) -> Value:
    """The column, counted from 1."""
    return _known(a[0], Space).column


def cell(m: Machine, a: tuple[Value, ...]) -> Value:
    """The space at a column and row, or none; a board's spaces may be named first, a side last."""
    if isinstance(a[0], tuple):
        board, a = board_of(m, a[0][0]), a[1:]
    else:
        board = next(iter(m.tables.boards.values()))
    side = a[2] if len(a) > 2 else None
    return board.at.get((_known(a[0], int), from_side(board, _known(a[1], int), side)))


def adjacent(m: Machine, a: tuple[Value, ...]) -> Value:
    """Whether two spaces are neighbours."""
    return _known(a[1], Space) in board_of(m, _known(a[0], Space)).near[a[0]]


def neighbours(m: Machine, a: tuple[Value, ...]) -> Value:
    """The spaces next to one."""
    return board_of(m, _known(a[0], Space)).near[a[0]]


def distance(m: Machine, a: tuple[Value, ...]) -> Value:
    """Steps between spaces (none where there is no way), or places between words."""
    if isinstance(a[0], Word):
        return abs(a[0].order - _known(a[1], Word).order)
    return geometry.distance(board_of(m, _known(a[0], Space)), a[0], _known(a[1], Space))


def line(m: Machine, a: tuple[Value, ...]) -> Value:
    """The spaces crossed between two, ends excluded, in order along the way."""
    return ListValue(geometry.line(board_of(m, _known(a[0], Space)), a[0], _known(a[1], Space)))


def ray(m: Machine, a: tuple[Value, ...]) -> Value:
    """The spaces from one straight on by the way to another, to the edge, in order."""
    board = board_of(m, _known(a[0], Space))
    if _known(a[1], Space).board != a[0].board:
        raise Fault("not-a-member", "the two spaces are of different boards")
    if board.board.shape == "map":
        raise Fault("not-a-member", "a map has no straight on")
    return ListValue(geometry.ray(board, a[0], a[1]))


def crosses(m: Machine, a: tuple[Value, ...]) -> Value:
    """Whether the ways between two pairs of spaces cross."""
    one, other, third, fourth = (_known(each, Space) for each in a)
    return geometry.crosses(board_of(m, one), one, other, third, fourth)


def shifted(m: Machine, a: tuple[Value, ...]) -> Value:
    """The space so many columns and rows away, or none."""
    at: Space = _known(a[0], Space)
    return geometry.shifted(board_of(m, at), at, _known(a[1], int), _known(a[2], int))


def reach(m: Machine, a: tuple[Value, ...]) -> Value:
    """The spaces of the second set that are joined, within it, to those of the first."""
    within = standard(m, members(a[1]))
    if not within:
        return ()
    return geometry.reach(board_of(m, within[0]), members(a[0]), within)


# ---------------------------------------------------------------- two values


def smaller(m: Machine, a: tuple[Value, ...]) -> Value:
    """The smaller of two; none is ignored."""
    known = [each for each in a if each is not None]
    return min(known, key=sort_key) if known else None


def larger(m: Machine, a: tuple[Value, ...]) -> Value:
    """The larger of two; none is ignored."""
    known = [each for each in a if each is not None]
    return max(known, key=sort_key) if known else None


def remainder(m: Machine, a: tuple[Value, ...]) -> Value:
    """What is left over when one is divided by the other, rounded down."""
    divided, divisor = _known(a[0], int), _known(a[1], int)
    if divisor == 0:
        raise Fault("out-of-range", "division by 0")
    return divided % divisor


BODIES: dict[str, Body] = {
    "top": top,
    "bottom": bottom,
    "next": following,
    "previous": previous,
    "clockwise": clockwise,
    "opponent": opponent,
    "first": first,
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
    "cell": cell,
    "adjacent": adjacent,
    "neighbours": neighbours,
    "distance": distance,
    "line": line,
    "crosses": crosses,
    "shifted": shifted,
    "ray": ray,
    "reach": reach,
    "smaller": smaller,
    "larger": larger,
    "remainder": remainder,
    "team": team,
    "members": team_members,
    "allies": allies,
    "seat": seat,
    "zone_of": zone_of,
    "index_of": index_of,
}
