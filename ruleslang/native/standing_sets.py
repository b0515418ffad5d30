"""Where the pieces of known sets stand, as bits that are kept while pieces move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruleslang.flow.words import Constant, Lookup, Word
from ruleslang.native.c_function import Game
from ruleslang.native.constant_array import array
from ruleslang.native.precomputed_functions import is_small_set
from ruleslang.program import types as t

if TYPE_CHECKING:
    from ruleslang.native.print_words import WordPrinter

MOST_SETS = 8  # that are kept


def place_of_sets(game: Game, several: Word) -> int | None:
    """
    Where the bits begin of the spaces on which the first piece is in a set; none if they are not
    kept. An entry of a table of sets is so many places behind it.
    """
    sets = _sets(game, several)
    if not sets:
        return None
    kept = game.standing_sets
    for at in range(len(kept)):
        if tuple(kept[at : at + len(sets)]) == sets:
            return at
    if len(kept) + len(sets) > MOST_SETS:
        return None
    kept.extend(sets)
    return len(kept) - len(sets)


def _sets(game: Game, several: Word) -> tuple[tuple[int, ...], ...]:
    match several:
        case Constant(value) if is_small_set(value):
            return (value,)
        case Lookup(table, (at,)) if not isinstance(at.type, t.Optional | t.Never):
            made = game.flow.tables[table].made or ()
            small = tuple([each for each in made if is_small_set(each)])
            return small if len(small) == len(made) else ()
    return ()


def where_they_stand(w: WordPrinter, several: Word) -> str:
    """The bits of the spaces on which the first piece is in a set."""
    place = place_of_sets(w.game, several)
    assert place is not None
    at = f"{place} + {w.word(several.at[0])}" if isinstance(several, Lookup) else str(place)
    return f"mask_of(s->standing[{at}])"


def kept_sets(game: Game) -> Iterator[str]:
    """How many such sets are kept, and in which of them each piece is."""
    kept = game.standing_sets
    yield f"#define STANDING_SETS {len(kept)}"
    pieces = range(len(game.flow.population.pieces))
    of = [sum((each in one) << at for at, one in enumerate(kept)) for each in pieces]
    yield from array("standing_in", list(map(str, of)), "uint64_t")
