"""
Rearranges hidden cards, states and dice in a compiled match.

Cards that swap identities swap their numbers wherever the match stores them: in zones, in cells of
cards, in states, in lasting effects, in frames, in the pending question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from ruleslang.engine.cells.alike import NAMED
from ruleslang.engine.cells.machine import ROUTINE, Pending, Play
from ruleslang.engine.flow import asked_questions as q
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.build_exprs import limit_types
from ruleslang.engine.flow.effects_in_force import locals_in, pattern_of
from ruleslang.engine.flow.frames import FrameLayout
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.match.position import Rearrangement
from ruleslang.engine.match.runtime_values import Card, Value
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.typing.environment import Scope, world_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import members, plain
from ruleslang.program.walk import find
from ruleslang.source.memo_dict import MemoDict

Numbers: TypeAlias = Mapping[int, int]  # of cards: the one that takes the place of each


class Rearranging:
    """Rearranges compiled matches of one program with the same settings."""

    def __init__(self, flow: Flow, frames: FrameLayout) -> None:
        self.flow = flow
        self.population, self.layout = flow.population, flow.layout
        self.places = tuple(self.population.all_places())
        program = self.population.program
        self.cards_in_frames = MemoDict[int, tuple[tuple[int, t.Type], ...]](
            lambda number: _places_of_cards(flow, frames, frames.routines[number])
        )
        facts = map(f.facts_family, flow.shown_facts)
        by_card = (f.WHERE, f.AGES, f.FACES, f.MARKS, f.SINCE, *facts)
        families = self.layout.families
        self.by_card = tuple(families[name].base for name in by_card if name in families)
        self.stored = [
            (state, list(self.population.indexes(state.index)), _is_of_card(state.index))
            for state in program.states
        ]
        self.windows = tuple(
            tuple(parameter.type for parameter in window.parameters) for window in program.windows
        )
        self.limits = limit_types(program)
        effects = derive(program).effects
        self.lastings = tuple(_types_of_lasting(flow, lasting) for lasting in effects.lastings)
        self.rules = effects.written

    # ------------------------------------------------------------ the whole

    def rearranged(self, play: Play, change: Rearrangement) -> Play | None:
        """Return a rearranged copy; `None` if the cells do not suffice."""
        numbers = _numbers(change)
        twin = play.copy()
        if self._has_places_of(numbers):
            return None
        if numbers:
            self._exchange(twin, numbers)
        self._move(twin.S, change, numbers)
        self._store(twin.S, change, numbers)
        return twin

    def _has_places_of(self, numbers: Numbers) -> bool:
        """Return whether a zone or dice are indexed by one of these cards."""
        program = self.population.program
        indexes = [at.index for at in self.places]
        indexes += [at for die in program.dice for at in self.population.indexes(die.index)]
        return any(isinstance(x, Card) and x.order in numbers for at in indexes for x in at)

    def _exchange(self, play: Play, numbers: Numbers) -> None:
        self._exchange_in(play.S, numbers)
        frozen = self.layout[f.FROZEN].base  # the cells that others see during secret choices
        if play.S[frozen] is not None:
            before = [*play.S[frozen]]
            self._exchange_in(before, numbers)
            play.S[frozen] = tuple(before)
        for frame in play.K:
            for at, type in self.cards_in_frames[frame[ROUTINE]]:
                frame[at] = _renumbered(type, frame[at], numbers)
        play.pending = None if play.pending is None else self._question(play.pending, numbers)

    def _exchange_in(self, cells: list[Any], numbers: Numbers) -> None:
        for base in self.by_card:
            _permute(cells, base, numbers)
        self._titles(cells, numbers)
        base = self.layout[f.ZONES].base
        for at, place in enumerate(self.places, start=base):
            cards = [numbers.get(card, card) for card in cells[at]]
            cells[at] = tuple(cards if place.zone.ordered else sorted(cards))
        self._states(cells, numbers)
        self._rows(cells, numbers)

    def _titles(self, cells: list[Any], numbers: Numbers) -> None:
        """Update what cards count as, where it is not their printed definition."""
        if f.TITLES not in self.layout.families:
            return
        titles, counting = self.layout[f.TITLES].base, self.layout[f.COUNTING].base
        _permute(cells, titles, numbers)
        _permute(cells, counting, numbers)
        for card in numbers:
            if cells[counting + card] == f.AS_PRINTED:
                cells[titles + card] = self.population.cards[card].title.order

    def _states(self, cells: list[Any], numbers: Numbers) -> None:
        for declared, indexes, is_of_card in self.stored:
            name = f.state_family(declared.name)
            base, shown = self.layout[name].base, self.layout.families.get(f.shown_family(name))
            if any(True for _ in find(declared.type, t.Card)):
                for at in range(base, base + len(indexes)):
                    cells[at] = _renumbered(declared.type, cells[at], numbers)
            if is_of_card:
                moved = self._moved_indexes(indexes, numbers)
                _permute(cells, base, moved)
                if shown is not None:
                    _permute(cells, shown.base, moved)

    def _moved_indexes(
        self, indexes: Sequence[tuple[Value, ...]], numbers: Numbers
    ) -> dict[int, int]:
        """Return the cells that replace each other along an index with cards."""
        cards = self.population.cards
        places = {at: number for number, at in enumerate(indexes)}
        moved = {}
        for at, number in places.items():
            now = tuple(
                cards[numbers.get(x.order, x.order)] if isinstance(x, Card) else x for x in at
            )
            if places[now] != number:
                moved[number] = places[now]
        return moved

    # ------------------------------------------------------------ rows

    def _rows(self, cells: list[Any], numbers: Numbers) -> None:
        """Update the rows of effects, rules, limits and windows."""
        layout = self.layout

        def rewrite(family: str, row_of: Callable[..., Any]) -> None:
            if family in layout.families:
                at = layout[family].base
                cells[at] = tuple(row_of(numbers, *row) for row in cells[at])

        rewrite(f.SUPPRESSED, lambda numbers, place, card: (place, numbers.get(card, card)))
        rewrite(f.PLAYED_AS, lambda numbers, card, *title: (numbers.get(card, card), *title))
        rewrite(f.LASTING, self._lasting)
        rewrite(f.QUEUE, self._queued)
        rewrite(f.AGAIN, self._queued)
        rewrite(f.WINDOWS, self._window)
        rewrite(f.LIMITS, self._limit)
        for rule in self.rules:
            name = f.truth_family(rule.place)
            if isinstance(rule.effect, s.Whenever) and name in layout.families:
                at = layout[name].base
                pairs = (self._of_rule(numbers, rule, *row) for row in cells[at])
                cells[at] = tuple(sorted(pairs))

    def _lasting(self, numbers: Numbers, *row: Any) -> Any:
        age, number, holder, card, run, fixed, captured = row
        kept, compared = self.lastings[number]
        return (
            *(age, number, holder, numbers.get(card, card), run),
            None if fixed is None else _all_renumbered(compared, fixed, numbers),
            _all_renumbered(kept, captured, numbers),
        )

    def _queued(self, numbers: Numbers, place: int, *row: Any) -> Any:
        return place, *self._of_rule(numbers, self.rules[place], *row)

    def _of_rule(self, numbers: Numbers, rule: WrittenEffect, *row: Any) -> Any:
        """Return a row with a carrier and the member of a rule, renumbered."""
        carrier, member, *others = row
        if rule.carriers is not None and not isinstance(rule.begun_by, s.Lasting):
            carrier = numbers.get(carrier, carrier)
        condition = rule.effect.condition if isinstance(rule.effect, s.Whenever) else None
        if isinstance(condition, e.ThereIs):
            member = _renumbered(rule.locals[condition.variable].type, member, numbers)
        return carrier, member, *others

    def _window(self, numbers: Numbers, number: int, arguments: Any) -> Any:
        if number < 0:
            return number, arguments
        return number, _all_renumbered(self.windows[number], arguments, numbers)

    def _limit(self, numbers: Numbers, *row: Any) -> Any:
        number, *key, count = row
        named = _all_renumbered(self.limits[number], key[NAMED:], numbers)
        return (number, *key[:NAMED], *named, count)

    def _question(self, pending: Pending, numbers: Numbers) -> Pending:
        """Return the pending question renumbered, where its types are known."""
        question = self.flow.questions[pending.question]
        options, shown = pending.options, pending.shown
        of = q.Shown.of(question, shown)
        cards = _cards_renumbered(of.cards, numbers)
        play = (of.play and of.play._replace(card=numbers.get(of.play.card, of.play.card))) or ()
        match question:
            case q.ChoiceQuestion(type=type) | q.PickQuestion(type=type):
                options = tuple(_renumbered(type, option, numbers) for option in options)
                if isinstance(question, q.ChoiceQuestion) and question.what is not None:
                    shown = (*play, cards)
            case q.MemberQuestion(type=type, by_place=True):
                shown = (_renumbered(type, of.members, numbers), of.chosen, cards, *play)
            case q.MemberQuestion(type=type):
                member = members(plain(type))
                options = tuple(_renumbered(member, option, numbers) for option in options)
                shown = (*play, cards, _renumbered(type, of.chosen, numbers))
            case q.OrderQuestion(type=type):
                member = type if question.at_once else members(plain(type))
                options = tuple(_renumbered(member, option, numbers) for option in options)
                shown = play
            case q.WaysQuestion() | q.WhichQuestion():
                shown = play
        return Pending(pending.question, pending.who, options, shown, pending.block)

    # ------------------------------------------------------------ moved and stored

    def _move(self, cells: list[Any], change: Rearrangement, numbers: Numbers) -> None:
        zones, where = self.layout[f.ZONES].base, self.layout[f.WHERE].base
        for card, place in change.moves:
            number = numbers.get(card.order, card.order)
            old = cells[where + number]
            if old is not None:
                cells[zones + old] = tuple(x for x in cells[zones + old] if x != number)
            cells[where + number] = None if place is None else place.order
            if place is not None:
                cards_there = (*cells[zones + place.order], number)
                cells[zones + place.order] = (
                    cards_there if place.zone.ordered else tuple(sorted(cards_there))
                )

    def _store(self, cells: list[Any], change: Rearrangement, numbers: Numbers) -> None:
        cards, program = self.population.cards, self.population.program
        index = {state.name: state.index for state in program.states}
        index |= {die.name: die.index for die in program.dice}
        for name, at, value, family in (
            *((*state, f.state_family(state[0])) for state in change.states),
            *((*die, f.dice_family(die[0])) for die in change.dice),
        ):
            now = tuple(
                cards[numbers.get(x.order, x.order)] if isinstance(x, Card) else x for x in at
            )
            place = self.layout[family].base + list(self.population.indexes(index[name])).index(now)
            cells[place] = _raw(value)


def _cards_renumbered(value: Any, numbers: Numbers) -> Any:
    if isinstance(value, tuple):
        return tuple(_cards_renumbered(item, numbers) for item in value)
    return numbers.get(value, value)


def _raw(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_raw, value))
    return getattr(value, "order", value)


def _numbers(change: Rearrangement) -> dict[int, int]:
    """Return the new number of each card that changes its number."""
    now: dict[Card, int] = {}
    for first, second in change.pairs:
        mine, theirs = now.get(first, first.order), now.get(second, second.order)
        now[first], now[second] = theirs, mine
    return {card.order: number for card, number in now.items() if card.order != number}


def _permute(cells: list[Any], base: int, numbers: Numbers) -> None:
    before = {at: cells[base + at] for at in numbers}
    for at, now in numbers.items():
        cells[base + now] = before[at]


def _renumbered(type: t.Type, raw: Any, numbers: Numbers) -> Any:
    """Return a value with cards renumbered; sets in standard order are sorted again."""
    match type:
        case t.Card():
            return numbers.get(raw, raw)
        case t.Optional(inner):
            return _renumbered(inner, raw, numbers)
        case t.SetOf(element) | t.ListOf(element) if isinstance(raw, tuple):
            renumbered = [_renumbered(element, member, numbers) for member in raw]
            is_sorted = isinstance(type, t.SetOf) and isinstance(plain(element), t.Card)
            if is_sorted and list(raw) == sorted(raw):
                renumbered.sort()
            return tuple(renumbered)
    return raw


def _all_renumbered(types: Sequence[t.Type], raws: Sequence[Any], numbers: Numbers) -> Any:
    pairs = zip(types, raws, strict=True)
    return tuple(_renumbered(type, raw, numbers) for type, raw in pairs)


def _is_of_card(index: Sequence[d.IndexPlace]) -> bool:
    return any(isinstance(plain(place.type), t.Card) for place in index)


def _places_of_cards(
    flow: Flow, frames: FrameLayout, routine: str
) -> tuple[tuple[int, t.Type], ...]:
    of, kept = flow.routines[routine], frames.places[routine]
    known = {variable.name: variable.type for variable in flow.cut.frames[routine]}
    known |= {variable.name: variable.type for variable in (*of.parameters, *of.variables.values())}
    return tuple(
        (place, known[name])
        for name, place in kept.items()
        if name in known and any(True for _ in find(known[name], t.Card))
    )


def _types_of_lasting(
    flow: Flow, statement: s.Lasting
) -> tuple[tuple[t.Type, ...], tuple[t.Type, ...]]:
    """Return the types of a lasting statement's captures, and of its pattern's values."""
    program = flow.population.program
    locals = locals_in(derive(program).effects, statement)
    scope = Scope(world_of(program), {slot: local.type for slot, local in enumerate(locals)})
    compared: list[t.Type] = []
    for entry in pattern_of(statement) or ():
        match entry:
            case patterns.EqualEntry(value=wanted):
                compared.append(type_of(wanted, scope))
            case patterns.MemberEntry(set=among):
                compared.append(type_of(among, scope))
            case _:
                compared.append(t.Never())
    return tuple(locals[slot].type for slot in statement.captures), tuple(compared)
