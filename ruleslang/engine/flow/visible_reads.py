"""
Lowers the reads of the rulebook's players: only things that the seat in a certain cell may see.

Reading a hidden thing is the fault `unseen`; during simultaneous secret plans, the parts of others
are read as they were before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.build_exprs import apply, both, either, negated, unless_none, when
from ruleslang.engine.flow.cell_access import member_at, number_at
from ruleslang.engine.flow.context import Body, Lowering, body_of
from ruleslang.engine.flow.ir_stmts import Return
from ruleslang.engine.flow.runs_under_way import Seen, seers_name
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.passes.followed_reads import Cells
from ruleslang.program.typing.lattice import members, plain
from ruleslang.program.walk import find

SEAT = v.Cell(f.EYES, (), t.Player())
EVERYONE = t.SetOf(t.Player())
COUNT = t.Number(0, 2**31 - 1)
OPEN = ("active", "players", "pieces", "value", "lasting", "limits", "result", "counts as")
DECLARED = ("zone", "state", "dice")


def plans_in_secret(lowering: Lowering) -> bool:
    """Return whether players ever see others' parts as they were before."""
    return any(True for _ in find(lowering.population.program, s.TogetherForEach))


def needs_eyes(lowering: Lowering, cells: Cells) -> bool:
    """Return whether a player may not see all of these cells, as they are now."""
    for cell in cells:
        if cell.kind in ("imagined", "history") or cell.kind in OPEN:
            continue
        if cell.kind not in DECLARED:
            return True
        if any(
            _is_hidden(lowering, declared) for declared in _declared(lowering, cell.kind, cell.name)
        ):
            return True
    return False


def _declared(lowering: Lowering, kind: str, name: str) -> Iterable[Seen]:
    program = lowering.population.program
    by_kind: dict[str, Iterable[Seen]] = {
        "zone": program.zones,
        "state": program.states,
        "dice": program.dice,
    }
    return [declared for declared in by_kind[kind] if not name or declared.name == name]


def _is_hidden(lowering: Lowering, declared: Seen) -> bool:
    if declared.seen.by != "all":
        return True
    if any(isinstance(place.type, t.Player) for place in declared.index) and plans_in_secret(
        lowering
    ):
        return True
    if not isinstance(declared, d.State) or all(
        zone.seen.by == "all" for zone in lowering.population.program.zones
    ):
        return False
    types = (declared.type, *(place.type for place in declared.index))
    return any(True for of in types for _ in find(of, t.Card))


# ---------------------------------------------------------------- reading


def seen_zone(b: Body, name: str, at: tuple[v.Expr, ...], type: t.Type) -> v.Expr:
    """Return the cards of a zone, if the seat sees all of them, or knows that there are none."""
    declared = b.lowering.population.zones[name]
    if not _is_hidden(b.lowering, declared):
        return v.Cell(f.zone_family(name), at, type)
    return _bound_once(b, at, lambda here: _seen_zone(b, declared, here, type))


def _seen_zone(b: Body, declared: d.Zone, at: tuple[v.Expr, ...], type: t.Type) -> v.Expr:
    cards, card = b.fresh("cards", type), b.fresh("card", t.Card())
    hidden = v.Through("some", card, cards, negated(_is_marked(b, card)), None, t.Truth())
    counted = apply("is in", SEAT, _seers(b, declared, declared.count_seen, at))
    known = when(apply("is empty", cards), counted, negated(hidden), t.Truth())
    visible = either(apply("is in", SEAT, _seers(b, declared, declared.seen, at)), known)
    seen_cards = when(visible, cards, v.Fails("unseen", b.origin, type), type)
    return b.bound(
        cards, _as_it_was(b, declared, f.zone_family(declared.name), at, type), seen_cards
    )


def cards_seen(
    b: Body, declared: d.Zone, at: tuple[v.Expr, ...], type: t.Type, *, all_or_none: bool = False
) -> v.Expr:
    """Return the visible cards of a zone; with `all_or_none` none unless all are visible."""
    if not _is_hidden(b.lowering, declared):
        return v.Cell(f.zone_family(declared.name), at, type)

    def of(here: tuple[v.Expr, ...]) -> v.Expr:
        cards, card = b.fresh("cards", type), b.fresh("card", t.Card())
        marked = v.Through("members", card, cards, _is_marked(b, card), None, type)
        visible = apply("is in", SEAT, _seers(b, declared, declared.seen, here))
        optional = t.Optional(type)
        seen_cards = when(visible, cards, v.NONE if all_or_none else marked, optional)
        return b.bound(
            cards, _as_it_was(b, declared, f.zone_family(declared.name), here, type), seen_cards
        )

    return _bound_once(b, at, of)


def number_seen(
    b: Body, declared: d.Zone, at: tuple[v.Expr, ...], otherwise: v.Expr = v.NONE
) -> v.Expr:
    """Return the number of cards in a zone; `otherwise` if the seat does not know it."""
    if not _is_hidden(b.lowering, declared):
        return apply("number of", _cell(b, f.zone_family(declared.name), at), type=COUNT)
    return _bound_once(b, at, lambda here: _counted(b, declared, here, otherwise))


