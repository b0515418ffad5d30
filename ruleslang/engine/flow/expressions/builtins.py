"""Lowers the built-in functions: one function for each name in `program.builtins`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from ruleslang.engine.flow.build_exprs import apply, known, when
from ruleslang.engine.flow.cards import title_of
from ruleslang.engine.flow.context import Body, lowers_expression
from ruleslang.engine.flow.expressions import board_functions
from ruleslang.engine.flow.ir_exprs import Apply, Cell, Constant, Expr, Fails, Through
from ruleslang.engine.flow.runs_under_way import card_of, player_of
from ruleslang.engine.flow.state_layout import ACTIVE, PLAYERS, WHERE
from ruleslang.engine.flow.visible_reads import seen_where
from ruleslang.engine.match.runtime_values import Place, Value
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.builtins import FUNCTIONS as BUILT_IN
from ruleslang.program.operation_variants_by_type import Measured

Exprs: TypeAlias = "tuple[Expr, ...]"
Lower: TypeAlias = Callable[[Body, Exprs, t.Type], Expr]


@lowers_expression(e.CallBuiltIn)
def call_built_in(x: e.CallBuiltIn, b: Body) -> Expr:
    arguments, before = _arguments(x, b), b.origin
    b.origin = x.origin
    if x.board is not None:
        expr = board_functions.cell(b, x.board, arguments)
    else:
        lower = FUNCTIONS.get((x.function, x.of))
        if lower is None:
            expr = b.refuse(f"the function `{x.function}`")
        else:
            expr = lower(b, arguments, b.type_of(x))
    b.origin = before
    return expr


def _arguments(x: e.CallBuiltIn, b: Body) -> Exprs:
    """Return the arguments; none where a value is needed is a fault."""
    needed = BUILT_IN[x.function].needed
    return tuple(
        known(expr, x.origin) if is_needed else expr
        for expr, is_needed in zip(b.exprs(x.arguments), needed, strict=False)
    )


# ---------------------------------------------------------------- cards and lists


def top(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the topmost card or first member, or none; with a number, at most that many."""
    if len(a) == 1:
        return Apply("first", a, type)
    return apply("first so many", a[0], a[1], type=type)


