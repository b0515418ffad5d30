"""Whether a member is in a set that there is as bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleslang.c import print_bit_sets
from ruleslang.c.c_function import Game, array, is_scalar
from ruleslang.c.precomputed_functions import (
    bits,
    is_small_set,
    table_width,
    words_of_bits,
)
from ruleslang.flow.printed_names import printed_name
from ruleslang.flow.words import Constant, Lookup, Variable, Word
from ruleslang.program import types as t

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruleslang.c.print_words import WordPrinter

FEW = 4  # members that are looked through one by one


def in_bits(w: WordPrinter, member: Word, several: Word) -> str:
    """Whether a member is in a set that there is as bits; empty if there are none."""
    match several:
        case Variable(name) if name in w.searched:
            return _has_bit(w, f"bits__{name}", w.searched[name], "0", member)
        case Lookup(table, (at,)) if not isinstance(at.type, (t.Optional, t.Never)):
            width = table_width(w.game.flow.tables[table])
            if width is None:
                return ""
            w.game.needs_bits(table)
            row = f"({w.word(at)}) * {width}"
            return _has_bit(w, printed_name("BITS", table), width, row, member)
        case Constant(value) if is_small_set(value, most := w.game.mask_bits):
            one, known = w.atom(member), w.game.mask(sum(1 << each for each in value))
            return f"((uint64_t)({one}) < {most} && {known} >> ({one}) & 1)"
        case Constant(value) if is_small_set(value) and len(value) >= FEW:
            width = words_of_bits(max(value) + 1)
            return _has_bit(w, w.game.set_as_bits(value), width, "0", member)
    return _of_piece(w, member, several)


def _of_piece(w: WordPrinter, member: Word, several: Word) -> str:
    """The same of a member that may be none: then the set is not worked out."""
    if not isinstance(member.type, t.Optional) or not is_scalar(member.type):
        return ""
    if not print_bit_sets.is_mask(w, several) or not w.game.is_total(several):
        return ""
    one, found = w.kept(w.scalar(member), "one"), w.kept("0", "is")
    with w.to.block(f"if ({one} != NONE)"):
        w.to.line(f"{found} = ({print_bit_sets.mask(w, several)}) >> {one} & 1;")
    return found


def _has_bit(w: WordPrinter, name: str, width: int, row: str, member: Word) -> str:
    one = w.atom(member)
    if width == 1:  # both are worked out: a jump would go now here, now there
        return f"(((uint64_t)({one}) < 64) & ({name}[{row}] >> (({one}) & 63)))"
    at = f"{name}[{row} + (({one}) >> 6)]"
    return f"((uint64_t)({one}) < {64 * width} && {at} >> (({one}) & 63) & 1)"


def known_sets(game: Game) -> Iterator[str]:
    """The known sets that are bits, each an array."""
    for number, value in enumerate(game.known_sets):
        words = bits(value, words_of_bits(max(value) + 1))
        yield from array(f"set_{number}", words, "uint64_t")
