"""Loops of C that put the members that count in a tuple."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import evolve

from ruleslang.flow.walk import binds
from ruleslang.flow.words import Apply, Constant, Through, Variable, Word
from ruleslang.native import print_bit_sets
from ruleslang.native.branchless_counting_loops import counting
from ruleslang.native.print_loops import given_back
from ruleslang.native.print_pieced_together import Parts, parts_of, pieces
from ruleslang.native.word_properties import is_ascending
from ruleslang.program import limits

if TYPE_CHECKING:
    from ruleslang.native.print_words import WordPrinter


def gathered(w: WordPrinter, word: Through) -> str:
    """The tuple of the members that count."""
    over: Word | Parts = word.over
    base, word = _narrowed(w, word)
    if base is not None and word.condition is None and word.value is None:
        return w.makes(f"tuple_of_bits(s, {base})")
    if word.what == "few":
        most = str(limits.OFFERED_AT_ONCE + 1)
    elif base is not None:
        most = f"number_of_bits({base})"
    elif isinstance(over, Apply) and over.operation == "range":
        low_text, high_text = (w.atom(each) for each in over.operands)
        most = w.kept(f"{high_text} < {low_text} ? 0 : {high_text} - {low_text} + 1", "n")
        w.to.line(f"if ({most} > MOST_MEMBERS) fail(s, TOO_MUCH, -1);")
    elif pieces(word.over):
        over = parts_of(w, word.over)
        most = over.entries
    else:
        through = w.to.fresh("over")
        w.to.line(f"V {through} = {w.looked_at(word.over)};")
        over = Variable(through, word.over.type)
        most = f"T(s, {through})[0]"
    made, number, reserved = (w.to.fresh(each) for each in ("made", "n", "most"))
    w.to.line(f"int64_t {reserved} = {most}, {number} = 0;")
    w.to.line(f"V *{made} = grab(s, {reserved});")
    if _gathers_rows(word):
        return _gathered_rows(w, word, over, base, (made, number, reserved))
    if word.what == "members" and word.value is None and word.condition is not None:
        counting(w, word, lambda counts: _entries(w, word, over, base, (made, number), counts))
    else:
        with w.running(over, word.variable.name, bits_of=base):
            _gathers(w, word, made, number, reserved)
    return w.makes(f"shortened(s, {made}, {reserved}, {number})")


def _gathered_rows(
    w: WordPrinter, word: Through, over: Word | Parts, base: str | None, names: tuple[str, str, str]
) -> str:
    """Members that are tuples of what is there: they lie in one stretch behind their tuple."""
    made, number, reserved = names
    rows, row, line = w.to.fresh("rows"), w.to.fresh("row"), w.to.line
    assert isinstance(word.value, Apply)
    width, operands = len(word.value.operands) + 1, word.value.operands
    line(f"V *{rows} = grab(s, {reserved} * {width});")

    def loop(counts: Callable[[], str]) -> None:
        with w.running(over, word.variable.name, bits_of=base):
            line(f"V *{row} = {rows} + {number} * {width};")
            line(f"{row}[0] = {width - 1};")
            for at, each in enumerate(w.words(operands), start=1):
                line(f"{row}[{at}] = {each};")
            line(f"{made}[{number} + 1] = reference(s, {row});")
            line(f"{number} += {counts()};")

    counting(w, word, loop)
    return w.makes(f"gathered_rows(s, {made}, {rows}, {number}, {width})")


def _entries(
    w: WordPrinter,
    word: Through,
    over: Word | Parts,
    base: str | None,
    names: tuple[str, str],
    counts: Callable[[], str],
) -> None:
    """A loop without a jump: each member is written, and stays if it counts."""
    made, number = names
    with w.running(over, word.variable.name, bits_of=base):
        w.to.line(f"{made}[{number} + 1] = {word.variable.name};")
        w.to.line(f"{number} += {counts()};")


def _narrowed(w: WordPrinter, word: Through) -> tuple[str | None, Through]:
    """The bits of those that may count, if their order is the standard one; and the rest."""
    if word.what != "members" or not is_ascending(w.game, word.over):
        return None, word
    if isinstance(word.over, Constant) and word.condition is None:
        return None, word
    base, rest = print_bit_sets.narrowed(w, word)
    if base is None or (isinstance(word.over, Constant) and rest is word.condition):
        return None, word
    base = w.kept(base, "m", "Mask")
    return base, evolve(word, condition=rest)


def _gathers(w: WordPrinter, word: Through, made: str, number: str, reserved: str) -> None:
    """One pass of the loop."""
    line, condition = w.to.line, word.condition
    if condition is not None and word.what == "reaching":
        line(f"{made}[++{number}] = {w.value_of(word)};")
        line(f"if (!{w.condition(condition)}) break;")
        return
    if condition is not None:
        way_out = "break" if word.what == "leading" else "continue"
        test = f"if (!{w.condition(condition)})"
        back = given_back(w, word)
        line(f"{test} {{ {back} {way_out}; }}" if back else f"{test} {way_out};")
    if word.what == "few":
        line(f"if ({number} == {reserved}) break;")
    line(f"{made}[++{number}] = {w.value_of(word)};")


def _gathers_rows(word: Through) -> bool:
    """Whether members give tuples that can be written before it is known which of them count."""
    value, over = word.value, word.over
    if word.what != "members" or not isinstance(value, Apply) or value.operation != "tuple":
        return False
    if binds(word.condition) or (isinstance(over, Apply) and over.operation == "range"):
        return False
    are_there = (isinstance(each, Constant | Variable) for each in value.operands)
    return bool(value.operands) and all(are_there)
