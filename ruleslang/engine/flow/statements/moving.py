"""Lowers moves of cards and pieces, swaps, and shuffles."""

from __future__ import annotations

from ruleslang.engine.flow.build_exprs import apply, both, either, known, negated
from ruleslang.engine.flow.cards import is_of_kind, is_printed_as
from ruleslang.engine.flow.cell_access import stmts_to_reset
from ruleslang.engine.flow.context import Body, body_of, lowers_statement, may_be_none
from ruleslang.engine.flow.expressions.reading import place_of_zone
from ruleslang.engine.flow.ir_exprs import (
    NONE,
    YES,
    Cell,
    Constant,
    Expr,
    Invoke,
    Through,
    Variable,
)
from ruleslang.engine.flow.ir_stmts import Do, Each, Fail, If, Return, Set, Stmt, Stmts, Write
from ruleslang.engine.flow.state_layout import CLOCK, FACES, SINCE, SPACE, STANDING, WHERE, ZONES
from ruleslang.engine.flow.statements.assigning import write
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain


@lowers_statement(s.MoveCards)
def move_cards(x: s.MoveCards, b: Body) -> list[Stmt]:
    """Move cards to a zone, keeping their order; none moves nothing."""
    cards, target = b.fresh("cards", t.SetOf(t.Card())), b.fresh("target", t.ZonePlace())
    moved = b.expr(x.cards)
    declared = b.lowering.population.zones[x.target.name]
    is_list = isinstance(b.type_of(x.cards), t.ListOf)
    is_known = _are_of_kind(b, moved, declared.kind)
    tests = [] if is_known else test_kind(b, cards, moved.type, declared.kind, x.origin)
    stmts: list[Stmt] = [
        Set(cards, apply("distinct", moved, type=cards.type) if is_list else moved),
        Set(target, place_of_zone(b, x.target.name, x.target.index)),
        *tests,
    ]
    room = room_of(b, x.target)
    stmts += arriving(b, cards, target, x.target.name)
    stmts.append(Do("move", (x.position, x.origin), (cards, target, room)))
    if b.lowering.lays_faces:
        face = Constant({"up": 1, "down": 2}.get(x.face), t.Optional(t.Number(1, 2)))
        card = b.fresh("card", t.Card())
        stmts.append(Each(b.lowering.fresh("laid"), card, cards, (Write(FACES, (card,), face),)))
    return stmts


def arriving(b: Body, cards: Expr, target: Expr, zone: str) -> list[Stmt]:
    """Begin a stay for cards from other zones, and reset states that don't hold here."""
    card = b.fresh("card", t.Card())
    stmts: list[Stmt] = []
    if SINCE in b.lowering.layout.families:
        old = b.fresh("old", t.Optional(t.ZonePlace()))
        known_old = Variable(old.name, t.ZonePlace())
        is_same = apply("same", _zone_of(b, known_old), _zone_of(b, target))
        stays = both(negated(apply("is none", old)), is_same)
        now = apply("+", Cell(CLOCK, (), COUNT), Constant(1, COUNT), type=COUNT)
        stmts.append(Set(old, Cell(WHERE, (card,), old.type)))
        stmts.append(If(negated(stays), (Write(SINCE, (card,), now),)))
    for name, only_in in b.lowering.derived.only_in.items():
        if only_in != zone:
            stmts += stmts_to_reset(b.lowering, b.lowering.population.states[name], card)
    return [Each(b.lowering.fresh("arriving"), card, cards, tuple(stmts))] if stmts else []


def _zone_of(b: Body, place: Expr) -> Expr:
    """Return the number of the zone of which this is a place."""
    places = list(b.lowering.population.all_places())
    names = [zone.name for zone in b.lowering.population.program.zones]
    return b.lowering.entry_of(
        "zone of place", places, lambda at: names.index(at.zone.name), place, COUNT
    )


def _are_of_kind(b: Body, cards: Expr, kind: str | None) -> bool:
    """Return whether these are constant cards, all printed as of a kind."""
    if not isinstance(cards, Constant) or not isinstance(cards.value, tuple):
        return False
    of_kind = {card.order for card in b.lowering.population.cards if kind in card.title.kinds}
    return of_kind.issuperset(cards.value)


