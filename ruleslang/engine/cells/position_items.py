"""
Lists the parts of a position that matter from here on, by the table of its game: named items of
typed values. `runtime/key.c` lists the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from ruleslang.engine.cells import key_table as k
from ruleslang.engine.cells.alike import NAMED
from ruleslang.engine.cells.chance import is_undrawn
from ruleslang.engine.cells.machine import BLOCK, ROUTINE
from ruleslang.engine.flow import asked_questions as q
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.ir_exprs import ABSENT
from ruleslang.engine.match.faults import SLUGS

Cells: TypeAlias = Sequence[Any]
Typed: TypeAlias = tuple[int, Any]  # a type and a value

REGISTERS, WHOLE, LIES, STANDS, SHOWN, COUNTS_AS, TOLD, HISTORY = range(8)
LIMIT, WINDOW, SUPPRESSED, PLAYED_AS, LASTING, WAITS, AGAIN, IS_TRUE = range(8, 16)
BEGAN, FAULT, OVER, FRAME, ASKED, CHOSEN, OPTION, UNDRAWN, APART = range(16, 25)
FROZEN = 1 << 20  # is added to the names of what others see, while something is planned in secret
SLUG_NUMBERS = {slug: number for number, slug in enumerate(SLUGS, start=1)}


class Item(NamedTuple):
    """A part of a position: its name, and typed values."""

    name: int
    typed: tuple[Typed, ...]


class PositionItems:
    """The items of positions of one game."""

    def __init__(self, table: k.KeyTable, questions: Sequence[q.Question]) -> None:
        self.table, self.questions = table, questions
        self.at = dict(zip(k.FAMILIES, table.families, strict=True))

    def of(self, match: Any) -> Iterator[Item]:
        """Yield all that matters of a position."""
        cells = match.S
        yield from self._of_cells(cells, 0)
        frozen = cells[self.at[f.FROZEN]]
        if frozen is not None:
            yield from self._of_cells(frozen, FROZEN)
        if match.fault is not None:
            yield _plain(FAULT, SLUG_NUMBERS.get(match.fault.slug, 0))
        if match.is_over:
            yield _plain(OVER, match.capped, *match.payoffs)
            return
        counted = cells[self.at[f.COUNTED]]
        for depth, frame in enumerate(match.K):
            live = self.table.live[frame[BLOCK]]
            typed = [
                (k.PLAIN, frame[place] != counted) if type == k.SINCE else (type, frame[place])
                for place, type in zip(live[::2], live[1::2], strict=True)
            ]
            yield _item(FRAME, (depth, frame[BLOCK], frame[ROUTINE]), typed)
        if match.pending is not None:
            yield from self._question(match.pending)

    def _of_cells(self, cells: Cells, of: int) -> Iterator[Item]:
        table, at = self.table, self.at
        outer = cells[at[f.OUTER_TURN]] if cells[at[f.TURNS]] > 1 else None
        yield _plain(REGISTERS + of, *[cells[register] for register in table.registers], outer)
        for first, end in table.whole:
            yield _plain(WHOLE + of, first, tuple(cells[first:end]))
        for first, type, indexes in table.apart:
            for cell, index in enumerate(indexes, start=first):
                if cells[cell] is not None and cells[cell] is not ABSENT:
                    typed = zip(index[::2], index[1::2], strict=True)
                    yield _item(APART + of, (first,), (*typed, (type, cells[cell])))
        for cell, is_ordered in table.zones:
            if not is_ordered:
                yield _item(LIES + of, (cell,), [(k.CARDS, cells[cell])])
                continue
            for place, card in enumerate(cells[cell]):
                yield _item(LIES + of, (cell, place), [(k.CARD, card)])
        first = at[f.SPACE]
        for piece, space in enumerate(cells[first : first + table.pieces]):
            yield _item(STANDS + of, (space,), [(k.PIECE, piece)])
        yield from self._of_cards(cells, of)
        yield from self._rows(cells, of)
        yield from self._began(cells, of)

    def _of_cards(self, cells: Cells, of: int) -> Iterator[Item]:
        """Yield the values stored about cards besides their places."""
        at = self.at
        faces, marks, counting = at[f.FACES], at[f.MARKS], at[f.COUNTING]
        for card in range(self.table.cards):
            face, to = cells[faces + card], cells[marks + card]
            if face is not None or to is not None:
                yield _item(SHOWN + of, (face, to), [(k.CARD, card)])
            if counting >= 0 and cells[counting + card] != f.AS_PRINTED:
                counts_as = cells[at[f.TITLES] + card], cells[counting + card]
                yield _item(COUNTS_AS + of, counts_as, [(k.CARD, card)])
        for first, type in self.table.facts:
            for card in range(self.table.cards):
                for value, truth, to in cells[first + card]:
                    yield _item(TOLD + of, (first, truth, to), [(k.CARD, card), (type, value)])

    def _rows(self, cells: Cells, of: int) -> Iterator[Item]:
        """Yield histories, limits, windows, effects and rules."""
        table, at = self.table, self.at

        def rows(name: str) -> Sequence[Any]:
            return () if at[name] == k.NOT_THERE else cells[at[name]]

        for history in range(table.histories):
            for row in cells[at[f.HISTORIES] + history]:
                yield _plain(HISTORY + of, history, *row)
        for number, *key, count in rows(f.LIMITS):
            named = zip(table.limits[number], key[NAMED:], strict=True)
            yield _item(LIMIT + of, (number, *key[:NAMED], count), named)
        for depth, (number, arguments) in enumerate(rows(f.WINDOWS)):
            given = zip(table.windows[number], arguments, strict=True) if number >= 0 else ()
            yield _item(WINDOW + of, (depth, number), given)
        for depth, (place, card) in enumerate(rows(f.SUPPRESSED)):
            yield _item(SUPPRESSED + of, (depth, place), [(k.CARD, card)])
        for depth, (card, *row) in enumerate(rows(f.PLAYED_AS)):
            yield _item(PLAYED_AS + of, (depth, *row), [(k.CARD, card)])
        ages = {}
        for place, (age, number, holder, card, run, fixed, captured) in enumerate(rows(f.LASTING)):
            ages[age] = place
            kept, compared = table.lastings[number]
            values = [(k.CARD, card), *zip(kept, captured, strict=True)]
            values += () if fixed is None else zip(compared, fixed, strict=True)
            yield _item(LASTING + of, (place, number, holder, run), values)
        for name, waiting in ((WAITS, f.QUEUE), (AGAIN, f.AGAIN)):
            for depth, (place, *row) in enumerate(rows(waiting)):
                yield _item(name + of, (depth, place), self._of_rule(place, row, ages))
        for place, (*_, truths) in enumerate(table.rules):
            for row in cells[truths] if truths != k.NOT_THERE else ():
                yield _item(IS_TRUE + of, (place,), self._of_rule(place, row, ages))

    def _of_rule(self, place: int, row: Sequence[Any], ages: dict[int, int]) -> Iterator[Typed]:
        """Yield the carrier and the member of a rule, and what it looked at."""
        carrier, *others = row
        of_carrier, of_member, _ = self.table.rules[place]
        if of_carrier == k.BY_AGE:
            of_carrier, carrier = k.PLAIN, ages.get(carrier, -1)
        yield of_carrier, carrier
        yield from zip((of_member, k.VAGUE), others, strict=False)

    def _began(self, cells: Cells, of: int) -> Iterator[Item]:
        """Yield the order in which the effects in force began, without their moments."""
        table, at = self.table, self.at
        if not any(table.standing):
            return
        titles = table.titles if at[f.TITLES] == k.NOT_THERE else cells[at[f.TITLES] :]
        lasting = () if at[f.LASTING] == k.NOT_THERE else cells[at[f.LASTING]]
        began = [(row[0], -1 - place) for place, row in enumerate(lasting)]
        began += [
            (cells[at[f.AGES] + card], card)
            for card in range(table.cards)
            if cells[at[f.WHERE] + card] is not None and table.standing[titles[card]]
        ]
        for rank, (_, at_once) in enumerate(groupby(sorted(began), key=lambda pair: pair[0])):
            for _, what in at_once:
                yield _item(BEGAN + of, (rank,), [(k.CARD if what >= 0 else k.PLAIN, what)])

    def undrawn(self, cells: Cells) -> Iterator[Item]:
        """Yield for each pile with undrawn cards which these are, in any order."""
        where = self.at[f.WHERE]
        for place, (cell, _) in enumerate(self.table.zones):
            if any(map(is_undrawn, cells[cell])):
                lying = cells[where : where + self.table.cards]
                there = {card for card, at in enumerate(lying) if at == place}
                left = tuple(sorted(there.difference(cells[cell])))
                yield _item(UNDRAWN, (cell,), [(k.CARDS, left)])

    def _question(self, pending: Any) -> Iterator[Item]:
        """Yield the question and its options, without an order, as numbers of chosen things."""
        form, is_to_pay, of, ways = self.table.questions[pending.question]
        yield _plain(ASKED, pending.question, pending.who, pending.shown if is_to_pay else ())
        options: Sequence[Any] = [[(of, option)] for option in pending.options]
        if form == k.WAYS:
            options = [[]] * pending.options.count(None) + [
                [(k.PLAIN, way.action), *zip(ways[way.action], way.values, strict=True)]
                for way in map(q.Way.of, filter(None, pending.options))
            ]
        elif form == k.BY_PLACE:
            among = q.Shown.of(self.questions[pending.question], pending.shown)
            for place in among.chosen:
                yield Item(CHOSEN, ((of, among.members[place]),))
            options = [
                [(of, among.members[place]) if place >= 0 else (k.PLAIN, place)]
                for place in pending.options
            ]
        for option in options:
            yield Item(OPTION, tuple(option))


def _item(name: int, plain: Sequence[Any], typed: Any) -> Item:
    return Item(name, (*[(k.PLAIN, value) for value in plain], *typed))


def _plain(name: int, *values: Any) -> Item:
    return _item(name, values, ())
