"""
Permutations by chance, all draws at once.

A word of a stream is `high * 2**32 + low`, and the next one is `FACTOR * low + high`. So the low
halves of all words are the digits of one number: of the first word, divided by
`1 - FACTOR * 2**32` in arithmetic without an end to the left (2-adic). The other steps of a draw
are done for all of them by operations on whole numbers of many lanes, 64 bits each: in Python
these take about as long as on a single word.
"""

from __future__ import annotations

from functools import cache

from ruleslang.match.chance import FACTOR

LANE = 64  # bits
HALF = 32
LOW = 2**HALF - 1
WORTH_LANES = 16  # entries; for fewer a loop is quicker
MOST = 256  # entries whose places are bytes


def permutation(number: int, word: int) -> tuple[tuple[int, ...], int]:
    """
    A uniform permutation and the next word of the stream, as `Stream.permutation` draws them.

    >>> from ruleslang.match.chance import Stream
    >>> stream = Stream(99)
    >>> permutation(52, 99) == (tuple(stream.permutation(52)), stream.word)
    True
    """
    if not WORTH_LANES <= number <= MOST:
        return _one_by_one(number, word)
    draws = _draws(number)
    found = draws.all(word)
    if found is None:
        return _one_by_one(number, word)
    others, word = found
    places = draws.places[:]
    for last, other in zip(draws.lasts, others, strict=True):
        places[last], places[other] = places[other], places[last]
    return tuple(places), word


def _one_by_one(number: int, word: int) -> tuple[tuple[int, ...], int]:
    places = list(range(number))
    for last in range(number - 1, 0, -1):
        many = last + 1
        low, high = word & LOW, word >> HALF
        word = low * FACTOR + high
        product = (low ^ high) * many
        if product & LOW < many:
            threshold = 2**HALF % many
            while product & LOW < threshold:
                low, high = word & LOW, word >> HALF
                word = low * FACTOR + high
                product = (low ^ high) * many
        other = product >> HALF
        places[last], places[other] = places[other], places[last]
    return tuple(places), word


class _Draws:
    """
    The draws below `number`, `number - 1` … 2, in lanes.

    The even draws lie in the first half of the lanes, the odd ones in the second.
    """

    def __init__(self, number: int) -> None:
        draws = number - 1
        pairs = number // 2 + 1  # of an even draw and an odd one; with the word behind them all
        digits = HALF * (draws + 2)
        self.number, self.draws = number, draws
        self.places, self.lasts = list(range(number)), range(number - 1, 0, -1)
        self.wrap = (1 << digits) - 1
        self.inverse = pow(1 - (FACTOR << HALF), -1, 1 << digits)
        self.every_other = _lanes([LOW] * pairs)
        self.behind = LANE * pairs  # bits of the first half
        self.low = _lanes([LOW] * (2 * pairs))
        self.carry = _lanes([LOW + 1] * (2 * pairs))
        below = [number - draw if draw < draws else 0 for draw in range(2 * pairs)]
        below = below[::2] + below[1::2]
        self.bits = tuple(
            (bit, _lanes([LOW * (many >> bit & 1) for many in below]))
            for bit in range(number.bit_length())
        )
        self.tested = _lanes([(LOW + 1) * (many > 0) for many in below])
        self.refused = _lanes([(LOW + 1 - number) * (many > 0) for many in below])
        self.bytes = 16 * pairs

    def all(self, word: int) -> tuple[list[int], int] | None:
        """The draws, and the word behind them; none if one may have to be drawn again."""
        digits = word * self.inverse & self.wrap
        even, odd = digits & self.every_other, digits >> HALF & self.every_other
        lows = odd << self.behind | even
        next_lows = (digits >> LANE & self.every_other) << self.behind | odd
        highs = next_lows + self.carry - (lows * FACTOR & self.low) & self.low
        drawn = lows ^ highs
        products = 0
        for bit, having in self.bits:
            products += (drawn & having) << bit
        if (products & self.low) + self.refused & self.tested != self.tested:
            return None
        written = products.to_bytes(self.bytes, "little")
        half = self.bytes // 2
        others = [0] * self.draws
        others[::2] = written[4 : 4 + 4 * self.draws : 8]
        others[1::2] = written[half + 4 : half + 4 * self.draws : 8]
        at = self.draws // 2 * LANE + self.draws % 2 * self.behind
        return others, (lows >> at & LOW) | (highs >> at & LOW) << HALF


def _lanes(values: list[int]) -> int:
    return sum(value << LANE * lane for lane, value in enumerate(values))


_draws = cache(_Draws)
