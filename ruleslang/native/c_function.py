"""One function of C on its way, and what all functions of a text share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, TypeAlias

from attrs import define, field, frozen

from ruleslang.flow.flow import Flow
from ruleslang.flow.printed_names import Owners
from ruleslang.flow.refuse import refuse
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.words import Absent, Raw
from ruleslang.native.constant_array import Constants, TooLarge
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

Places: TypeAlias = "tuple[tuple[str, str], ...]"
Answers: TypeAlias = "Sequence[Raw | Absent]"  # absent: C works it out

INDENT = "    "
WORD = 64
HAS_WIDE = sys.maxsize > 2**32  # whether C has numbers of two words


def slug_name(slug: str) -> str:
    """
    The name of a fault in C.

    >>> slug_name("out-of-range")
    'OUT_OF_RANGE'
    """
    return slug.replace("-", "_").upper()


def is_scalar(type: t.Type) -> bool:
    """Whether a value of a type is surely no tuple."""
    return not isinstance(plain(type), (t.SetOf, t.ListOf, t.Never))


def is_truth(type: t.Type) -> bool:
    """Whether a value of a type is surely yes or no."""
    return isinstance(type, t.Truth)


@frozen(eq=False)
class Game:
    """
    What all functions of one text share: the flow, the constants that they meet, the numbers of
    events, and by their names those functions that are called where a fault has another meaning.

    `answers_of` gives all answers of a function that becomes a table; `making` prints a function
    that takes or answers sets as bits. `compares` are the functions that are called to tell copies
    of cards apart, `answered` those that become tables of answers, `bits` the tables of which there
    are bits too, `places` the locals of runs that are read, `tried` the routines that run in
    imagined positions, `seen` the functions that are asked there, `searches` those that answer what
    can be done most often. `variants` are the functions that take or answer sets as bits,
    `bits_answered` the tables of answers as bits, each with the number of members that is looked
    for, or none; `by_value` the bits of those that meet conditions, `standing_sets` the sets of
    pieces of which it is kept where they stand, `known_sets` those that are arrays of bits. `safe`
    and `ascending` is what is known of functions: that they cannot be a fault, and that their
    answers stand in the standard order.
    """

    flow: Flow
    constants: Constants
    events: Mapping[str, int]
    answers_of: Callable[[str], Answers]
    making: Callable[[Game, str, bool], Any]
    attempted: dict[str, str] = field(factory=dict)
    compares: list[str] = field(factory=list)
    answered: list[str] = field(factory=list)
    bits: list[str] = field(factory=list)
    places: list[Places] = field(factory=list)
    tried: list[str] = field(factory=list)
    seen: list[str] = field(factory=list)
    searches: list[str] = field(factory=list)
    variants: dict[tuple[str, bool], Any] = field(factory=dict)
    bits_answered: list[tuple[str, int | None]] = field(factory=list)
    by_value: list[tuple[int, ...]] = field(factory=list)
    standing_sets: list[tuple[int, ...]] = field(factory=list)
    known_sets: list[tuple[int, ...]] = field(factory=list)
    safe: dict[str, bool] = field(factory=dict)
    ascending: dict[str, bool] = field(factory=dict)

    @property
    def owners(self) -> Owners:
        """Who has each name that is printed."""
        return self.flow.whole.owners

    @property
    def mask_words(self) -> int:
        """Of how many words a set is that is bits: two where no board fits one, but all fit two."""
        return 2 if WORD < len(self.flow.population.spaces) <= 2 * WORD and HAS_WIDE else 1

    @property
    def mask_bits(self) -> int:
        """How many members such a set may have."""
        return WORD * self.mask_words

    def mask(self, whole: int) -> str:
        """The bits of a known set."""
        low = f"UINT64_C({whole & (1 << WORD) - 1})"
        if self.mask_words == 1:
            return low
        return f"((Mask)UINT64_C({whole >> WORD}) << {WORD} | {low})"

    def mask_at(self, words: str, number: int, at: str = "") -> str:
        """The bits of a set that lies in an array, where each takes so many words."""
        if number == 2:
            return f"mask_of({words} + ({at}) * 2)" if at else f"mask_of({words})"
        return f"{'(Mask)' if self.mask_words == 2 else ''}{words}[{at or 0}]"

    def variant(self, function: str, *, answers_bits: bool) -> Any:
        """The function that takes sets as bits, or answers one; none if it does neither."""
        key = function, answers_bits
        if key not in self.variants:
            self.variants[key] = None  # while it is printed
            self.variants[key] = self.making(self, function, answers_bits)
        return self.variants[key]

    def known_bits(self, function: str, number: int | None = None) -> str:
        """The function that looks up the bits of an answer; of those with so many members."""
        if (function, number) not in self.bits_answered:
            self.bits_answered.append((function, number))
        return self.owners.name(f"KNOWNBITS{'' if number is None else number}", function)

    def bits_by_value(self, rows: tuple[int, ...]) -> str:
        """The table of these bits."""
        if rows not in self.by_value:
            self.by_value.append(rows)
        return f"by_value_{self.by_value.index(rows)}"

    def set_as_bits(self, value: tuple[int, ...]) -> str:
        """The array with the bits of a known set."""
        if value not in self.known_sets:
            self.known_sets.append(value)
        return f"set_{self.known_sets.index(value)}"

    def needs_bits(self, table: str) -> None:
        """The entries of a table are looked up as bits."""
        if table not in self.bits:
            self.bits.append(table)

    def runs(self, routine: str) -> str:
        """The function that runs a routine in an imagined position."""
        if routine not in self.tried:
            self.tried.append(routine)
        return self.owners.name("RUN", routine)

    def sees(self, function: str) -> str:
        """The function that asks another one in an imagined position."""
        if function not in self.seen:
            self.seen.append(function)
        return self.owners.name("SEES", function)

    def places_of(self, places: Places) -> str:
        """The table of where frames have a local, by routines."""
        if places not in self.places:
            self.places.append(places)
        return f"places_{self.places.index(places)}"

    def attempt(self, function: str) -> str:
        """The function that calls another one, where a fault has another meaning."""
        return self.attempted.setdefault(function, self.owners.name("ATTEMPT", function))

    def routine(self, name: str) -> Routine:
        """A routine by its name."""
        return self.flow.routines[name]

    def value(self, value: Raw | Absent) -> str:
        """A constant as C has it."""
        try:
            return self.constants.value(value)
        except TooLarge as large:
            return self.refuse(f"the number {large}")

    def refuse(self, construct: str) -> NoReturn:
        """Say that something has no C form."""
        refuse(self.flow.population.program, construct)


@define(eq=False)
class Function:
    """The lines of one C function on their way; `makes` says that tuples were made."""

    lines: list[str] = field(factory=list)
    depth: int = 1
    made: int = 0
    makes: bool = False

    def line(self, text: str) -> None:
        """One more line."""
        self.lines.append(INDENT * self.depth + text)

    def fresh(self, letter: str) -> str:
        """A name of its own."""
        self.made += 1
        return f"{letter}{self.made}"

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines in braces."""
        self.line(f"{head} {{" if head else "{")
        self.depth += 1
        yield
        self.depth -= 1
        self.line("}")
