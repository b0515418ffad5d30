"""The observation of a seat as a row of numbers, the same for every engine."""

from __future__ import annotations

from functools import lru_cache

from ruleslang.c.observations import Observations as Observations
from ruleslang.c.observations import observations
from ruleslang.match.entities import Population


@lru_cache(maxsize=64)
def layout_of_observations(population: Population) -> Observations:
    """The layout of the rows of a game with its settings."""
    return observations(population)
