"""Guesses the entries of a head that has too many, too few, or has them out of order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import TypeAlias

from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name

Fits: TypeAlias = Callable[[x.Expression, int], bool]  # whether an entry may stand at a place

MOST = 5  # entries or places whose orders are all tried
ANY = "any"


def meant(entries: Sequence[x.Expression], names: Sequence[str], fits: Fits) -> list[str] | None:
    """
    The entries that were meant, one for each place; None where nothing fits.

    Those written keep their order as far as they fit, and one that is called as a place stands
    there. Where there are too few, `any` fills the rest; of too many, some are left out.
    """
    if max(len(entries), len(names)) > MOST or not names:
        return None
    fitting = [
        each
        for each in _ways(len(entries), len(names))
        if all(fits(entries[n], at) for n, at in each)
    ]
    if not fitting:
        return None
    best = max(fitting, key=lambda way: _called(way, entries, names))
    stands = {at: entries[number].span.text for number, at in best}
    return [stands.get(at, ANY) for at in range(len(names))]


def _ways(entries: int, places: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Which entry may stand at which place: in order if their numbers differ, else in any."""
    if entries == places:
        for order in permutations(range(entries)):
            yield tuple(zip(order, range(places), strict=True))
        return
    few = min(entries, places)
    for chosen in combinations(range(max(entries, places)), few):
        taken = tuple(range(few))
        yield tuple(
            zip(taken, chosen, strict=True) if entries < places else zip(chosen, taken, strict=True)
        )


def _called(
    way: Sequence[tuple[int, int]], entries: Sequence[x.Expression], names: Sequence[str]
) -> int:
    """How many entries stand at the place that is called like them."""
    return sum(_name(entries[number]) == names[at] for number, at in way)


def _name(entry: x.Expression) -> str | None:
    return entry.text if isinstance(entry, Name) else None
