"""A permutation is made by draws of its stream, the last place first."""

from __future__ import annotations

import random

import pytest

from ruleslang.match.chance import Stream

DRAWS_ZERO = 7 * 2**32 + 7  # a word whose draw is below the threshold, so that it is drawn again


@pytest.mark.parametrize("number", (0, 1, 2, 15, 52, 53, 257))
def test_permutation_is_drawn_place_by_place(number: int) -> None:
    """At many words; one of them has a draw that is made again."""
    words = random.Random(number)
    for word in (1, DRAWS_ZERO, *(words.randrange(1, 2**63) for _ in range(50))):
        stream, again = Stream(word), Stream(word)
        places = list(range(number))
        for last in range(number - 1, 0, -1):
            other = again.below(last + 1)
            places[last], places[other] = places[other], places[last]
        assert (stream.permutation(number), stream.word) == (places, again.word)
