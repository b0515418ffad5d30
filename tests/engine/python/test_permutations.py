"""Permutations that are drawn in one loop are those of a stream."""

from __future__ import annotations

import random

import pytest

from ruleslang.engine.cells.chance import permutation
from ruleslang.engine.match.chance import Stream

SIZES = (0, 1, 2, 17, 52, 257)
DRAWS_ZERO = 7 * 2**32 + 7  # a word whose draw is below the threshold, so that it is drawn again


@pytest.mark.parametrize("number", SIZES)
def test_permutation_is_that_of_a_stream(number: int) -> None:
    """At many words; one of them has a draw that is made again."""
    words = random.Random(number)
    for word in (1, DRAWS_ZERO, *(words.randrange(1, 2**63) for _ in range(50))):
        stream = Stream(word)
        assert permutation(number, word) == (tuple(stream.permutation(number)), stream.word)
