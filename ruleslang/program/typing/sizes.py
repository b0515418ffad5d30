"""The sizes of a game, which bound counts, sums and the answers of functions."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.typing import intervals
from ruleslang.program.typing.lattice import element

GENEROUS = limits.SUBSETS  # where no bound is known: there are no more sub-sets than this


@frozen
class Sizes:
    """
    The sizes of one game.

    `board` is the only board, or None. `maps` are the boards without directions, and contains None
    when no board has any. `owned` names the pieces of which every player has their own, so each
    has an owner. `zone_index` is the part of a zone's index besides players.
    """

    seats: int = 2
    teams: int = 1
    team_size: int = 0
    rows: int = 1
    columns: int = 1
    spaces: int = 1
    pieces: int = 1
    board: str | None = None
    maps: frozenset[str | None] = frozenset()
    words: Mapping[str, int] = field(factory=dict)
    owned: frozenset[str] = frozenset()
    zone_index: t.Type = t.Never()


def how_many(type: t.Type, sizes: Sizes) -> int | None:
    """Return the number of values of a type; None if it is unbounded."""
    match type:
        case t.Number():
            return intervals.size(type)
        case t.Truth():
            return 2
        case t.Player():
            return sizes.seats
        case t.Team():
            return sizes.teams
        case t.WordOf(list):
            return sizes.words.get(list)
        case t.Piece():
            return sizes.pieces
        case t.Space():
            return sizes.spaces
        case t.Never():
            return 0
    return None


def most_members(type: t.Type, sizes: Sizes) -> int | None:
    """Return the maximal number of members of a set, list or optional; None if it is unbounded."""
    if isinstance(type, (t.Optional, t.Maybe)):
        return 1
    if isinstance(type, (t.SetOf, t.ListOf)) and type.up_to is not None:
        return type.up_to
    inner = element(type)
    return None if inner is None else how_many(inner, sizes)


def count_of(type: t.Type, sizes: Sizes) -> t.Number:
    """Return the range of `number of` such a set."""
    most = most_members(type, sizes)
    return t.Number(0, GENEROUS if most is None else most)