def _cell(b: Body, family: str, at: tuple[v.Expr, ...]) -> v.Cell:
    return v.Cell(family, at, b.lowering.layout[family].type)


def _counted(b: Body, declared: d.Zone, at: tuple[v.Expr, ...], otherwise: v.Expr) -> v.Expr:
    family = f.zone_family(declared.name)
    counts = apply("is in", SEAT, _seers(b, declared, declared.count_seen, at))
    known = either(apply("is in", SEAT, _seers(b, declared, declared.seen, at)), counts)
    cards = _as_it_was(b, declared, family, at, b.lowering.layout[family].type)
    type = COUNT if otherwise != v.NONE else t.Optional(COUNT)
    return when(known, apply("number of", cards, type=COUNT), otherwise, type)


def seen_count(b: Body, declared: d.Zone, at: tuple[v.Expr, ...]) -> v.Expr:
    """Return the number of cards in a zone, if the seat knows it."""
    return number_seen(b, declared, at, v.Fails("unseen", b.origin, COUNT))


def value_seen(
    b: Body,
    declared: d.State | d.Dice,
    at: tuple[v.Expr, ...],
    type: t.Type,
    otherwise: v.Expr = v.NONE,
) -> v.Expr:
    """Return a state or dice; `otherwise` if it is hidden, or the cards to which it refers are."""
    if not _is_hidden(b.lowering, declared):
        return v.Cell(_family(declared), at, type)
    return _bound_once(b, at, lambda here: _seen_cell(b, declared, here, type, otherwise))


def seen_cell(b: Body, declared: d.State | d.Dice, at: tuple[v.Expr, ...], type: t.Type) -> v.Expr:
    """Return a state or dice, if it and the cards to which it refers are visible."""
    return value_seen(b, declared, at, type, v.Fails("unseen", b.origin, type))


def _seen_cell(
    b: Body, declared: d.State | d.Dice, at: tuple[v.Expr, ...], type: t.Type, otherwise: v.Expr
) -> v.Expr:
    family, value = _family(declared), b.fresh("stored", type)
    visible = apply("is in", SEAT, _seers(b, declared, declared.seen, at))
    if declared.seen.by == "all":
        visible = v.YES
    elif f.shown_family(family) in b.lowering.layout.families:
        shown = _as_it_was(b, declared, f.shown_family(family), at, t.Optional(EVERYONE))
        visible = either(visible, _is_one_of(b, shown))
    for place, number in zip(declared.index, at, strict=True):
        if isinstance(place.type, t.Card):
            card = b.fresh("of", t.Card())
            is_seen = b.bound(card, member_at(b, place.type, number), sees(b, card))
            visible = both(visible, is_seen)
    if isinstance(declared, d.State):
        visible = both(visible, _sees_members(b, declared.type, value))
    seen_value = when(
        visible, value, otherwise, type if otherwise != v.NONE else t.Optional(plain(type))
    )
    return b.bound(value, _as_it_was(b, declared, family, at, type), seen_value)


def _sees_members(b: Body, type: t.Type, value: v.Variable) -> v.Expr:
    """Return whether the seat sees the card, or the cards, in a state."""
    if not any(True for _ in find(type, t.Card)):
        return v.YES
    is_there = negated(apply("is none", value)) if isinstance(type, t.Optional) else v.YES
    of = plain(type)
    if isinstance(of, t.Card):
        return either(negated(is_there), sees(b, value))
    if not isinstance(of, t.SetOf | t.ListOf) or not isinstance(members(of), t.Card):
        b.refuse("a state of cards that a player of the language reads")
    card = b.fresh("card", t.Card())
    hidden = v.Through("some", card, value, negated(sees(b, card)), None, t.Truth())
    return either(negated(is_there), negated(hidden))


def seen_where(b: Body, card: v.Expr) -> v.Expr:
    """Return the zone of a card that the seat sees."""
    type = t.Optional(t.ZonePlace())
    if all(zone.seen.by == "all" for zone in b.lowering.population.program.zones):
        return v.Cell(f.WHERE, (card,), type)
    variable = b.fresh("card", t.Card())
    place = when(
        sees(b, variable),
        v.Cell(f.WHERE, (variable,), type),
        v.Fails("unseen", b.origin, type),
        type,
    )
    return b.bound(variable, card, place)


def _family(declared: d.State | d.Dice) -> str:
    of = f.state_family if isinstance(declared, d.State) else f.dice_family
    return of(declared.name)


def _bound_once(
    b: Body, at: tuple[v.Expr, ...], expr_at: Callable[[tuple[v.Expr, ...]], v.Expr]
) -> v.Expr:
    """Return an expression that uses the numbers of an index several times, bound once."""
    bound = tuple(
        coordinate
        if isinstance(coordinate, (v.Constant, v.Variable))
        else b.fresh("at", coordinate.type)
        for coordinate in at
    )
    expr = expr_at(bound)
    for variable, coordinate in zip(bound, at, strict=True):
        if variable is not coordinate:
            assert isinstance(variable, v.Variable)
            expr = b.bound(variable, coordinate, expr)
    return expr


