"""
The key of a position: equal for positions that are the same game, so that a search finds
transpositions.

A key is a hash of everything that matters from here on: the cells without counts, moments and
chance, the runs in progress with the locals that are still read, and the pending question. Pieces
of one sort, and copies of a card, are interchangeable: they are renumbered, by their places and
what is stored about them. A renumbered position is the same position with other names, so different
games never have equal keys; where two copies differ only by referring to each other, one game may
have two keys. `runtime/key.c` makes the same keys.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import mul
from typing import Any

from attrs import frozen

from ruleslang.engine.cells.chance import is_undrawn
from ruleslang.engine.cells.game_cells import GameCells
from ruleslang.engine.cells.key_table import CARD, PIECE, PLAIN, SET, VAGUE, key_table
from ruleslang.engine.cells.position_items import LIES, OPTION, UNDRAWN, Item, PositionItems
from ruleslang.engine.flow.ir_exprs import ABSENT, END

MOST_ROUNDS = 64
BITS = (1 << 128) - 1
HALF = 1 << 64
AT_ONCE = 256  # numbers that are weighed together
GOLDEN = 0x9E3779B97F4A7C15F39CC0605CEDC835
WORDS = {None: -(1 << 62), ABSENT: 1 - (1 << 62), END: 2 - (1 << 62)}  # as C has them
THIS = 3 - (1 << 62)  # instead of the number of the card or piece that is described
FLAT = CARD, PIECE, 8 * CARD + SET, 8 * PIECE + SET  # types that do not tell things apart


def mixed(number: int) -> int:
    """Return a one-to-one map of numbers of 128 bits, under which no sums stay equal by chance."""
    number = number * (2 * number + 1) & BITS
    number ^= number >> 64
    number = number * (2 * number + 1) & BITS
    return number ^ number >> 64


WEIGHTS = [mixed(GOLDEN * at & BITS) | 1 for at in range(1, AT_ONCE + 1)]


@lru_cache(maxsize=1 << 14)  # one position has most items of another
def hashed(*numbers: int) -> int:
    """Return the hash of numbers in their order."""
    found = len(numbers) + 1
    for at in range(0, len(numbers) or 1, AT_ONCE):
        found = mixed(found + sum(map(mul, WEIGHTS, numbers[at : at + AT_ONCE])))
    return found


@frozen
class Labels:
    """
    The numbers of cards, and of pieces behind them. All undrawn cards are the `same`, or are
    distinguished by their shuffles and places.
    """

    cards: int
    things: list[int]
    same: bool

    def number(self, type: int, value: Any) -> int:
        """Return the number of a typed value."""
        if value.__class__ is int:
            if (type != CARD and type != PIECE) or value < 0:
                return int(value)
            place = value if type == CARD else self.cards + value
            if place < len(self.things):
                return self.things[place]
            return self._undrawn(value) if is_undrawn(value) else place
        if isinstance(value, tuple):
            of = type >> 3
            numbers = [
                each if each.__class__ is int and not of else self.number(of, each)
                for each in value
            ]
            return mixed(sum(map(hashed, numbers)) + SET) if type & 7 == SET else hashed(*numbers)
        return int(value) if isinstance(value, bool) else WORDS[value]

    def _undrawn(self, card: int) -> int:
        return hashed(UNDRAWN) if self.same else hashed(UNDRAWN, card)

    def hash(self, item: Item) -> int:
        """Return the hash of an item."""
        number = self.number
        numbers = [
            value if type == PLAIN and value.__class__ is int else number(type, value)
            for type, value in item.typed
        ]
        return hashed(item.name, *numbers)

    def key(self, items: Iterable[Item]) -> str:
        """Return the hash of items without an order, as a text."""
        return f"{mixed(sum(map(self.hash, items)) + 1):032x}"


class Keys:
    """The keys of the positions of one game."""

    def __init__(self, game: GameCells) -> None:
        halves = [half - HALF if half >> 63 else half for w in WEIGHTS for half in divmod(w, HALF)]
        self.table = key_table(game, tuple(halves))
        self.items = PositionItems(self.table, game.flow.questions)
        self.same = list(range(self.table.cards + self.table.pieces))
        self.sort = {one: group[0] for group in self.table.groups for one in group}

    def key(self, match: Any) -> str:
        """Return the key of a position."""
        items = self._all_items(match)
        if any(type == VAGUE and value is not None for item in items for type, value in item.typed):
            things = self.same
        else:
            things = self._renumbered(items)
        return Labels(self.table.cards, things, same=not _have_views(items)).key(items)

    def exact(self, match: Any) -> str:
        """Return the same without interchanging anything."""
        return Labels(self.table.cards, self.same, same=False).key(self._all_items(match))

    def _all_items(self, match: Any) -> list[Item]:
        return [*self.items.of(match), *self.items.undrawn(match.S)]

    # --------------------------------------------------------------- renumbering

    def _renumbered(self, items: Sequence[Item]) -> list[int]:
        """Return the new number of each card and piece, in the order of their colours."""
        same = Labels(self.table.cards, self.same, same=True)
        sums, related = defaultdict[int, int](int), list[tuple[Item, list[int]]]()
        for item in items if self.sort else ():
            self._describe(item, same, sums, related)
        colours = {one: hashed(sort, sums[one] & BITS) for one, sort in self.sort.items()}
        self._refine(colours, related)
        things = self.same[:]
        for group in self.table.groups:
            in_order = sorted(group, key=lambda one: (colours[one], one))
            for number, one in zip(group, in_order, strict=True):
                things[one] = number
        return things

    def _describe(
        self, item: Item, same: Labels, sums: dict[int, int], related: list[tuple[Item, list[int]]]
    ) -> None:
        """Add the hash of an item about one card or piece; others relate several to each other."""
        slots = [
            (at, type, things)
            for at, (type, value) in enumerate(item.typed if item.name != OPTION else ())
            if type and (things := [x for x in self._things_in(type, value) if x in self.sort])
        ]
        match slots:
            case [(at, type, things)] if type in FLAT:
                about = same.hash(Item(item.name, item.typed[:at] + item.typed[at + 1 :]))
                for one in things:
                    sums[one] += about
            case [_, *_]:
                related.append((item, list({one: 0 for _, _, some in slots for one in some})))

    def _things_in(self, type: int, value: Any) -> Iterator[int]:
        """Yield the cards and pieces in a value."""
        if isinstance(value, tuple):
            for member in value if type >> 3 else ():
                yield from self._things_in(type >> 3, member)
        elif value.__class__ is int and type in (CARD, PIECE):
            yield value if type == CARD else self.table.cards + value

    def _refine(self, colours: dict[int, int], related: Sequence[tuple[Item, list[int]]]) -> None:
        """Distinguish the colours by their relations to each other."""
        linked = {one for _, things in related for one in things}
        for _ in range(MOST_ROUNDS):
            if not _tied(colours, linked):
                return
            labels = Labels(self.table.cards, self.same[:], same=True)
            for one, colour in colours.items():
                labels.things[one] = colour
            sums = defaultdict[int, int](int)
            for item, things in related:
                for one in things:
                    labels.things[one] = THIS
                    sums[one] += labels.hash(item)
                    labels.things[one] = colours[one]
            before = len(set(colours.values()))
            colours.update((one, hashed(colours[one], sums[one])) for one in linked)
            if len(set(colours.values())) == before and (tied := _tied(colours, linked)):
                first = min(tied[min(tied)])
                colours[first] = hashed(colours[first], THIS)


def _tied(colours: Mapping[int, int], linked: Iterable[int]) -> dict[int, list[int]]:
    """Return the linked ones by colour, where several have the same."""
    alike: dict[int, list[int]] = defaultdict(list)
    for one in linked:
        alike[colours[one]].append(one)
    return {colour: ones for colour, ones in alike.items() if len(ones) > 1}


def _have_views(items: Sequence[Item]) -> bool:
    """Return whether something besides its pile has an undrawn card: a view before a plan."""
    others = (item for item in items if item.name not in (LIES, UNDRAWN))
    return any(is_undrawn(value) for item in others for _, value in item.typed)
