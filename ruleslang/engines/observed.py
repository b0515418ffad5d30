"""What a seat sees as a row of numbers, whatever engine plays."""

from __future__ import annotations

from functools import lru_cache

from ruleslang.c.observations import Observations as Observations
from ruleslang.c.observations import observations
from ruleslang.match.entities import Population


@lru_cache(maxsize=64)
def layout_of_observations(everyone: Population) -> Observations:
    """How the rows of a game with its settings are laid out."""
    return observations(everyone)