def _as_it_was(
    b: Body, declared: Seen, family: str, at: tuple[v.Expr, ...], type: t.Type
) -> v.Expr:
    """Return a cell; another player's as it was before simultaneous secret plans."""
    now = v.Cell(family, at, type)
    others: v.Expr = v.NO
    for place, number in zip(declared.index, at, strict=True):
        if isinstance(place.type, t.Player):
            others = either(others, negated(apply("same", number, SEAT)))
    if others == v.NO or not plans_in_secret(b.lowering):
        return now
    of = b.lowering.layout[family]
    entry = number_at(at, of.strides, of.base + 1, COUNT)
    before = v.Cell(f.FROZEN, (), t.ListOf(type, b.lowering.layout.size))
    is_frozen = negated(apply("is none", v.Cell(f.FROZEN, (), t.Optional(before.type))))
    return when(both(is_frozen, others), apply("entry", before, entry, type=type), now, type)


# ---------------------------------------------------------------- who sees what


def _seers(b: Body, declared: Seen, seen: d.Seen, at: tuple[v.Expr, ...]) -> v.Expr:
    """Return the players who see something, given the numbers of its index."""
    match seen.by:
        case "all":
            return v.Constant(tuple(range(len(b.lowering.population.players))), EVERYONE)
        case "nobody":
            return v.Constant((), EVERYONE)
        case "owner":
            return _owners(b, declared, at)
    if seen is not declared.seen:
        b.refuse("a number of cards that a set of players sees")
    values = tuple(
        member_at(b, place.type, number) for place, number in zip(declared.index, at, strict=True)
    )
    return v.Invoke(seers_name(declared), values, EVERYONE)


def _owners(b: Body, declared: Seen, at: tuple[v.Expr, ...]) -> v.Expr:
    """Return the first player of an index, or the players of its first team."""
    population, teams = b.lowering.population.players, b.lowering.population.teams
    for place, number in zip(declared.index, at, strict=True):
        if isinstance(place.type, t.Player):
            return apply("tuple", number, type=EVERYONE)
        if isinstance(place.type, t.Team):
            return b.lowering.entry_of(
                "players of teams",
                teams,
                lambda team: tuple(p for p in population if p.team is team),
                number,
                EVERYONE,
            )
    return v.Constant((), EVERYONE)


def _is_one_of(b: Body, shown: v.Expr) -> v.Expr:
    """Return whether the seat is one of some players, which may be none."""
    return unless_none(b, shown, lambda players: apply("is in", SEAT, players), v.NO)


def _is_marked(b: Body, card: v.Expr) -> v.Expr:
    return _is_one_of(b, v.Cell(f.MARKS, (card,), t.Optional(EVERYONE)))


def sees(b: Body, card: v.Expr) -> v.Expr:
    """Return whether the seat sees a card: by the rule of its zone, or because it was shown."""
    place = b.fresh("place", t.Optional(t.ZonePlace()))
    its_place = v.Find(
        place,
        apply("tuple", v.Cell(f.WHERE, (card,), place.type), type=t.ListOf(place.type, 1)),
        negated(apply("is none", place)),
    )
    return either(_is_marked(b, card), both(its_place, sees_place(b, place)))


def sees_place(b: Body, place: v.Variable) -> v.Expr:
    """Return whether the seat sees the cards of a zone by its rule."""
    seers = v.Invoke(_place_routine(b.lowering), (v.Variable(place.name, t.ZonePlace()),), EVERYONE)
    return apply("is in", SEAT, seers)


def _place_routine(lowering: Lowering) -> str:
    """Return the routine that computes who sees a zone, by its number among all."""
    name = "seers of place"
    if name not in lowering.routines:
        lowering.routines[name] = None
        place = v.Variable("place_", t.ZonePlace())
        b = body_of(lowering, name, ())
        seers: v.Expr = v.Constant((), EVERYONE)
        first = lowering.layout[f.ZONES].base
        for zone in reversed(lowering.population.program.zones):
            of = lowering.layout[f.zone_family(zone.name)]
            last = v.Constant(of.base - first + of.cells - 1, t.ZonePlace())
            at = _numbers(place, of.base - first, of.sizes, of.strides)
            seers = when(apply("<=", place, last), _seers(b, zone, zone.seen, at), seers, EVERYONE)
        stmts = (Return(seers),)
        lowering.routines[name] = Routine(name, (place,), stmts, is_pure=True)
    return name


def _numbers(
    place: v.Expr, first: int, sizes: tuple[int, ...], strides: tuple[int, ...]
) -> tuple[v.Expr, ...]:
    """Return the numbers of an index, from the number of a zone."""
    here = apply("-", place, v.Constant(first, COUNT), type=COUNT)
    return tuple(
        apply(
            "remainder",
            apply("/ down", here, v.Constant(stride, COUNT), type=COUNT),
            v.Constant(size, COUNT),
            type=COUNT,
        )
        for size, stride in zip(sizes, strides, strict=True)
    )
