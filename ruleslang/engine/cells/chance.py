"""
Cards that are undrawn, where the outcomes of chance come from outside.

If every outcome is chosen from outside, a card of a pile that nobody sees may be undrawn after a
shuffle: its zone has a number from `UNDRAWN` on in its place. Before anything reads that, C wants
the card (`code/runtime/effects.c`), and the match is repeated with it. Counting draws none.
"""

from __future__ import annotations

from typing import Any

from ruleslang.engine.match.entities import Population

UNDRAWN = 1 << 59
MOST_SHUFFLED = 1 << 20  # cards


def undrawn(shuffle: int, at: int) -> int:
    """Return the number of the undrawn card at a place from the top, after a shuffle by number."""
    return UNDRAWN + shuffle * MOST_SHUFFLED + at


def shuffle_of(card: int) -> tuple[int, int]:
    """Return the shuffle of an undrawn card, and its place from the top."""
    return divmod(card - UNDRAWN, MOST_SHUFFLED)


def is_undrawn(card: Any) -> bool:
    """Return whether a value is an undrawn card."""
    return card.__class__ is int and card >= UNDRAWN


def hidden_piles(population: Population) -> frozenset[str]:
    """Return the zones that nobody ever sees by their rule."""
    return frozenset(zone.name for zone in population.program.zones if zone.seen.by == "nobody")
