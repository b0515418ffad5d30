"""
Lists the parts of a position that matter from here on: named items of typed values.

Counts, moments and future chance are not included, nor are locals that are no longer read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

from ruleslang.engine.cells.alike import NAMED
from ruleslang.engine.cells.chance import Undrawn
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.asked_questions import (
    ChoiceQuestion,
    DivisionQuestion,
    MemberQuestion,
    OrderQuestion,
    PaymentQuestion,
    PickQuestion,
    Question,
    WaysQuestion,
    types_of,
)
from ruleslang.engine.flow.live_locals import live_locals, read_by_others
from ruleslang.engine.flow.statements.control_flow import COUNTED_BEFORE
from ruleslang.engine.flow.words import ABSENT
from ruleslang.engine.match.made_when_asked import MadeWhenAsked
from ruleslang.engine.match.runtime_values import Card, Piece, Value
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.typing.lattice import members, plain
from ruleslang.program.walk import find

if TYPE_CHECKING:
    from ruleslang.engine.cells.compiled_game import CompiledGame

Cells: TypeAlias = Sequence[Any]
Typed: TypeAlias = tuple[t.Type, Any]

ALWAYS = (
    *(f.ACTIVE, f.PLAYERS, f.WINNERS, f.PLAYS, f.TURNS, f.SETTLING, f.QUIET, f.LATE),
    *(f.SECRET, f.SECRET_OF, f.SECRET_SINCE, f.FROZEN_SINCE),
)
CARDS, ALL_CARDS = t.SetOf(t.Card()), t.ListOf(t.Card(), 1 << 30)
NUMBERS = t.Never()  # the type of what is no card or piece
VAGUE = t.Number(-(2**62), 2**62)  # the type of what lowering made, which may be a card's number
SINCE = t.Number(0, 2**31 - 1)  # the type of a count that is compared with the present one


@frozen(eq=False)
class Item:
    """
    A part of a position: its name, and typed values.

    It `distinguishes` cards and pieces, unless it is an option, which represents all that are
    alike.
    """

    name: str
    typed: tuple[Typed, ...]
    distinguishes: bool = True


class PositionItems:
    """The items of positions of one game; `zones` are their cells, and whether they are ordered."""

    def __init__(self, game: CompiledGame) -> None:
        self.game, self.flow, self.layout = game, game.flow, game.flow.layout
        self.population, self.rearranging = game.flow.population, game.rearranging
        self.titles = [card.title.order for card in self.population.cards]
        self.cards = len(self.titles)
        titles = self.population.titles.values()
        self.standing = [bool(title.definition.standings) for title in titles]
        self.others = read_by_others(self.flow)
        self.live = MadeWhenAsked(self._live)
        first = self.layout[f.ZONES].base
        self.zones = [(first + place.order, place.zone.ordered) for place in game.codec.places]
        self.whole: list[tuple[str, int, int]] = []
        self.apart: list[tuple[str, int, t.Type, list[tuple[Typed, ...]]]] = []
        for state in self.population.program.states:
            self._declare(state)
        for dice in self.population.program.dice:
            self._declare(dice)

    def _declare(self, declared: d.State | d.Dice) -> None:
        """Add a state or dice: as a whole, or place by place where cards or pieces are in it."""
        is_state = isinstance(declared, d.State)
        family = self.layout[(f.state_family if is_state else f.dice_family)(declared.name)]
        type = declared.type if isinstance(declared, d.State) else NUMBERS
        shown = self.layout.families.get(f.shown_family(family.name))
        parts = [(family.name, family.base, type)]
        if shown is not None:
            parts.append((shown.name, shown.base, NUMBERS))
        for name, base, of in parts:
            if speaks_of_things((of, *(place.type for place in declared.index))):
                indexes = self.game.codec.indexes[declared.name]
                places = [typed_index(declared.index, index) for index in indexes]
                self.apart.append((name, base, of, places))
            else:
                self.whole.append((name, base, base + family.cells))

    def of(self, match: Any) -> Iterator[Item]:
        """All that matters of a position, but for where cards and pieces are now."""
        cells = match.S
        yield from self._of_cells(cells, "")
        yield from self._undrawn(cells)
        if cells[self.layout[f.FROZEN].base] is not None:
            yield from self._of_cells(cells[self.layout[f.FROZEN].base], "frozen ")
        if match.fault is not None:
            yield Item("fault", ((NUMBERS, match.fault.slug),))
        if match.is_over:
            yield Item("over", ((NUMBERS, (match.capped, match.payoffs)),))
            return
        counted = cells[self.layout[f.COUNTED].base]
        for depth, frame in enumerate(match.K):
            live = self.live[frame[0], frame[1]]
            values = [
                (type, frame[place] != counted if type is SINCE else frame[place])
                for place, type in live
            ]
            yield Item("frame", ((NUMBERS, (depth, frame[0], frame[1])), *values))
        pending = match.pending
        if pending is not None:
            question = self.flow.questions[pending.question]
            pays = isinstance(question, PaymentQuestion | DivisionQuestion)
            about = pending.question, pending.who, pending.shown if pays else ()
            yield Item("asked", ((NUMBERS, about),))
            yield from self._options(question, pending)

    def spaces(self, cells: Cells) -> Cells:
        """The spaces of pieces."""
        spaces = self.layout[f.SPACE]
        return cells[spaces.base : spaces.base + spaces.cells]

    def _of_cells(self, cells: Cells, of: str) -> Iterator[Item]:
        layout = self.layout
        registers = [
            cells[layout[name].base] if name in layout.families else None for name in ALWAYS
        ]
        outer = cells[layout[f.OUTER_TURN].base] if cells[layout[f.TURNS].base] > 1 else None
        yield Item(f"{of}registers", ((NUMBERS, (*registers, outer)),))
        for name, first, end in self.whole:
            yield Item(of + name, ((NUMBERS, tuple(cells[first:end])),))
        for name, base, type, places in self.apart:
            for cell, index in enumerate(places, start=base):
                if cells[cell] is not None and cells[cell] is not ABSENT:
                    yield Item(of + name, (*index, (type, cells[cell])))
        if of:  # their present place is distinguished from this
            for cell, is_ordered in self.zones:
                type = ALL_CARDS if is_ordered else CARDS
                yield Item(f"{of}zone", ((NUMBERS, cell), (type, cells[cell])))
            for piece, space in enumerate(self.spaces(cells)):
                yield Item(f"{of}piece", ((t.Piece(), piece), (NUMBERS, space)))
        yield from self._of_cards(cells, of)
        yield from self._rows(cells, of)

    def _of_cards(self, cells: Cells, of: str) -> Iterator[Item]:
        """The values stored about cards besides their places."""
        layout = self.layout
        bases = [layout[f.FACES].base, layout[f.MARKS].base]
        facts = self.flow.shown_facts.items()
        fact_cells = [(layout[f.facts_family(place)].base, type) for place, (_, type) in facts]
        counting = layout[f.COUNTING].base if f.TITLES in layout.families else None
        for card in range(self.cards):
            face, marks = (cells[base + card] for base in bases)
            if face is not None or marks is not None:
                yield Item(f"{of}shown", ((t.Card(), card), (NUMBERS, (face, marks))))
            if counting is not None and cells[counting + card] != f.AS_PRINTED:
                counts_as = cells[layout[f.TITLES].base + card], cells[counting + card]
                yield Item(f"{of}counts as", ((t.Card(), card), (NUMBERS, counts_as)))
            for number, (base, type) in enumerate(fact_cells):
                for value, truth, to in cells[base + card]:
                    about = (NUMBERS, (number, truth, to)), (type, value)
                    yield Item(f"{of}told", ((t.Card(), card), *about))

    def _rows(self, cells: Cells, of: str) -> Iterator[Item]:
        """Effects, rules, limits, windows, and the order in which what is in force began."""

        def rows(name: str) -> Sequence[Any]:
            here = self.layout.families.get(name)
            return () if here is None else cells[here.base]

        histories = self.layout[f.HISTORIES]
        for history in range(histories.cells):
            yield Item(
                f"{of}history", ((NUMBERS, (history, *sorted(cells[histories.base + history]))),)
            )
        for number, *key, count in rows(f.LIMITS):
            named = zip(self.rearranging.limits[number], key[NAMED:], strict=True)
            yield Item(f"{of}limit", ((NUMBERS, (number, *key[:NAMED], count)), *named))
        for depth, (number, arguments) in enumerate(rows(f.WINDOWS)):
            types = self.rearranging.windows[number] if number >= 0 else ()
            given = zip(types, arguments, strict=True) if number >= 0 else ()
            yield Item(f"{of}window", ((NUMBERS, (depth, number)), *given))
        for depth, (place, card) in enumerate(rows(f.SUPPRESSED)):
            yield Item(f"{of}suppressed", ((NUMBERS, (depth, place)), (t.Card(), card)))
        for depth, (card, *row) in enumerate(rows(f.PLAYED_AS)):
            yield Item(f"{of}played as", ((NUMBERS, (depth, *row)), (t.Card(), card)))
        lasting = rows(f.LASTING)
        ages = {row[0]: at for at, row in enumerate(lasting)}
        for at, (_, number, holder, card, run, fixed, captured) in enumerate(lasting):
            kept, compared = self.rearranging.lastings[number]
            values = zip(kept, captured, strict=True)
            others = () if fixed is None else zip(compared, fixed, strict=True)
            about = (NUMBERS, (at, number, holder, run)), (t.Card(), card)
            yield Item(f"{of}lasting", (*about, *values, *others))
        yield from self._of_rules(rows, ages, of)
        yield from self._began(cells, lasting, of)

    def _of_rules(
        self, rows: Callable[[str], Sequence[Any]], ages: Mapping[int, int], of: str
    ) -> Iterator[Item]:
        """For whom rules were true when last tested, and which rules wait."""
        for name in (f.QUEUE, f.AGAIN):
            for depth, (place, carrier, member, *others) in enumerate(rows(name)):
                typed = self._of_rule(self.rearranging.rules[place], carrier, member, ages)
                looked = [(VAGUE, other) for other in others]
                yield Item(of + name, ((NUMBERS, (depth, place)), *typed, *looked))
        for rule in self.rearranging.rules:
            if isinstance(rule.effect, s.Whenever):
                for carrier, member in rows(f.truth_family(rule.place)):
                    typed = self._of_rule(rule, carrier, member, ages)
                    yield Item(f"{of}true", ((NUMBERS, rule.place), *typed))

    def _of_rule(
        self, rule: WrittenEffect, carrier: Any, member: Any, ages: Mapping[int, int]
    ) -> tuple[tuple[t.Type, Any], tuple[t.Type, Any]]:
        condition = rule.effect.condition if isinstance(rule.effect, s.Whenever) else None
        of_member: t.Type = NUMBERS
        if isinstance(condition, e.ThereIs):
            of_member = rule.locals[condition.variable].type
        if isinstance(rule.begun_by, s.Lasting):  # its carrier is the moment at which it began
            return (NUMBERS, ages.get(carrier, -1)), (of_member, member)
        is_card = rule.carriers is not None
        return (t.Card() if is_card else NUMBERS, carrier), (of_member, member)

    def _began(self, cells: Cells, lasting: Sequence[Any], of: str) -> Iterator[Item]:
        """The order in which the effects in force began, without their moments."""
        if not any(self.standing):
            return
        ages, where = self.layout[f.AGES].base, self.layout[f.WHERE].base
        titles: Sequence[int] = self.titles
        if f.TITLES in self.layout.families:
            titles = cells[self.layout[f.TITLES].base :]
        began = [(row[0], -1 - at) for at, row in enumerate(lasting)]
        began += [
            (cells[ages + card], card)
            for card in range(self.cards)
            if cells[where + card] is not None and self.standing[titles[card]]
        ]
        for rank, (_, at_once) in enumerate(groupby(sorted(began), key=lambda pair: pair[0])):
            for _, what in at_once:
                type = t.Card() if what >= 0 else NUMBERS
                yield Item(f"{of}began", ((NUMBERS, rank), (type, what)))

    def _undrawn(self, cells: Cells) -> Iterator[Item]:
        """The cards of which each shuffle's undrawn ones are some."""
        there = [card for cell, _ in self.zones for card in cells[cell]]
        undrawn = [card for card in there if card.__class__ is Undrawn]
        if not undrawn:
            return
        drawn = {card for card in there if card.__class__ is not Undrawn}
        numbers = {card.name: card.order for card in self.population.cards}
        for one in {card.number: card for card in undrawn}.values():
            left = tuple(sorted({numbers[name] for name in one.names} - drawn))
            yield Item("undrawn", ((NUMBERS, one), (CARDS, left)))

    # ------------------------------------------------------------ what is under way

    def _live(self, at: tuple[int, int]) -> tuple[tuple[int, t.Type], ...]:
        """The places of a frame that are read when it goes on at a block, with their types."""
        block, number = at
        routine = self.game.frames.routines[number]
        kept, of = self.game.frames.places[routine], self.flow.routines[routine]
        names = live_locals(self.flow, routine, self.others)[block]
        known = {variable.name: variable.type for variable in self.flow.cut.frames[routine]}
        known |= {each.name: each.type for each in (*of.parameters, *of.variables.values())}
        known |= {name: SINCE for name in names if name.rpartition("_x")[0] == COUNTED_BEFORE}
        typed = ((kept[name], known.get(name, VAGUE)) for name in sorted(names & kept.keys()))
        return tuple((place, VAGUE if _is_vague(type) else type) for place, type in typed)

    def _options(self, question: Question, pending: Any) -> Iterator[Item]:
        """The options, without an order: the numbers of the chosen things identify them."""
        values: Sequence[Any] = pending.options
        type: t.Type = NUMBERS
        match question:
            case ChoiceQuestion(type=of) | PickQuestion(type=of):
                type = of
            case MemberQuestion(type=of):
                type = members(plain(of))
                if question.by_place:
                    among = pending.shown[0]
                    chosen = tuple(among[place] for place in pending.shown[1])
                    yield Item("chosen", ((t.SetOf(type), chosen),))
                    for place in values:
                        known = (NUMBERS, place) if place < 0 else (type, among[place])
                        yield Item("option", (known,), distinguishes=False)
                    return
            case OrderQuestion(type=of):
                type = of if question.at_once else members(plain(of))
            case PaymentQuestion():
                type = t.Card() if question.by_card else CARDS
            case WaysQuestion():
                for way in values:
                    if way is not None:
                        types = types_of(question.of.what[way[0]])
                        typed = zip(types, way[1:], strict=True)
                        yield Item("option", ((NUMBERS, way[0]), *typed), distinguishes=False)
                    else:
                        yield Item("option", ())
                return
        for value in values:
            yield Item("option", ((type, value),), distinguishes=False)


def typed_index(
    index: tuple[d.IndexPlace, ...], at: tuple[Value, ...]
) -> tuple[tuple[t.Type, Any], ...]:
    """The values of an index with their types."""
    return tuple(
        (place.type if isinstance(value, Card | Piece) else NUMBERS, getattr(value, "order", value))
        for place, value in zip(index, at, strict=True)
    )


def speaks_of_things(types: Iterable[t.Type]) -> bool:
    return any(True for type in types for of in (t.Card, t.Piece) for _ in find(type, of))


def _is_vague(type: t.Type) -> bool:
    """Whether a value of a type may have a card's number that does not look like one."""
    return any(number == VAGUE for number in find(type, t.Number))
