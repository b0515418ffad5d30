"""Loops of C: through tuples, sets that are bits, numbers, and sets of members."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ruleslang.flow.words import Apply, Constant, Through, Word
from ruleslang.native import print_bit_sets
from ruleslang.native.memory import HEAP
from ruleslang.native.print_pieced_together import Parts, parts_of, pieces, through_parts
from ruleslang.native.word_properties import is_ascending

if TYPE_CHECKING:
    from ruleslang.native.print_words import WordPrinter

MOST_WORDS_KEPT = HEAP // 2  # of sets that are looked through without giving them back


@contextmanager
def running(
    w: WordPrinter, over: Word | Parts, variable: str, bits_of: str | None, moves: bool
) -> Iterator[str]:
    """
    A loop through a word, or through a set that is bits; what is given is how many entries
    there are at most.
    """
    if isinstance(over, Parts):
        yield from through_parts(w, over, variable)
        return
    if bits_of is None and is_ascending(w.game, over):
        if isinstance(over, Constant) and (numbers := numbers_in_turn(over.value)):
            yield from _through_numbers(w, *numbers, variable)
            return
        if print_bit_sets.is_mask(w, over):
            bits_of = print_bit_sets.mask(w, over)
    if bits_of is not None:
        yield from _through_bits(w, bits_of, variable)
    elif isinstance(over, Apply) and over.operation == "range":
        low, high = (w.atom(each) for each in over.operands)
        most = w.kept(f"{high} - {low} + 1", "n")
        w.to.line(f"if ({most} > MOST_MEMBERS) fail(s, TOO_MUCH, -1);")
        with w.to.block(f"for (V i_{most} = {low}; i_{most} <= {high}; i_{most}++)"):
            w.to.line(f"{variable} = i_{most};")
            yield f"({most} < 0 ? 0 : {most})"
    elif isinstance(over, Apply) and over.operation in ("sets", "completions"):
        yield from _through_sets(w, over, variable)
    elif not moves and pieces(over):
        yield from through_parts(w, parts_of(w, over), variable)
    elif isinstance(over, Apply) and _is_one_or_none(over):
        one = w.kept(w.word(over.operands[0]), "one")
        with w.to.block(f"for (; {one} != NONE; {one} = NONE)"):
            w.to.line(f"{variable} = {one};")
            yield "1"
    else:
        yield from _through_tuple(w, over, variable, moves)


def _through_tuple(w: WordPrinter, over: Word, variable: str, moves: bool) -> Iterator[str]:
    tuple_, at = w.to.fresh("p"), w.to.fresh("i")
    several = w.word(over) if moves else w.looked_at(over)
    w.to.line(f"const V *{tuple_} = T(s, {several});")
    most = w.to.fresh("n")
    head = f"int64_t {at} = 1, {most} = {tuple_}[0]; {at} <= {most}; {at}++"
    with w.to.block(f"for ({head})"):
        w.to.line(f"{variable} = {tuple_}[{at}];")
        yield f"{tuple_}[0]"


def _through_bits(w: WordPrinter, bits_of: str, variable: str) -> Iterator[str]:
    left = w.to.fresh("left")
    rest = f"{left} != 0; {left} &= {left} - 1"
    with w.to.block(f"for (Mask {left} = {bits_of}; {rest})"):
        w.to.line(f"{variable} = lowest_bit({left});")
        yield str(w.game.mask_bits)


def _through_numbers(w: WordPrinter, low: int, high: int, variable: str) -> Iterator[str]:
    at = w.to.fresh("i")
    with w.to.block(f"for (V {at} = {low}; {at} <= {high}; {at}++)"):
        w.to.line(f"{variable} = {at};")
        yield str(high - low + 1)


def _through_sets(w: WordPrinter, over: Apply, variable: str) -> Iterator[str]:
    texts = w.words(over.operands)
    if over.operation == "sets":
        texts.insert(2, "EMPTY")
    sets, w.to.makes = w.to.fresh("sets"), True
    w.to.line(f"Sets {sets} = sets_begin(s, {', '.join(texts)});")
    with w.to.block(f"while (sets_next(s, &{sets}))"):
        w.to.line(f"{variable} = sets_taken(s, &{sets});")
        yield ""


def given_back(w: WordPrinter, word: Through) -> str:
    """What gives back a set that will not do, where so many are searched that they fill a heap."""
    over = word.over
    is_set = isinstance(over, Apply) and over.operation in ("sets", "completions")
    is_far = w.game.flow.whole.words_searched > MOST_WORDS_KEPT
    if not is_set or not is_far or word.what not in ("few", "some"):
        return ""
    name = word.variable.name
    return f"if (number_of(s, {name}) > 0) give_back(s, {name} - FIRST_TUPLE);"


def numbers_in_turn(value: object) -> tuple[int, int] | None:
    """The first and the last of a constant tuple, if it is all numbers between them."""
    if not isinstance(value, tuple) or len(value) < 2 or not isinstance(value[0], int):
        return None
    is_all = value == tuple(range(value[0], value[0] + len(value)))
    return (value[0], value[0] + len(value) - 1) if is_all else None


def _is_one_or_none(over: Apply) -> bool:
    return over.operation == "tuple of known" and len(over.operands) == 1
