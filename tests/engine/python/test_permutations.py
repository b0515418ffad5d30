"""Permutations whose draws are made all at once are those of a stream."""

from __future__ import annotations

import random

import pytest

from ruleslang.engine.cells.chance import MOST, WORTH_LANES, permutation
from ruleslang.engine.match.chance import Stream

AROUND_THE_LIMITS = (0, 1, 2, WORTH_LANES - 1, WORTH_LANES, 17, 40, 52, 53, MOST, MOST + 1)
DRAWS_ZERO = 7 * 2**32 + 7  # a word whose draw is below the threshold, so that it is drawn again


@pytest.mark.parametrize("number", AROUND_THE_LIMITS)
def test_permutation_is_that_of_a_stream(number: int) -> None:
    """At many words; one of them has a draw that is made again."""
    words = random.Random(number)
    for word in (1, DRAWS_ZERO, *(words.randrange(1, 2**63) for _ in range(50))):
        stream = Stream(word)
        assert permutation(number, word) == (tuple(stream.permutation(number)), stream.word)
