"""Checks arguments of matches in lockstep: whole numbers of any kind, and arrays to be filled."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence, Set
from typing import Any, Literal

from ruleslang.engine.code.memory import WORD
from ruleslang.engine.match.choice_by_name import IllegalChoice
from ruleslang.source.errors import typed
from ruleslang.source.errors import whole_number as whole_number

LEAST, MOST = -(1 << 63), (1 << 63) - 1
ALL_BITS = (1 << 64) - 1  # the bits of a seed in C
MOST_NUMBERS = 1_000_000  # given at once, and so of matches
WIDEST = 1 << 20  # bits of a mask: no decision has that many choices
SAME = {"B": ("B", "b", "?"), "q": ("q", "l"), "i": ("i",), "f": ("f",)}
NAMES = {
    "B": "bytes", "b": "signed bytes", "?": "truth values", "q": "64-bit whole numbers",
    "l": "64-bit whole numbers", "i": "32-bit whole numbers", "h": "16-bit whole numbers",
    "f": "32-bit floats", "d": "64-bit floats", "e": "16-bit floats",
}  # fmt: skip


def whole_numbers(argument: str, values: Any) -> list[int]:
    """Return a list of whole numbers; raises `TypeError`, or `ValueError` for over a million."""
    no_list = isinstance(values, str | bytes | bytearray | Mapping | Set)
    try:
        members = None if no_list else iter(values)
    except TypeError:  # an array of NumPy without a dimension, too
        members = None
    if members is None:
        raise TypeError(f"`{argument}` is a list of whole numbers, not {typed(values)}")
    numbers: list[int] = []
    for member in members:
        if len(numbers) == MOST_NUMBERS:
            raise ValueError(f"`{argument}` is a list of {MOST_NUMBERS:,} numbers at most")
        try:
            numbers.append(whole_number("", member))
        except TypeError:
            problem = f"each of `{argument}` is a whole number, not {typed(member)}"
            raise TypeError(problem) from None
    return numbers


def whole_seeds(values: Any) -> list[int]:
    """
    Return several seeds: different seeds mean different matches, so none is truncated.

    Raises `TypeError`, and `ValueError` for a seed that has no 64 bits.
    """
    seeds = whole_numbers("seeds", values)
    for seed in seeds:
        if not 0 <= seed <= ALL_BITS:
            raise ValueError(f"each of `seeds` is 0 to 2**64 - 1, not {readable_number(seed)}")
    return seeds


def no_choice(match: int, choices: int, choice: int) -> IllegalChoice:
    """Return a choice that a match with this many choices does not have."""
    kind = "invalid" if choices > 0 else "illegal"
    return IllegalChoice(kind, f"match {match} has no choice {readable_number(choice)}")


def readable_number(number: int) -> str:
    """Return a number in a message; one that doesn't fit a word has lost its value."""
    return f"{number}" if LEAST < number < MOST else "beyond 64 bits"


def words(argument: str, values: Any) -> array[int]:
    """Return whole numbers as 64-bit words, clamped to their range; raises `TypeError`."""
    if isinstance(values, array) and values.typecode == "q":
        return values[:]
    view = _as_memoryview(values)
    if view is not None and view.ndim == 1 and view.format in ("q", "l") and view.itemsize == WORD:
        return array("q", view.tobytes())
    return array("q", [max(LEAST, min(number, MOST)) for number in whole_numbers(argument, values)])


def _as_memoryview(values: Any) -> memoryview[Any] | None:
    try:
        return memoryview(values)
    except TypeError:
        return None


def one_for_each_match(argument: str, values: Any, matches: int) -> array[int]:
    """Return a number for each match; raises `TypeError`, and `ValueError` for more or fewer."""
    numbers = words(argument, values)
    _check_number(argument, len(numbers), matches)
    return numbers


def one_seed_for_each_match(values: Any, matches: int) -> array[int]:
    """
    Return a seed for each match.

    Raises `TypeError`, and `ValueError` for more or fewer, and for a seed that has no 64 bits.
    """
    view = _as_memoryview(values)
    is_array = view is not None and view.ndim == 1 and view.format in ("Q", "L")
    seeds = array("Q", view.tobytes() if is_array and view is not None else whole_seeds(values))
    _check_number("seeds", len(seeds), matches)
    return seeds


def _check_number(argument: str, given: int, matches: int) -> None:
    if given != matches:
        raise ValueError(f"{matches} {argument} are needed, {given} were given")


def room(
    argument: str, into: Any, shape: tuple[int, int], format: Literal["B", "q", "i", "f"]
) -> memoryview[Any]:
    """
    Return the memory of a given array to write to, or of a new one. Raises `TypeError` for what
    cannot be written to, `ValueError` for another shape or type of numbers.
    """
    if into is None:
        size = memoryview(bytes(8)).cast(format).itemsize
        return memoryview(bytearray(shape[0] * shape[1] * size)).cast(format, shape)
    view = _as_memoryview(into)
    if view is None or view.readonly:
        raise TypeError(f"`{argument}` is an array that can be written to, not {typed(into)}")
    if not view.c_contiguous or view.shape != shape or view.format not in SAME[format]:
        kind, gaps = NAMES.get(view.format, repr(view.format)), ", with gaps"
        raise ValueError(
            f"`{argument}` is an array of {NAMES[format]} in the shape {shape}, without gaps; this "
            f"one has {kind} in the shape {view.shape}{'' if view.c_contiguous else gaps}"
        )
    return view


def rows_of_ones(choices: Sequence[int], width: int) -> memoryview:
    """Return a row for each match, with a one for each of its choices; raises `ValueError`."""
    if not 1 <= width <= WIDEST:
        raise ValueError(f"`width` is 1 to {WIDEST:,}, not {width}")
    rows = [(b"\1" * min(number, width)).ljust(width, b"\0") for number in choices]
    return memoryview(b"".join(rows)).cast("B", (len(choices), width))