def bottom(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the lowest card, or none; with a number, up to that many, lowest first."""
    if len(a) == 1:
        return Apply("last", a, type)
    return apply("first so many", apply("reversed", a[0], type=type), a[1], type=type)


def last_of(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the last member, or none; with a number, up to that many, in order."""
    end = bottom(b, a, type)
    return end if len(a) == 1 else apply("reversed", end, type=type)


def item(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return an entry, counted from 1, or none."""
    return Apply("entry", (a[0], a[1]), type)


def zone_of(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the zone of a card, or none."""
    if b.has_eyes:
        return seen_where(b, a[0])
    return b.read(Cell(WHERE, (a[0],), t.Optional(t.ZonePlace())))


def holder(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the first player in the index of a card's zone, or none."""
    return _of_places(b, "holder", zone_of(b, a, type), type)


def index_of(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the first index of a zone that is not a player, or none."""
    return _of_places(b, "index of", a[0], type)


def _of_places(b: Body, name: str, place: Expr, type: t.Type) -> Expr:
    """Return a lookup by zone; none for none."""
    places = tuple(b.lowering.population.all_places())
    of = (lambda at: at.holder) if name == "holder" else _first_index
    return b.lowering.entry_of(name, places, of, place, type)


def _first_index(place: Place) -> Value:
    """Return the first index of a zone other than a player, or none."""
    places = zip(place.zone.index, place.index, strict=True)
    return next((at for of, at in places if not isinstance(of.type, t.Player)), None)


def owner(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the owner of a piece, or none."""
    pieces = b.lowering.population.pieces
    return b.lowering.entry_of("owner", pieces, lambda piece: piece.owner, a[0], type)


def title(b: Body, a: Exprs, type: t.Type) -> Expr:
    return title_of(b, a[0])


# ---------------------------------------------------------------- players


def _players(b: Body, a: Exprs, type: t.Type) -> Expr:
    return a[1] if len(a) > 1 else b.read(Cell(PLAYERS, (), t.SetOf(t.Player())))


def following(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the next player of a set clockwise after a player (who comes last), or none."""
    around = apply("from the next", a[0], _players(b, a, type), type=t.SetOf(t.Player()))
    return Apply("first", (around,), type)


def previous(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the next of a set counter-clockwise after a player (who comes last), or none."""
    who, among = a[0], _players(b, a, type)
    return Apply("first", (apply("from the previous", who, among, type=t.SetOf(t.Player())),), type)


def clockwise(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the players of a set clockwise from one, who comes first if in the set."""
    who = b.fresh("who", t.Player())
    return b.bound(who, a[0], apply("sorted around", _players(b, a, type), who, type=type))


def opponent(b: Body, a: Exprs, type: t.Type) -> Expr:
    if len(b.lowering.population.players) != 2:
        who = b.fresh("who", t.Player())
        return b.bound(who, a[0], Fails("too-few-seats", b.origin, t.Player()))
    return apply("-", Constant(1, t.Number(1, 1)), a[0], type=t.Player())


def team(b: Body, a: Exprs, type: t.Type) -> Expr:
    players = b.lowering.population.players
    return b.lowering.entry_of("team", players, lambda player: player.team, a[0], type)


def team_members(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the players of a team who are still in; none of them for no team."""
    turn, still_in = Cell(ACTIVE, (), t.Player()), b.read(Cell(PLAYERS, (), type))
    member, of = b.fresh("each", t.Player()), b.fresh("team", a[0].type)
    is_member = apply("same", team(b, (member,), t.Optional(t.Team())), of)
    around = apply("around", still_in, turn, type=type)
    in_team: Expr = Through("members", member, around, is_member, None, type)
    if isinstance(a[0].type, (t.Optional, t.Never)):
        nobody = Constant((), type)
        in_team = when(apply("is none", of), nobody, in_team, type)
    return b.bound(of, a[0], in_team)


def allies(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the other players of one's team who are still in."""
    who = b.fresh("who", t.Player())
    mine = team(b, (who,), t.Optional(t.Team()))
    himself = apply("tuple", who, type=type)
    others = apply("without", team_members(b, (mine,), type), himself, type=type)
    return b.bound(who, a[0], others)


def seat(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the seat, counted from 1."""
    return apply("+", a[0], Constant(1, t.Number(1, 1)), type=type)


# ---------------------------------------------------------------- two values


def _operation(name: str, b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return an operation of this name, of which none is ignored."""
    return Apply(name, a, type)


def remainder(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the remainder of a division rounded down."""
    return apply("remainder", a[0], a[1], type=type)


def words_between(b: Body, a: Exprs, type: t.Type) -> Expr:
    return apply("distance of numbers", a[0], a[1], type=type)


FUNCTIONS: Mapping[tuple[str, Measured], Lower] = {
    ("top", ""): top,
    ("bottom", ""): bottom,
    ("next", ""): following,
    ("previous", ""): previous,
    ("clockwise", ""): clockwise,
    ("opponent", ""): opponent,
    ("card", ""): card_of,
    ("player", ""): player_of,
    ("first", ""): top,
    ("last_of", ""): last_of,
    ("item", ""): item,
    ("holder", ""): holder,
    ("owner", ""): owner,
    ("title", ""): title,
    ("team", ""): team,
    ("members", ""): team_members,
    ("allies", ""): allies,
    ("seat", ""): seat,
    ("zone_of", ""): zone_of,
    ("index_of", ""): index_of,
    ("remainder", ""): remainder,
    ("smaller", "numbers"): partial(_operation, "smaller"),
    ("smaller", "words"): partial(_operation, "smaller"),
    ("larger", "numbers"): partial(_operation, "larger"),
    ("larger", "words"): partial(_operation, "larger"),
    ("distance", "words"): words_between,
    **board_functions.FUNCTIONS,
}
