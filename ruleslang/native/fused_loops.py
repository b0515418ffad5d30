"""Fuses two loops into one where the outer runs through what the inner gathers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from ruleslang.flow.walk import binds, renamed
from ruleslang.flow.words import Both, Through
from ruleslang.native import print_bit_sets
from ruleslang.native.c_function import Game
from ruleslang.native.word_properties import is_safe

if TYPE_CHECKING:
    from ruleslang.native.print_words import WordPrinter

TO_THE_END = ("members", "number", "sum", "highest", "lowest")
MAY_STOP = ("some", "few")


def fused(w: WordPrinter, word: Through) -> Through:
    """
    The same without a tuple between two loops, where the first fault stays the first: what the
    inner loop works out, or all that the outer one does, is none.
    """
    inner = word.over
    if not isinstance(inner, Through) or not _fuses(w, word, inner):
        return word
    condition = renamed(inner.condition, inner.variable.name, word.variable)
    if condition is not None and word.condition is not None:
        condition = Both(condition, word.condition)
    return fused(w, evolve(word, over=inner.over, condition=condition or word.condition))


def _fuses(w: WordPrinter, word: Through, inner: Through) -> bool:
    if inner.what != "members" or inner.value is not None or binds(inner):
        return False
    if print_bit_sets.is_mask(w, inner.over):
        return False
    return _keeps_faults(w.game, word, inner)


def _keeps_faults(game: Game, word: Through, inner: Through) -> bool:
    if is_safe(game, inner.condition):
        return word.what in TO_THE_END + MAY_STOP
    return word.what in TO_THE_END and is_safe(game, (word.condition, word.value))