def test_kind(b: Body, cards: Variable, type: t.Type, kind: str | None, origin: int) -> list[Stmt]:
    """Fail if a card is not of the zone's kind."""
    of = type.element if isinstance(type, (t.SetOf, t.ListOf)) else None
    above = (
        b.lowering.population.kinds.get(of.kind or "", frozenset())
        if isinstance(of, t.Card)
        else ()
    )
    if kind is None or kind in above:
        return []
    card = b.fresh("card", t.Card())
    fits_zone = is_of_kind(b, card, kind, "card")
    if b.lowering.counts_as:
        fits_zone = either(is_printed_as(b, card, kind), fits_zone)
    wrong = Through("some", card, cards, negated(fits_zone), None, t.Truth())
    return [If(wrong, (Fail("wrong-kind-in-zone", origin),))]


def room_of(b: Body, target: s.ZoneTarget) -> Expr:
    """Return the capacity of a zone; none if unlimited."""
    declared = b.lowering.population.zones[target.name]
    if declared.at_most is None:
        return NONE
    name = f"room of {declared.name}"
    if name not in b.lowering.routines:
        b.lowering.routines[name] = None
        inner = body_of(b.lowering, name, declared.locals, declared.origin)
        parameters = tuple(inner.variable(slot) for slot in range(len(declared.index)))
        most = known(inner.expr(declared.at_most), declared.origin)
        b.lowering.routines[name] = Routine(name, parameters, (Return(most),), is_pure=True)
    return Invoke(name, b.exprs(target.index), t.Number(0, 2**31 - 1))


@lowers_statement(s.Shuffle)
def shuffle(x: s.Shuffle, b: Body) -> list[Stmt]:
    return [Do("shuffle", (), (place_of_zone(b, x.zone.name, x.zone.index),))]


# ---------------------------------------------------------------- pieces


@lowers_statement(s.MovePieces)
def move_pieces(x: s.MovePieces, b: Body) -> list[Stmt]:
    """Move pieces to a space, or off the board; an occupied space is a fault if so declared."""
    pieces, space = b.fresh("pieces", t.SetOf(t.Piece())), b.fresh("space", b.type_of(x.space))
    piece = b.fresh("piece", t.Piece())
    put: tuple[Stmt, ...] = (Do("put piece", (), (piece, space)),)
    one_each = [board.board.one_piece_per_space for board in b.lowering.population.boards.values()]
    if any(one_each):
        standing = Cell(STANDING, (Variable(space.name, t.Space()),), t.SetOf(t.Piece()))
        other = b.fresh("other", t.Piece())
        differs = negated(apply("same", other, piece))
        taken: Expr = Through("some", other, standing, differs, None, t.Truth())
        if not all(one_each):
            taken = both(_holds_one(b, Variable(space.name, t.Space())), taken)
        if may_be_none(space.type):
            taken = both(negated(apply("is none", space)), taken)
        put = (If(taken, (Fail("space-taken", x.origin),)), *put)
    return [
        Set(pieces, b.expr(x.pieces)),
        Set(space, b.expr(x.space)),
        Each(b.lowering.fresh("moved"), piece, pieces, put),
    ]


def _holds_one(b: Body, space: Variable) -> Expr:
    """Return whether a space is of a board with at most one piece per space."""
    population = b.lowering.population
    return b.lowering.entry_of(
        "holds one piece",
        population.spaces,
        lambda place: population.boards[place.board].board.one_piece_per_space,
        space,
        t.Truth(),
    )


COUNT = t.Number(0, 2**31 - 1)
CARDS = t.SetOf(t.Card())


@lowers_statement(s.SwapPlaces)
def swap_places(x: s.SwapPlaces, b: Body) -> list[Stmt]:
    """Swap two places; both are read before either is written."""
    left, right = _current_value(b, x.left, x.origin), _current_value(b, x.right, x.origin)
    mine, theirs = b.fresh("mine", left.type), b.fresh("theirs", right.type)
    return [
        Set(mine, left),
        Set(theirs, right),
        *write(b, x.left, theirs, x.origin),
        *write(b, x.right, mine, x.origin),
    ]


