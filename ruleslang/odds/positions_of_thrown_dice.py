"""
Chances in a position in which dice were thrown: over all the ways in which they may lie there.

What an expression looks at of these dice is noted, so that it is computed once for all positions
that agree in that: of two dice here and two dice there, an expression about the first two has 36
cases and not 1,296.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, TypeAlias

from attrs import define, field

from ruleslang.match.match import Match
from ruleslang.match.observer import Observer, Read, StoredRead
from ruleslang.match.position import RollDice, ShowFaces
from ruleslang.match.values import name_of

Faces: TypeAlias = tuple[int, ...]  # the faces of the dice of one throw, by their places on the die


@define(eq=False)
class _Known:
    """
    What something is, by the faces of the throws that it looks at, one after the other.

    `throw` is the first of them (-1: it looks at none), `rest` what follows for each of its faces.
    """

    throw: int = -1
    value: Any = None
    rest: dict[Faces, _Known] = field(factory=dict)


@define(eq=False)
class ThrownDice:
    """A match in which these dice were thrown, and may lie in any way."""

    match: Match
    throws: Sequence[RollDice]
    lie: tuple[Faces, ...] = ()  # as they lie in the position that is asked about
    known: dict[Hashable, _Known] = field(factory=dict)

    @property
    def number(self) -> int:
        """How many positions there are."""
        return prod(len(self._faces(each)) ** each.number for each in self.throws)

    @property
    def whole(self) -> int:
        """How many equally likely ways lead to all of them."""
        return prod(sum(self._faces(each).values()) ** each.number for each in self.throws)

    def positions(self) -> Iterator[int]:
        """Each position in turn, with how many ways lead to it."""
        every = [list(self._lying(each)) for each in self.throws]
        for lie in product(*every):
            self.lie = tuple([faces for faces, _ in lie])
            yield prod([ways for _, ways in lie])

    def _faces(self, throw: RollDice) -> dict[int, int]:
        """The different faces of a die by their first places, with how many they are."""
        everyone = self.match.population
        names = [name_of(face) for face in everyone.faces[everyone.dice[throw.name].die]]
        return {names.index(name): times for name, times in Counter(names).items()}

    def _lying(self, throw: RollDice) -> Iterator[tuple[Faces, int]]:
        faces = self._faces(throw)
        for rolled in product(faces, repeat=throw.number):
            yield rolled, prod(faces[face] for face in rolled)

    def ask(self, key: Hashable, of: Callable[[], Any]) -> Any:
        """What something is in the present position; under one key it is always the same."""
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = _Known()
            return self._learn(known, 0, of)
        depth = 0
        while known.throw >= 0:
            further = known.rest.get(self.lie[known.throw])
            depth += 1
            if further is None:
                further = known.rest[self.lie[known.throw]] = _Known()
                return self._learn(further, depth, of)
            known = further
        return known.value

    def _learn(self, known: _Known, depth: int, of: Callable[[], Any]) -> Any:
        """Compute it, and note which throws it has looked at after the first `depth`."""
        throws = {(each.name, each.index): place for place, each in enumerate(self.throws)}
        looked: dict[int, None] = {}

        def look(_: object, read: Read) -> None:
            if isinstance(read, StoredRead) and (read.name, read.index) in throws:
                looked[throws[read.name, read.index]] = None

        for throw, faces in zip(self.throws, self.lie, strict=True):
            self.match.arrange(ShowFaces(throw.name, throw.index, faces))
        observer = Observer(read=look)
        self.match.observe(observer)
        try:
            value = of()
        finally:
            self.match.ignore(observer)
        for place in list(looked)[depth:]:
            known.throw = place
            further = known.rest[self.lie[place]] = _Known()
            known = further
        known.value = value
        return value
