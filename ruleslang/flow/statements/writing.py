"""Writing: locals, states, whose turn it is; moving cards and pieces."""

from __future__ import annotations

from ruleslang.flow.card_titles_and_kinds import is_of_kind, is_printed_as
from ruleslang.flow.cell_addresses import address
from ruleslang.flow.cell_writes import write_cell
from ruleslang.flow.constant_folding import apply, both, either, known, negated
from ruleslang.flow.context import Body, body_of, may_be_none
from ruleslang.flow.expressions.reading import place_of_zone
from ruleslang.flow.parts import Routine
from ruleslang.flow.range_checks import checked
from ruleslang.flow.standard_order import kept
from ruleslang.flow.state_layout import ACTIVE, FACES, STANDING
from ruleslang.flow.steps import Call, Do, Each, Fail, If, Return, Set, Step, Steps, Write
from ruleslang.flow.under_way import PlaceOfType, all_have_place, places_by_type
from ruleslang.flow.words import (
    NONE,
    Cell,
    Constant,
    Invoke,
    Lookup,
    PlaceOf,
    Through,
    Variable,
    When,
    Word,
)
from ruleslang.nodes.frozen import evolve
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain


def let(x: s.Let, b: Body) -> list[Step]:
    """A new local, and what it may hold."""
    variable = b.variable(x.slot)
    return [Set(variable, checked(b.word(x.value), variable.type, x.origin))]


def assign(x: s.Assign, b: Body) -> list[Step]:
    """A place takes a value."""
    return write(b, x.place, b.word(x.value), x.origin)


def write(b: Body, place: s.Place, value: Word, origin: int) -> list[Step]:
    """A place takes a value; outside its declared range is a fault, or stops at the ends."""
    match place:
        case s.LocalPlace(slot=slot):
            variable = b.variable(slot)
            return [Set(variable, checked(value, variable.type, origin))]
        case s.StatePlace():
            return _write_state(b, place, value, origin)
        case s.ActivePlace():
            return [Write(ACTIVE, (), known(value, "none-in-arithmetic", origin))]
        case s.PlaceOfUnderWay():
            return _change_place(b, place, value, origin)


def _change_place(b: Body, place: s.PlaceOfUnderWay, value: Word, origin: int) -> list[Step]:
    """A changeable place of a run takes a value, in every frame that has it."""
    type = b.type_of(place.subject)
    run = known(b.word(place.subject), "not-under-way", origin)
    of = places_by_type(b, type, place.name)
    name = f"change {place.name} of {type}"
    given = checked(value, of[0].type, origin)
    if len(of) == 1 and (given is value or all_have_place(b, type, place.name)):
        held, other = b.fresh("new", given.type), b.fresh("run", run.type)
        change = _changed(b, name, of[0], other, held, origin)
        return [Set(held, given), Set(other, run), change]
    held, other = b.fresh("new", value.type), b.fresh("run", run.type)
    steps: Steps = (_changed(b, name, evolve(of[0], places=()), other, held, origin),)
    for number, one in enumerate(of):
        is_it = negated(apply("is none", PlaceOf(other, one.by, t.Optional(t.Player()))))
        given = checked(held, one.type, origin)
        new = b.fresh("new", given.type)
        change = _changed(b, f"{name}, {number}", one, other, new, origin)
        steps = (If(is_it, (Set(new, given), change), steps),)
    return [Set(held, value), Set(other, run), *steps]


def _changed(
    b: Body, name: str, of: PlaceOfType, run: Variable, value: Variable, origin: int
) -> Call:
    """The call of the routine that changes a place of a run."""
    if name not in b.whole.routines:
        one, new = Variable("run_", run.type), Variable("new_", value.type)
        change = Do("change place", (of.places, origin), (one, new))
        b.whole.routines[name] = Routine(name, (one, new), (change, Return()), waits=True)
    return Call(name, (run, value))


def _write_state(b: Body, place: s.StatePlace, value: Word, origin: int) -> list[Step]:
    declared = b.whole.everyone.states[place.name]
    of = plain(declared.type)
    held: list[Step] = []
    if place.index and not isinstance(value, (Constant, Variable)):
        # The value is worked out before the index.
        variable = b.fresh("value", value.type)
        held, value = [Set(variable, value)], variable
    at = address(b, declared.index, place.index)
    if declared.stops_at_the_ends and isinstance(of, t.Number):
        value = stopped(b, value, of)
    value = kept(b, checked(value, declared.type, origin), declared.type)
    return [*held, *write_cell(b, declared, at, value)]


def stopped(b: Body, value: Word, of: t.Number) -> Word:
    """A number limited to its range; none stays none."""
    low, high = (Constant(end, t.Number(end, end)) for end in (of.low, of.high))
    limited = apply("larger", apply("smaller", value, high, type=of), low, type=of)
    if not may_be_none(value.type):
        return limited
    held = b.fresh("value", value.type)
    limited = apply("larger", apply("smaller", held, high, type=of), low, type=of)
    made = When(apply("is none", held), NONE, limited, t.Optional(of))
    return b.bound(held, value, made)