def _current_value(b: Body, place: s.Place, origin: int) -> Expr:
    match place:
        case s.LocalPlace(slot=slot):
            return b.variable(slot)
        case s.StatePlace():
            return b.expr(e.ReadState(place.name, place.index, origin))
        case s.ActivePlace():
            return b.expr(e.Active())
        case s.PlaceOfUnderWay():
            return b.expr(e.ReadPlace(place.subject, place.name))


@lowers_statement(s.SwapZones)
def swap_zones(x: s.SwapZones, b: Body) -> list[Stmt]:
    """Swap all cards of two zones; the capacities are tested afterwards."""
    left, right = b.fresh("left", t.ZonePlace()), b.fresh("right", t.ZonePlace())
    mine, theirs = Cell(ZONES, (left,), CARDS), Cell(ZONES, (right,), CARDS)
    stmts: tuple[Stmt, ...] = (
        *arriving(b, mine, right, x.right.name),
        *arriving(b, theirs, left, x.left.name),
        Do("swap zones", (x.origin,), (left, right)),
        *_test_room(b, x.left, mine, x.origin),
        *_test_room(b, x.right, theirs, x.origin),
        Do("keep track", (), (theirs, right)),
        Do("keep track", (), (mine, left)),
    )
    return [
        Set(left, place_of_zone(b, x.left.name, x.left.index)),
        Set(right, place_of_zone(b, x.right.name, x.right.index)),
        If(negated(apply("same", left, right)), stmts),
    ]


def _test_room(b: Body, target: s.ZoneTarget, cards: Expr, origin: int) -> list[Stmt]:
    most = room_of(b, target)
    if most == NONE:
        return []
    number = apply("number of", cards, type=COUNT)
    return [If(apply(">", number, most), (Fail("zone-full", origin),))]


@lowers_statement(s.SwapMembers)
def swap_members(x: s.SwapMembers, b: Body) -> list[Stmt]:
    """Swap two cards, or two pieces; nothing happens if one is none."""
    left, right = b.expr(x.left), b.expr(x.right)
    first, second = b.fresh("one", left.type), b.fresh("other", right.type)
    differ = negated(apply("same", first, second))
    for member in (second, first):
        if may_be_none(member.type):
            differ = both(negated(apply("is none", member)), differ)
    known_first, known_second = (
        Variable(first.name, plain(first.type)),
        Variable(second.name, plain(second.type)),
    )
    if x.of == "piece":
        space = b.fresh("space", t.Optional(t.Space()))
        stmts: tuple[Stmt, ...] = (
            Set(space, Cell(SPACE, (known_first,), space.type)),
            Do("put piece", (), (known_first, Cell(SPACE, (known_second,), space.type))),
            Do("put piece", (), (known_second, space)),
        )
    else:
        stmts = _swap_cards(b, x, known_first, known_second)
    if differ == YES:
        return [Set(first, left), Set(second, right), *stmts]
    return [Set(first, left), Set(second, right), If(differ, stmts)]


def _swap_cards(b: Body, x: s.SwapMembers, first: Variable, second: Variable) -> Stmts:
    swap = Do("swap cards", (x.origin,), (first, second))
    states = [b.lowering.population.states[name] for name in x.resets]
    has_stays = SINCE in b.lowering.layout.families
    if not has_stays and not states:
        return (swap,)
    mine, theirs = b.fresh("mine", t.ZonePlace()), b.fresh("theirs", t.ZonePlace())
    differ = negated(apply("same", _zone_of(b, mine), _zone_of(b, theirs)))
    now = Cell(CLOCK, (), COUNT)
    begins: list[Stmt] = []
    for card in (first, second):
        begins += [Write(SINCE, (card,), now)] if has_stays else []
        for state in states:
            begins += stmts_to_reset(b.lowering, state, card)
    places = ((mine, first), (theirs, second))
    before = (Set(at, Cell(WHERE, (card,), at.type)) for at, card in places)
    return (*before, swap, If(differ, tuple(begins)))
