"""
The key of a position: equal for positions that are the same game, so that a search finds
transpositions.

A key is a hash of everything that matters from here on: the cells without counts, moments and
chance, the runs in progress with the locals that are still read, and the pending question. Pieces
of one sort, and copies of a card, are interchangeable: they are renumbered, by their places and
what is stored about them. A renumbered position is the same position with other names, so different
games never have equal keys; where two copies differ only by referring to each other, one game may
have two keys.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeAlias

from ruleslang.engine.cells.chance import Undrawn, first_undrawn
from ruleslang.engine.cells.position_items import VAGUE, Cells, Item, PositionItems
from ruleslang.engine.flow.words import ABSENT, END
from ruleslang.engine.match.runtime_values import Card, Piece
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

if TYPE_CHECKING:
    from ruleslang.engine.cells.compiled_game import CompiledGame

Labels: TypeAlias = Mapping[Any, Any]  # labels of cards, of pieces behind them, and of shuffles
Related: TypeAlias = tuple[Item, list[int]]  # with its cards and pieces

MOST_ROUNDS = 64
THIS = "this"
APART = "apart"  # in labels, if undrawn cards are distinguished by their places


class Keys:
    """The keys of the positions of one game."""

    def __init__(self, game: CompiledGame) -> None:
        self.game, self.items = game, PositionItems(game)
        self.cards = self.items.cards
        self.of_sort = self._of_sort()

    def key(self, match: Any) -> str:
        """The key of a position."""
        cells, items = match.S, list(self.items.of(match))
        return self._hash(cells, items, {**self._labels(cells, items), **self._shuffles(items)})

    def exact(self, match: Any) -> str:
        """The same without interchanging anything."""
        return self._hash(match.S, self.items.of(match), {APART: True})

    def _hash(self, cells: Cells, items: Iterable[Item], labels: Labels) -> str:
        words = sorted([repr(_word(item, labels, self.cards)) for item in items])
        words += map(repr, self._placed(cells, labels))
        return blake2b("\0".join(words).encode(), digest_size=16).hexdigest()

    def _placed(self, cells: Cells, labels: Labels) -> Iterator[Any]:
        """Where pieces and cards are."""
        of = self.cards
        spaces = enumerate(self.items.spaces(cells), start=of)
        yield sorted(
            [(labels.get(piece, piece), space or 0, space is None) for piece, space in spaces]
        )
        for cell, is_ordered in self.items.zones:
            here = [
                _of_shuffle(card, labels) if card.__class__ is Undrawn else labels.get(card, card)
                for card in cells[cell]
            ]
            yield here if is_ordered else sorted(here, key=repr)

    def _of_sort(self) -> dict[int, int]:
        """The sort of each card or piece of which there are several: the first of them."""
        population, codec = self.game.flow.population, self.game.codec
        indexes = [place.index for place in codec.places]
        indexes += [at for dice in population.program.dice for at in codec.indexes[dice.name]]
        fixed = {at for index in indexes for at in index if isinstance(at, Card | Piece)}
        sorts = defaultdict[Any, list[int]](list)
        for card in population.cards:
            if card not in fixed:
                sorts[card.title].append(card.order)
        for piece in population.pieces:
            if piece not in fixed:
                sorts[id(piece.declaration), piece.owner].append(self.cards + piece.order)
        return {one: alike[0] for alike in sorts.values() if len(alike) > 1 for one in alike}

    # --------------------------------------------------------------- renumbering

    def _shuffles(self, items: Sequence[Item]) -> dict[Any, Any]:
        """The shuffles with undrawn cards by their order; all cards apart if one is remembered."""
        shuffles = sorted(item.typed[0][1].number for item in items if item.name == "undrawn")
        if not shuffles:
            return {}
        remembered = (item for item in items if item.distinguishes and item.name != "undrawn")
        if any(first_undrawn(value) is not None for item in remembered for _, value in item.typed):
            return {APART: True}
        return {("shuffle", number): rank for rank, number in enumerate(shuffles)}

    def _labels(self, cells: Cells, items: Sequence[Item]) -> dict[int, int]:
        """The new number of each card and piece of which there are several."""
        if not self.of_sort or any(
            type is VAGUE and value is not None for item in items for type, value in item.typed
        ):
            return {}
        descriptions, related = self._descriptions(items)
        places = self._places(cells)
        colours = _ranked(
            {
                one: (sort, places.get(one, ()), tuple(sorted(descriptions.get(one, ()))))
                for one, sort in self.of_sort.items()
            }
        )
        if related:
            self._refine(colours, related)
        numbers: dict[int, int] = {}
        by_sort = defaultdict[Any, list[int]](list)
        for one in sorted(colours, key=lambda one: (colours[one], one)):
            by_sort[self.of_sort[one]].append(one)
        for alike in by_sort.values():
            numbers.update(zip(alike, sorted(alike), strict=True))
        return numbers

    def _places(self, cells: Cells) -> dict[int, tuple[int, ...]]:
        """Where cards and pieces are."""
        places: dict[int, tuple[int, ...]] = {}
        for cell, is_ordered in self.items.zones:
            for at, card in enumerate(cells[cell]):
                if card.__class__ is not Undrawn:
                    places[card] = cell, at if is_ordered else -1
        for piece, space in enumerate(self.items.spaces(cells), start=self.cards):
            if space is not None:
                places[piece] = (space,)
        return places

    def _descriptions(self, items: Iterable[Item]) -> tuple[dict[int, list[str]], list[Related]]:
        """The items about single cards and pieces; and the items about several at once."""
        descriptions: dict[int, list[str]] = defaultdict(list)
        related: list[Related] = []
        for item in items:
            if not item.distinguishes:
                continue
            slots = [
                (at, type, things)
                for at, (type, value) in enumerate(item.typed)
                if (things := [x for x in _in_value(type, value, self.cards) if x in self.of_sort])
            ]
            if len(slots) == 1 and _is_flat(slots[0][1]):
                at, _, things = slots[0]
                others = [each for place, each in enumerate(item.typed) if place != at]
                about = repr(_word(Item(item.name, tuple(others)), {}, self.cards))
                for one in things:
                    descriptions[one].append(about)
            elif slots:
                related.append((item, list({one: 0 for *_, some in slots for one in some})))
        return descriptions, related

    def _refine(self, colours: dict[int, int], related: Sequence[Related]) -> None:
        """Distinguish them by their relations to each other."""
        for _ in range(MOST_ROUNDS):
            descriptions: dict[int, list[str]] = defaultdict(list)
            for item, things in related:
                for one in things:
                    descriptions[one].append(repr(_word(item, {**colours, one: THIS}, self.cards)))
            before = len(set(colours.values()))
            keys = {one: (colours[one], tuple(sorted(of))) for one, of in descriptions.items()}
            colours.update(_ranked({one: keys.get(one, (colours[one], ())) for one in colours}))
            if len(set(colours.values())) > before:
                continue
            alike: dict[int, list[int]] = defaultdict(list)
            for one in descriptions:
                alike[colours[one]].append(one)
            tied = [colour for colour, ones in alike.items() if len(ones) > 1]
            if not tied:
                return
            first = min(alike[min(tied)])
            parted = {one: (colours[one], one != first) for one in colours}
            colours.update(_ranked(parted))


def _ranked(found: Mapping[int, Any]) -> dict[int, int]:
    """Colours in the order of what was found out."""
    ranks = {what: rank for rank, what in enumerate(sorted(set(found.values())))}
    return {one: ranks[what] for one, what in found.items()}


def _is_flat(type: t.Type) -> bool:
    """Whether a value is one card or piece, or a set of them, which does not distinguish them."""
    of = plain(type)
    of = plain(of.element) if isinstance(of, t.SetOf) else of
    return isinstance(of, t.Card | t.Piece)


def _in_value(type: t.Type, value: Any, cards: int) -> Iterator[int]:
    if value is None or value is ABSENT or value is END or value.__class__ is Undrawn:
        return
    match type:
        case t.Card():
            yield value
        case t.Piece():
            yield cards + value
        case t.Optional(inner):
            yield from _in_value(inner, value, cards)
        case t.SetOf(element) | t.ListOf(element) if isinstance(value, tuple):
            for member in value:
                yield from _in_value(element, member, cards)


def _word(item: Item, labels: Labels, cards: int) -> Any:
    return item.name, *(_labelled(type, value, labels, cards) for type, value in item.typed)


def _labelled(type: t.Type, value: Any, labels: Labels, cards: int) -> Any:
    """A value with new numbers."""
    if value is None or value is THIS:
        return value
    if value.__class__ is Undrawn:
        return _of_shuffle(value, labels)
    if value is ABSENT or value is END:
        return _plain(value, labels)
    match type:
        case t.Card():
            return labels.get(value, value)
        case t.Piece():
            return labels.get(cards + value, cards + value)
        case t.Optional(inner):
            return _labelled(inner, value, labels, cards)
        case t.SetOf(element) if isinstance(value, tuple):
            several = [_labelled(element, member, labels, cards) for member in value]
            return "set", *sorted(several, key=repr)
        case t.ListOf(element) if isinstance(value, tuple):
            return tuple([_labelled(element, member, labels, cards) for member in value])
    return _plain(value, labels)


def _plain(value: Any, labels: Labels) -> Any:
    """A value without truths, which engines store as numbers."""
    if isinstance(value, tuple | list):
        return tuple([_plain(member, labels) for member in value])
    if value is ABSENT or value is END:
        return "absent" if value is ABSENT else "end"
    if value.__class__ is Undrawn:
        return _of_shuffle(value, labels)
    return int(value) if value.__class__ is bool else value


def _of_shuffle(card: Undrawn, labels: Labels) -> Any:
    """An undrawn card, which is like all others of its shuffle unless one is remembered."""
    if APART in labels:
        return "undrawn", card.number, card.at
    return "undrawn", labels.get(("shuffle", card.number), 0)