# ---------------------------------------------------------------- cards


def move_cards(x: s.MoveCards, b: Body) -> list[Step]:
    """Cards go to a zone, keeping their order; of none, nothing moves."""
    cards, target = b.fresh("cards", t.SetOf(t.Card())), b.fresh("target", t.ZonePlace())
    made = b.word(x.cards)
    declared = b.whole.everyone.zones[x.target.name]
    is_list = isinstance(b.type_of(x.cards), t.ListOf)
    is_known = _are_of_kind(b, made, declared.kind)
    tests = [] if is_known else test_kind(b, cards, made.type, declared.kind, x.origin)
    steps: list[Step] = [
        Set(cards, apply("distinct", made, type=cards.type) if is_list else made),
        Set(target, place_of_zone(b, x.target.name, x.target.index)),
        *tests,
    ]
    room = room_of(b, x.target)
    steps.append(Do("move", (x.position, x.origin), (cards, target, room)))
    if b.whole.lays_faces:
        face = Constant({"up": 1, "down": 2}.get(x.face), t.Optional(t.Number(1, 2)))
        card = b.fresh("card", t.Card())
        steps.append(Each(b.whole.fresh("laid"), card, cards, (Write(FACES, (card,), face),)))
    return steps


def _are_of_kind(b: Body, cards: Word, kind: str | None) -> bool:
    """Whether these are cards that are known already, all of them printed as of a kind."""
    if not isinstance(cards, Constant) or not isinstance(cards.value, tuple):
        return False
    of_kind = {card.order for card in b.whole.everyone.cards if kind in card.title.kinds}
    return of_kind.issuperset(cards.value)


def test_kind(b: Body, cards: Variable, given: t.Type, kind: str | None, origin: int) -> list[Step]:
    """A card of another kind may not lie there."""
    of = given.element if isinstance(given, (t.SetOf, t.ListOf)) else None
    above = b.whole.everyone.kinds.get(of.kind or "", frozenset()) if isinstance(of, t.Card) else ()
    if kind is None or kind in above:
        return []
    card = b.fresh("card", t.Card())
    may_lie = is_of_kind(b, card, kind, "card")
    if b.whole.counts_as:
        may_lie = either(is_printed_as(b, card, kind), may_lie)
    wrong = Through("some", card, cards, negated(may_lie), None, t.Truth())
    return [If(wrong, (Fail("wrong-kind-in-zone", origin),))]


def room_of(b: Body, target: s.ZoneTarget) -> Word:
    """How many cards may lie in a zone; none: as many as there are."""
    declared = b.whole.everyone.zones[target.name]
    if declared.at_most is None:
        return NONE
    name = f"room of {declared.name}"
    if name not in b.whole.routines:
        b.whole.routines[name] = None
        inner = body_of(b.whole, name, declared.locals, declared.origin)
        parameters = tuple(inner.variable(slot) for slot in range(len(declared.index)))
        most = known(inner.word(declared.at_most), "none-in-arithmetic", declared.origin)
        b.whole.routines[name] = Routine(name, parameters, (Return(most),), is_pure=True)
    return Invoke(name, b.words(target.index), t.Number(0, 2**31 - 1))


def shuffle(x: s.Shuffle, b: Body) -> list[Step]:
    """A zone's cards in an order by chance."""
    return [Do("shuffle", (), (place_of_zone(b, x.zone.name, x.zone.index),))]


# ---------------------------------------------------------------- pieces


def move_pieces(x: s.MovePieces, b: Body) -> list[Step]:
    """Pieces go to a space, or off the boards; where one stands another may not, if so declared."""
    pieces, space = b.fresh("pieces", t.SetOf(t.Piece())), b.fresh("space", b.type_of(x.space))
    piece = b.fresh("piece", t.Piece())
    stand: tuple[Step, ...] = (Do("stand", (), (piece, space)),)
    one_each = [board.board.one_piece_per_space for board in b.whole.everyone.boards.values()]
    if any(one_each):
        standing = Cell(STANDING, (Variable(space.name, t.Space()),), t.SetOf(t.Piece()))
        other = b.fresh("other", t.Piece())
        differs = negated(apply("same", other, piece))
        taken: Word = Through("some", other, standing, differs, None, t.Truth())
        if not all(one_each):
            taken = both(_holds_one(b, Variable(space.name, t.Space())), taken)
        if may_be_none(space.type):
            taken = both(negated(apply("is none", space)), taken)
        stand = (If(taken, (Fail("space-taken", x.origin),)), *stand)
    return [
        Set(pieces, b.word(x.pieces)),
        Set(space, b.word(x.space)),
        Each(b.whole.fresh("moved"), piece, pieces, stand),
    ]


def _holds_one(b: Body, space: Variable) -> Word:
    """Whether a space is of a board that holds one piece on each."""
    everyone = b.whole.everyone
    name = b.whole.table(
        "holds one piece",
        (len(everyone.spaces),),
        t.Truth(),
        lambda: [everyone.boards[each.board].board.one_piece_per_space for each in everyone.spaces],
    )
    return Lookup(name, (space,), t.Truth())
