"""
The random generator: small, published, with a stream for each purpose.

`derive` is a step of SplitMix64 (Steele, Lea, Flood 2014), `next32` is MWC64X (Thomas 2011),
`below` is exact (Lemire 2019). A stream is numbered by its name, so an added roll of one die does
not change the order of a deck, and a seed means the same match for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol, runtime_checkable

_WORD = 0xFFFFFFFFFFFFFFFF
_HALF = 0xFFFFFFFF
FACTOR = 4294883355
_MODULUS = FACTOR * 2**32 - 2


def derive(seed: int, purpose: int) -> int:
    """
    Return the first word of a stream, by its number; never a fixed point of the generator.

    >>> derive(7, 0) == derive(7, 1)
    False
    """
    z = (seed + (purpose + 1) * 0x9E3779B97F4A7C15) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return int((z ^ (z >> 31)) % _MODULUS) + 1


def stream_number(name: str) -> int:
    """Return the number of a named stream: 8 bytes of BLAKE2b, little-endian."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")


class Stream:
    """A stream: its current word, and the draws from it."""

    __slots__ = ("word",)

    def __init__(self, word: int) -> None:
        self.word = word

    def next32(self) -> int:
        low, high = self.word & _HALF, self.word >> 32
        self.word = low * FACTOR + high
        return low ^ high

    def below(self, n: int) -> int:
        """Return a uniform number from 0 to n - 1."""
        product = self.next32() * n
        if product & _HALF < n:
            threshold = 2**32 % n
            while product & _HALF < threshold:
                product = self.next32() * n
        return product >> 32

    def permutation(self, n: int) -> list[int]:
        """Return a uniform permutation of 0 to n - 1."""
        places, word = list(range(n)), self.word
        for last in range(n - 1, 0, -1):  # as `below(last + 1)`, in half the time
            many = last + 1
            low, high = word & _HALF, word >> 32
            word = low * FACTOR + high
            product = (low ^ high) * many
            if product & _HALF < many:
                threshold = 2**32 % many
                while product & _HALF < threshold:
                    low, high = word & _HALF, word >> 32
                    word = low * FACTOR + high
                    product = (low ^ high) * many
            other = product >> 32
            places[last], places[other] = places[other], places[last]
        self.word = word
        return places


class Chance(Protocol):
    """
    A source of outcomes: the generator, the script of an example, a record, or an enumeration.

    Each method gets the names of the possible outcomes, and returns indices: of a face, of the
    cards in their new order, or of a member.
    """

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """Return the index of a face of a die."""

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """Return the cards' old indices in their new order, top first; `cards` are their names."""

    def pick(self, of: str, members: Sequence[str]) -> int:
        """Return the index of a member; `of` is the name that it is assigned to."""

    def copy(self) -> Chance:
        """Return an independent source with the same future."""

    def words(self) -> list[tuple[str, int]]:
        """Return the streams in use with their words, sorted by name: a part of the state."""


@runtime_checkable
class KnownChance(Chance, Protocol):
    """A source that knows outcomes before they are wanted, so that no step begins again for one."""

    def ahead(self) -> Sequence[int | tuple[int, ...]]:
        """Return the outcomes that come next, as the other methods would."""

    def take(self, number: int) -> None:
        """Count the next of `ahead`, by their number, as given."""


class Streams:
    """The generator as a source, with the streams `dice <die>`, `shuffle <zone>`, `pick <name>`."""

    def __init__(self, seed: int, streams: dict[str, Stream] | None = None) -> None:
        self.seed = seed
        self.streams = {} if streams is None else streams

    def stream(self, name: str) -> Stream:
        """Return the stream of a purpose, created at its first use."""
        stream = self.streams.get(name)
        if stream is None:
            stream = self.streams[name] = Stream(derive(self.seed, stream_number(name)))
        return stream

    def roll(self, die: str, faces: Sequence[str]) -> int:
        return self.stream(f"dice {die}").below(len(faces))

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        return self.stream(f"shuffle {zone}").permutation(len(cards))

    def pick(self, of: str, members: Sequence[str]) -> int:
        return self.stream(f"pick {of}").below(len(members))

    def copy(self) -> Streams:
        return Streams(self.seed, {name: Stream(s.word) for name, s in self.streams.items()})

    def words(self) -> list[tuple[str, int]]:
        return sorted((name, stream.word) for name, stream in self.streams.items())


class ReplayedOutcomes:
    """Replays recorded outcomes in order, then draws from another source; used to copy matches."""

    def __init__(self, noted: Sequence[int | Sequence[int]], then: Chance) -> None:
        self.noted = list(reversed(noted))
        self.then = then

    def roll(self, die: str, faces: Sequence[str]) -> int:
        return self._next() if self.noted else self.then.roll(die, faces)

    def throw(
        self, die: str, faces: Sequence[str], number: int, again: tuple[int, ...]
    ) -> Sequence[int]:
        """Return the indices of the faces of several dice."""
        if not self.noted:
            return thrown(self.then, die, faces, number, again)
        return [self._next() for _ in range(number)]

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        if not self.noted:
            return self.then.shuffle(zone, cards)
        noted = self.noted.pop()
        assert not isinstance(noted, int)
        return noted

    def pick(self, of: str, members: Sequence[str]) -> int:
        return self._next() if self.noted else self.then.pick(of, members)

    def copy(self) -> Chance:
        """Return a source with the same outcomes still to come."""
        then = self.then.copy()
        return ReplayedOutcomes(self.noted[::-1], then) if self.noted else then

    def words(self) -> list[tuple[str, int]]:
        """Return the streams of the source that follows."""
        return self.then.words()

    def _next(self) -> int:
        noted = self.noted.pop()
        assert isinstance(noted, int)
        return noted


def generator_of(chance: Chance) -> Streams | None:
    """Return the generator that a source draws from, perhaps after recorded outcomes."""
    while isinstance(chance, ReplayedOutcomes):
        chance = chance.then
    return chance if isinstance(chance, Streams) else None


def thrown(
    chance: Chance, die: str, faces: Sequence[str], number: int, again: tuple[int, ...] = ()
) -> Sequence[int]:
    """
    Return the indices of the faces of dice that no rule tells apart, which a source may choose
    together; `again` are the numbers of those that are rolled again.
    """
    throw = getattr(chance, "throw", None)
    if throw is None:
        return [chance.roll(die, faces) for _ in range(number)]
    together: Sequence[int] = throw(die, faces, number, again)
    return together
