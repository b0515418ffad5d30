"""
Reads a seat's view of a match from its cells: the same as the interpreter's view, which defines it
(`interpreter/view.py`).

The place and name of each thing, and whether the seat always sees it, are the same in all matches
with the same settings, so they are looked up once. Only rules of seeing that depend on the position
are asked again at each view, by the routines that the rulebook was lowered to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from operator import attrgetter
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.engine.cells.game_cells import GameCells
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.context import raw
from ruleslang.engine.flow.ir_exprs import ABSENT
from ruleslang.engine.flow.runs_under_way import Seen, seers_name
from ruleslang.engine.flow.visible_reads import plans_in_secret
from ruleslang.engine.match.decision import Decision, Fact, SeenValue, View, ZoneView, fact_name
from ruleslang.engine.match.entities import place_name
from ruleslang.engine.match.runtime_values import Card, Place, Player, Value, name_of
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.passes.followed_reads import LASTING as LASTING_EFFECTS
from ruleslang.program.program import Program
from ruleslang.program.traits.reads import COUNTS_AS
from ruleslang.program.traits.reads import PLAYERS as WHO_IS_IN
from ruleslang.program.traits.trait_classes import Cell
from ruleslang.program.walk import find

Cells: TypeAlias = Sequence[Any]
Rule: TypeAlias = "bool | Callable[[Any], bool]"  # whether the seat sees something in a match
Named: TypeAlias = "Callable[[Any], SeenValue | None]"  # the name of a raw value

FIXED = frozenset(("all", "nobody", "owner"))  # audiences that need no rule
A_CARD = "a card"  # that the seat does not see


class NotInCells(Exception):
    """A view has something that is not read from cells."""


def rules_of_seeing(program: Program) -> frozenset[Cell] | None:
    """
    Return the cells that visibility rules read; `None` if more than the settings and the players
    that are in. The identity of cards counts only if an index has cards.
    """
    seen = [(state.seen, state.index) for state in program.states]
    seen += [(die.seen, die.index) for die in program.dice]
    seen += [(by, zone.index) for zone in program.zones for by in (zone.seen, zone.count_seen)]
    by_rule = [(by.players, index) for by, index in seen if by.by not in FIXED]
    tables = derive(program)
    read = tables.reads.cells([players for players, _ in by_rule])
    of_cards = any(isinstance(at.type, t.Card) for _, index in by_rule for at in index)
    allowed = {LASTING_EFFECTS, WHO_IS_IN} | (set() if of_cards else {COUNTS_AS})
    begun = {
        written.effect.value
        for written in tables.effects.written
        if isinstance(written.effect, s.Modifier) and isinstance(written.begun_by, s.Lasting)
    }
    is_fixed = all(
        cell.name not in begun if cell.kind == "value" else cell in allowed for cell in read
    )
    return read if is_fixed else None


class _Numbers(dict[Any, Any]):
    """The names of numbers: themselves."""

    def __missing__(self, number: Any) -> Any:
        return number


@frozen(eq=False)
class Stored:
    """
    A place of a state, or of dice, in a view: its name, its cell, and what is visible there.

    `shown` is the cell with who was shown it (`None`: nobody ever is), `cards` are those of its
    index, `is_others` whether it belongs to another seat, which plans in secret.
    """

    name: str
    cell: int
    named: Callable[[Any, Callable[[int], bool]], SeenValue | None]
    rule: Rule
    shown: int | None
    is_others: bool
    cards: tuple[int, ...]


@frozen(eq=False)
class _Row:
    """Neighbouring places that are always visible: their names, and the first cell."""

    names: tuple[str, ...]
    first: int
    end: int
    named: Named


@frozen(eq=False)
class SeenZone:
    """A zone in a view: its cell, and by which rules its cards and their number are visible."""

    name: str
    cell: int
    rule: Rule
    counted: Rule
    is_ordered: bool
    is_others: bool


@frozen(eq=False)
class _Position:
    """The cells of a match, and those from before secret plans (`None`: nobody plans)."""

    match: Any
    cells: Cells
    before: Cells | None

    def holds(self, rule: Rule) -> bool:
        """Return whether the seat sees something by its rule."""
        return rule if isinstance(rule, bool) else rule(self.match)


class SeatView:
    """The view of a seat, or of a spectator (`None`), in all matches of a game."""

    def __init__(self, game: GameCells, seat: int | None, match: Any) -> None:
        """Read any match of the game. Raises `NotInCells`, or an error of a rule of seeing."""
        self.game, self.seat, self.codec = game, seat, game.codec
        self.population, self.layout = game.flow.population, game.flow.layout
        self.seats = len(self.population.players)
        self.who: Player | None = None if seat is None else self.population.players[seat]
        self.plans_in_secret = plans_in_secret(game.flow.lowering)
        rules = rules_of_seeing(self.population.program)
        self.has_fixed_rules = rules is not None and WHO_IS_IN not in rules
        self.match = match
        self.titles = [title.name for title in self.population.titles.values()]
        self.unknown = len(self.titles)
        self.names: list[str | None] = [*self.titles, None]
        self.title_of = [card.title.order for card in self.population.cards]
        self.marks, self.where = self.layout[f.MARKS].base, self.layout[f.WHERE].base
        self.zones = [self._zone(place) for place in self.codec.places]
        self.states = list(self._states())
        self.dice = list(self._dice())
        self.pieces = [piece.name for piece in self.population.pieces]
        self.spaces = [*(space.name for space in self.population.spaces), None]
        self.match = None  # fixed rules were asked of the first one; rows ask one that is played

    def view(self, match: Any, decision: Decision | None) -> View:
        """Return the view of a seat; `decision` is the pending one if the seat is asked."""
        cells, layout = match.S, self.layout
        before = cells[layout[f.FROZEN].base] if self.plans_in_secret else None
        here = _Position(match, cells, before)
        first, spaces = layout[f.SPACE].base, self.spaces
        standing = cells[first : first + len(self.pieces)]
        return View(
            player=self.seat,
            active=cells[layout[f.ACTIVE].base],
            players=tuple(cells[layout[f.PLAYERS].base]),
            zones=self._seen_zones(here),
            states=self._seen_stored(here, self.states),
            dice=self._seen_stored(here, self.dice),  # type: ignore[arg-type]
            pieces={
                name: None if at is None else spaces[at]
                for name, at in zip(self.pieces, standing, strict=True)
            },
            facts=tuple(sorted(self._facts(here), key=attrgetter("order"))),
            decision=decision,
        )

    # ------------------------------------------------------------ who sees what

    def _rule(self, declared: Seen, seen: d.Seen, index: tuple[Value, ...]) -> Rule:
        always = self.game.reveals.always(seen, declared.index, index)
        if always is not None:
            return (self.seat is not None or seen.by != "owner") and self._is_shown(always)
        if seen is not declared.seen:
            raise NotInCells(declared.name)
        routine, numbers = seers_name(declared), [raw(at) for at in index]

        def is_seen(match: Any) -> bool:
            return self._is_shown(match.called(routine, *numbers))

        return is_seen(self.match) if self.has_fixed_rules and self.match is not None else is_seen

    def _is_shown(self, to: Sequence[int]) -> bool:
        """Return whether something that these seats were shown is shown to this one."""
        return len(to) == self.seats if self.seat is None else self.seat in to

    def _is_others(self, index: tuple[Value, ...]) -> bool:
        """Return whether the value belongs to another player, who plans in secret."""
        if not self.plans_in_secret:
            return False
        return any(isinstance(at, Player) and at is not self.who for at in index)

    def _sees(self, here: _Position, card: int) -> bool:
        cells = self._cells_of(here, card)
        marked, at = cells[self.marks + card], cells[self.where + card]
        if marked is not None and self._is_shown(marked):
            return True
        return at is not None and here.holds(self.zones[at].rule)

    def _cells_of(self, here: _Position, card: int) -> Cells:
        """Return the cells in which the seat sees a card."""
        if here.before is not None:
            for cells in (here.cells, here.before):
                at = cells[self.where + card]
                if at is not None and self.zones[at].is_others:
                    return here.before
        return here.cells

    # ------------------------------------------------------------ zones

    def _zone(self, place: Place) -> SeenZone:
        zone = place.zone
        rule = self._rule(zone, zone.seen, place.index)
        counted = rule is True or self._rule(zone, zone.count_seen, place.index)
        cell = self.layout[f.ZONES].base + place.order
        is_others = self._is_others(place.index)
        return SeenZone(place.name, cell, rule, counted, zone.ordered, is_others)

    def _seen_zones(self, here: _Position) -> dict[str, ZoneView]:
        seen, names, unknown = {}, self.names, self.unknown
        of_titles = self.layout.families.get(f.TITLES)
        for zone in self.zones:
            cells = here.before if zone.is_others and here.before is not None else here.cells
            cards, all_seen = cells[zone.cell], here.holds(zone.rule)
            titles: Sequence[int] = self.title_of
            if of_titles is not None and cards:
                titles = cells[of_titles.base : of_titles.base + of_titles.cells]
            if all_seen:
                there = [titles[card] for card in cards]
            else:
                marks = [cells[self.marks + card] for card in cards]
                there = [
                    unknown if to is None or not self._is_shown(to) else titles[card]
                    for card, to in zip(cards, marks, strict=True)
                ]
            if not zone.is_ordered:
                there.sort()
            if all_seen or here.holds(zone.counted):
                named = tuple([names[title] for title in there])
                seen[zone.name] = ZoneView(len(there), named)
            else:
                shown = tuple([names[title] for title in there if title != unknown])
                seen[zone.name] = ZoneView(None, shown)
        return seen

    def _facts(self, here: _Position) -> Iterator[Fact]:
        """Yield the facts about cards that the seat knows."""
        first = self.layout[f.ZONES].base
        for place, (statement, type) in self.game.flow.shown_facts.items():
            base, fact = self.layout[f.facts_family(place)].base, fact_name(statement.fact)
            for card in range(len(self.title_of)):
                cells = self._cells_of(here, card)
                at = cells[self.where + card]
                if at is None:
                    continue
                for value, truth, to in cells[base + card]:
                    if self._is_shown(to):
                        zone = self.zones[at]
                        number = cells[first + at].index(card) if zone.is_ordered else None
                        name = name_of(self.codec.value(type, value))
                        yield Fact(zone.name, number, fact, name, bool(truth))

    # ------------------------------------------------------------ states and dice

    def _states(self) -> Iterator[Stored | _Row]:
        for declared in self.population.program.states:
            has_cards = any(True for _ in find(declared.type, t.Card))
            named = self._name(declared.type)
            stored = list(self.places(declared, f.state_family(declared.name), named))
            is_open = all(
                of.rule is True and not of.is_others and not of.cards and not has_cards
                for of in stored
            )
            if isinstance(named, dict) and is_open and stored:
                first = stored[0].cell
                names = tuple(of.name for of in stored)
                yield _Row(names, first, first + len(names), named.__getitem__)
            else:
                yield from stored

    def _dice(self) -> Iterator[Stored | _Row]:
        for dice in self.population.program.dice:
            faces = map(name_of, self.population.faces[dice.die])
            named = _seen_set_of(dict(enumerate(faces)))
            yield from self.places(dice, f.dice_family(dice.name), named)

    def places(
        self, declared: d.State | d.Dice, family: str, named: Any = None
    ) -> Iterator[Stored]:
        """Yield the places of a state, or of dice."""
        if isinstance(named, dict):
            known = named.__getitem__
            named = lambda value, _: known(value)  # noqa: E731
        shown = self.layout.families.get(f.shown_family(family))
        for number, index in enumerate(self.codec.indexes[declared.name]):
            is_state = isinstance(declared, d.State)
            yield Stored(
                place_name(declared.name, index),
                self.layout[family].base + number,
                named,
                self._rule(declared, declared.seen, index),
                None if shown is None else shown.base + number,
                self._is_others(index),
                tuple(at.order for at in index if is_state and isinstance(at, Card)),
            )

    def _name(self, type: t.Type) -> Any:
        """Return the names of a type's raw values: a table, or a function of them and the cells."""
        match type:
            case t.Optional(inner):
                return self._name(inner)
            case t.Number() | t.Never():
                return _Numbers({ABSENT: None, None: "none"})
            case t.Truth():
                return {ABSENT: None, None: "none", False: False, True: True}
            case t.SetOf(element) | t.ListOf(element):
                return _seen_set_of(self._name(element))
            case t.Card():
                return _card([name_of(card) for card in self.population.cards])
            case t.WordOf():
                return _table(self.population.words[type.list])
        if type.__class__ not in self.codec.members:
            raise NotInCells(str(type))
        return _table(self.codec.members[type.__class__])

    def _seen_stored(
        self, here: _Position, places: Sequence[Stored | _Row]
    ) -> dict[str, SeenValue | None]:
        seen: dict[str, SeenValue | None] = {}
        sees = cache(partial(self._sees, here))  # many states may be of the same card
        for of in places:
            if isinstance(of, _Row):
                seen.update(
                    zip(of.names, map(of.named, here.cells[of.first : of.end]), strict=True)
                )
                continue
            if of.cards and not all(map(sees, of.cards)):
                continue
            cells = here.before if of.is_others and here.before is not None else here.cells
            value = cells[of.cell]
            shown = None if of.shown is None else cells[of.shown]
            is_known = (shown is not None and self._is_shown(shown)) or here.holds(of.rule)
            seen[of.name] = of.named(value, sees) if is_known and value is not ABSENT else None
        return seen


def _table(members: Sequence[Value]) -> dict[Any, SeenValue | None]:
    """Return the names of the members of a type, by their raw values."""
    return {ABSENT: None, None: "none", **dict(enumerate(map(name_of, members)))}


def _seen_set_of(element: Any) -> Callable[[Any, Callable[[int], bool]], SeenValue | None]:
    def named(value: Any, sees: Callable[[int], bool]) -> SeenValue | None:
        if value is None:
            return "none"
        if isinstance(element, dict):
            return tuple([element[item] for item in value])
        return tuple([element(item, sees) for item in value])

    return named


def _card(names: Sequence[str]) -> Callable[[Any, Callable[[int], bool]], SeenValue | None]:
    def named(value: Any, sees: Callable[[int], bool]) -> SeenValue | None:
        if value is None:
            return "none"
        return names[value] if sees(value) else A_CARD

    return named
