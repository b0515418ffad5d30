"""Permutations are drawn in one loop as `below` would draw their places."""

from __future__ import annotations

import random

import pytest

from ruleslang.engine.match.chance import Stream

SIZES = (0, 1, 2, 17, 52, 257)
DRAWS_ZERO = 7 * 2**32 + 7  # a word whose draw is below the threshold, so that it is drawn again


@pytest.mark.parametrize("number", SIZES)
def test_a_permutation_draws_each_place_below_those_left(number: int) -> None:
    """At many words; one of them has a draw that is made again."""
    words = random.Random(number)
    for word in (1, DRAWS_ZERO, *(words.randrange(1, 2**63) for _ in range(50))):
        stream, plain, places = Stream(word), Stream(word), list(range(number))
        for last in reversed(range(1, number)):
            other = plain.below(last + 1)
            places[last], places[other] = places[other], places[last]
        assert (stream.permutation(number), stream.word) == (places, plain.word)
