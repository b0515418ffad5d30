"""
Chance: one small published generator, a stream for each purpose.

`derive` is a step of SplitMix64 (Steele, Lea, Flood 2014), `next32` is MWC64X (Thomas 2011),
`below` is exact (Lemire 2019). A stream's number comes from its name, so that an added roll of
one die does not change the order of a deck, and a seed means the same match for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol

_WORD = 0xFFFFFFFFFFFFFFFF
_HALF = 0xFFFFFFFF
FACTOR = 4294883355
_MODULUS = FACTOR * 2**32 - 2


def derive(seed: int, purpose: int) -> int:
    """The first word of the stream of a number; never a fixed point of the generator.

    >>> derive(7, 0) == derive(7, 1)
    False
    """
    z = (seed + (purpose + 1) * 0x9E3779B97F4A7C15) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return int((z ^ (z >> 31)) % _MODULUS) + 1


def stream_number(name: str) -> int:
    """The number of the stream of a name: 8 bytes of BLAKE2b, little-endian."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")


class Stream:
    """One stream: its current word, and how to draw from it."""

    __slots__ = ("word",)

    def __init__(self, word: int) -> None:
        self.word = word

    def next32(self) -> int:
        """Thirty-two random bits."""
        low, high = self.word & _HALF, self.word >> 32
        self.word = low * FACTOR + high
        return low ^ high

    def below(self, n: int) -> int:
        """A uniform number from 0 to n - 1."""
        product = self.next32() * n
        if product & _HALF < n:
            threshold = 2**32 % n
            while product & _HALF < threshold:
                product = self.next32() * n
        return product >> 32

    def permutation(self, n: int) -> list[int]:
        """A uniform permutation of 0 to n - 1, by draws of `below`, which is written out here."""
        places, word = list(range(n)), self.word
        for last in range(n - 1, 0, -1):
            many, left = last + 1, -1
            while left < many and left < 2**32 % many:
                low, high = word & _HALF, word >> 32
                word = low * FACTOR + high
                product = (low ^ high) * many
                left = product & _HALF
            other = product >> 32
            places[last], places[other] = places[other], places[last]
        self.word = word
        return places


class Chance(Protocol):
    """A source of outcomes: the generator, the script of an example, a record, or an enumeration.

    Each method is given the names of the possible outcomes and answers with indices: of a face, of
    the cards in their new order, of a member.
    """

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """The index of a face of a die."""

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """The old indices of the cards in their new order, top first; `cards` are their names."""

    def pick(self, of: str, members: Sequence[str]) -> int:
        """The index of one of these; `of` is the name that takes it."""

    def copy(self) -> Chance:
        """An independent source with the same future."""

    def words(self) -> list[tuple[str, int]]:
        """The part that belongs to the state: the streams drawn from, with their words, sorted by
        name.
        """


class Streams:
    """Chance by the generator: `dice <die>`, `shuffle <zone>`, `pick <name>`."""

    def __init__(self, seed: int, streams: dict[str, Stream] | None = None) -> None:
        self.seed = seed
        self.streams = {} if streams is None else streams

    def stream(self, name: str) -> Stream:
        """The stream of a purpose, begun when it is first needed."""
        found = self.streams.get(name)
        if found is None:
            found = self.streams[name] = Stream(derive(self.seed, stream_number(name)))
        return found

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """The place of a face."""
        return self.stream(f"dice {die}").below(len(faces))

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """A permutation."""
        return self.stream(f"shuffle {zone}").permutation(len(cards))

    def pick(self, of: str, members: Sequence[str]) -> int:
        """The place of a member."""
        return self.stream(f"pick {of}").below(len(members))

    def copy(self) -> Streams:
        """The same words, in objects of their own."""
        return Streams(self.seed, {name: Stream(s.word) for name, s in self.streams.items()})

    def words(self) -> list[tuple[str, int]]:
        """The streams drawn from."""
        return sorted((name, stream.word) for name, stream in self.streams.items())


class ReplayedOutcomes:
    """Replays noted outcomes in order, then draws from another source: how a match is copied."""

    def __init__(self, noted: Sequence[int | Sequence[int]], then: Chance) -> None:
        self.noted = list(reversed(noted))
        self.then = then

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """As noted."""
        return self._next() if self.noted else self.then.roll(die, faces)

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """As noted."""
        if not self.noted:
            return self.then.shuffle(zone, cards)
        noted = self.noted.pop()
        assert not isinstance(noted, int)
        return noted

    def pick(self, of: str, members: Sequence[str]) -> int:
        """As noted."""
        return self._next() if self.noted else self.then.pick(of, members)

    def copy(self) -> Chance:
        """The same notes still to come."""
        then = self.then.copy()
        return ReplayedOutcomes(self.noted[::-1], then) if self.noted else then

    def words(self) -> list[tuple[str, int]]:
        """Those of the chance that goes on."""
        return self.then.words()

    def _next(self) -> int:
        noted = self.noted.pop()
        assert isinstance(noted, int)
        return noted


def generator_of(chance: Chance) -> Streams | None:
    """The generator that a source draws from, or will once noted outcomes are used up."""
    while isinstance(chance, ReplayedOutcomes):
        chance = chance.then
    return chance if isinstance(chance, Streams) else None
