"""One C function while it is printed, and what all functions of a text share."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from attrs import define, evolve, field, frozen

from ruleslang.engine.cells.chance import hidden_piles
from ruleslang.engine.flow.context import refuse
from ruleslang.engine.flow.ir_exprs import ABSENT, Absent, Raw
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.printed_names import Owners, c_text, comment
from ruleslang.engine.flow.resumable_blocks import Block
from ruleslang.engine.flow.simplify_exprs import Simplifier, Totality
from ruleslang.engine.flow.state_layout import ZONES, zone_family
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import types as t
from ruleslang.program.references import Origin
from ruleslang.program.typing.lattice import plain

REACH = 2**60  # numbers are smaller than this


class TooLarge(Exception):
    """A number does not fit a value of the engine."""


class Constants:
    """
    The array of constants while it grows; the empty tuple comes first.

    Truths in tuples are stored as 0 and 1, as in C: to Python `(True,)` and `(1,)` are the same
    key, and whichever came first would be read back from C for both.
    """

    def __init__(self) -> None:
        self.words: list[str] = ["0"]
        self.known: dict[object, int] = {(): 0}

    def value(self, value: Raw | Absent) -> str:
        if value is None:
            return "NONE"
        if value is ABSENT:
            return "ABSENT"
        if isinstance(value, tuple):
            return f"CONSTANT({self._place(value)})"
        assert isinstance(value, int)
        if abs(value) >= REACH:
            raise TooLarge(str(value))
        return f"INT64_C({int(value)})" if abs(value) >= 2**31 else str(int(value))

    def _place(self, value: tuple[Raw, ...]) -> int:
        if value not in self.known:
            entries = [self.value(entry) for entry in value]
            self.known[_of_numbers(value)] = len(self.words)
            self.words += [str(len(value)), *entries]
        return self.known[value]

    def lines(self) -> list[str]:
        """Return the elements as a C array, with one unused word at its end."""
        return array("constants", [*self.words, "0"])


def _of_numbers(value: Raw) -> Raw:
    if isinstance(value, tuple):
        return tuple(map(_of_numbers, value))
    return int(value) if isinstance(value, bool) else value


def array(name: str, entries: list[str], type: str = "V") -> list[str]:
    """Return the lines of a constant array in C; an empty one gets one 0, as C requires."""
    numbers = entries or ["0"]
    rows = [", ".join(numbers[at : at + 16]) + "," for at in range(0, len(numbers), 16)]
    return [
        f"static const {type} {name}[{len(numbers)}] = {{",
        *(f"    {row}" for row in rows),
        "};",
    ]


Places: TypeAlias = "tuple[tuple[str, str], ...]"
Answers: TypeAlias = "Sequence[Raw | Absent]"  # absent: C computes it

INDENT = "    "
WORD = 64  # bits
HAS_WIDE = sys.maxsize > 2**32 or sys.platform == "emscripten"  # whether C has two-word numbers


def slug_name(slug: str) -> str:
    """
    Return the name of a fault in C.

    >>> slug_name("out-of-range")
    'OUT_OF_RANGE'
    """
    return slug.replace("-", "_").upper()


def is_scalar(type: t.Type) -> bool:
    """Return whether a value of a type is never a tuple."""
    return not isinstance(plain(type), (t.SetOf, t.ListOf, t.Never))


def is_truth(type: t.Type) -> bool:
    """Return whether a value of a type is always yes or no."""
    return isinstance(type, t.Truth)


@frozen(eq=False)
class Game:
    """
    The shared context of all functions of one text: the flow, the constants, the numbers of events,
    and the functions called where a fault has another meaning, by name.

    `answers_of` gives all answers of a function that becomes a table; `making` prints a function
    that takes or returns sets as bits. Collected while printing:

    - `compares`, the functions that are called to compare candidates;
    - `answered` and `bits_answered`, those that become tables of answers, and of answers as bits;
    - `bits`, the tables that are printed as bits too;
    - `places`, the locals of runs that are read;
    - `tried`, the routines that run in hypothetical positions, `seen` the functions evaluated
    there, `searches` those that answer what can be done most often;
    - `variants`, the functions that take or return sets as bits;
    - `ascending`, whether the answers of a function are in the standard order.
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
    bits_answered: list[str] = field(factory=list)
    ascending: dict[str, bool] = field(factory=dict)
    routines: dict[str, Routine] = field(factory=dict)
    piles: frozenset[str] = field(init=False)
    simplifier: Simplifier = field(init=False)

    @piles.default
    def _with_undrawn_cards(self) -> frozenset[str]:
        """Return the families of zones that may hold undrawn cards, and that of all zones."""
        hidden = hidden_piles(self.flow.population)
        return frozenset(map(zone_family, hidden)) | {ZONES} if hidden else frozenset()

    @simplifier.default
    def _simplifies(self) -> Simplifier:
        return Simplifier(Totality(self.flow.routines))

    def is_total(self, node: Any) -> bool:
        """Return whether evaluating an expression, or several, cannot fault."""
        return self.simplifier.totality.is_total(node)

    @property
    def owners(self) -> Owners:
        """The owner of each printed name."""
        return self.flow.lowering.owners

    @property
    def mask_words(self) -> int:
        """The words of a set stored as bits: two if no board fits one, but all fit two."""
        return 2 if WORD < len(self.flow.population.spaces) <= 2 * WORD and HAS_WIDE else 1

    @property
    def mask_bits(self) -> int:
        """The capacity of such a set."""
        return WORD * self.mask_words

    def mask(self, bits: int) -> str:
        """Return the bits of a constant set."""
        low = f"UINT64_C({bits & (1 << WORD) - 1})"
        if self.mask_words == 1:
            return low
        return f"((Mask)UINT64_C({bits >> WORD}) << {WORD} | {low})"

    def mask_at(self, words: str, number: int, at: str = "") -> str:
        """Return the bits of a set in an array with this number of words per set."""
        if number == 2:
            return f"mask_of({words} + ({at}) * 2)" if at else f"mask_of({words})"
        return f"{'(Mask)' if self.mask_words == 2 else ''}{words}[{at or 0}]"

    def variant(self, function: str, *, answers_bits: bool) -> Any:
        """Return the variant that takes or returns sets as bits; `None` if it does neither."""
        key = function, answers_bits
        if key not in self.variants:
            self.variants[key] = None  # while it is printed
            self.variants[key] = self.making(self, function, answers_bits)
        return self.variants[key]

    def known_bits(self, function: str) -> str:
        """Return the function that looks up the bits of an answer."""
        if function not in self.bits_answered:
            self.bits_answered.append(function)
        return self.owners.name("KNOWNBITS", function)

    def needs_bits(self, table: str) -> None:
        """Request a table's entries as bits."""
        if table not in self.bits:
            self.bits.append(table)

    def runs(self, routine: str) -> str:
        """Return the function that runs a routine in a hypothetical position."""
        if routine not in self.tried:
            self.tried.append(routine)
        return self.owners.name("RUN", routine)

    def sees(self, function: str) -> str:
        """Return the function that evaluates another one in a hypothetical position."""
        if function not in self.seen:
            self.seen.append(function)
        return self.owners.name("SEES", function)

    def places_of(self, places: Places) -> str:
        """Return the table of a local's place in frames, by routine."""
        if places not in self.places:
            self.places.append(places)
        return f"places_{self.places.index(places)}"

    def attempt(self, function: str) -> str:
        """Return the function that calls another one, where a fault has another meaning."""
        return self.attempted.setdefault(function, self.owners.name("ATTEMPT", function))

    def routine(self, name: str) -> Routine:
        """Return a routine with simplified expressions; memoised."""
        if name not in self.routines:
            routine = self.flow.routines[name]
            stmts = self.simplifier.simplified(routine.stmts)
            self.routines[name] = evolve(routine, stmts=stmts)
        return self.routines[name]

    def block(self, block: Block, in_frame: Iterable[str]) -> Block:
        """Return a block with simplified expressions; `in_frame` are its frame's variables."""
        simplified = self.simplifier.simplified
        stmts = list(simplified(tuple(block.stmts), in_frame))
        return evolve(block, stmts=stmts, end=simplified(block.end, in_frame))

    def value(self, value: Raw | Absent) -> str:
        try:
            return self.constants.value(value)
        except TooLarge as large:
            return self.refuse(f"the number {large}")

    def refuse(self, construct: str, origin: int = -1, instead: str = "") -> NoReturn:
        """Raise `NotLowered`: a construct has no C form; `instead` is what can be written."""
        program = self.flow.population.program
        refuse(program, construct, origin, is_of_c=True, instead=instead)


@define(eq=False)
class Function:
    """The lines of one C function while it is printed; `makes`: whether it makes tuples."""

    lines: list[str] = field(factory=list)
    depth: int = 1
    names_made: int = 0
    makes: bool = False

    def line(self, text: str) -> None:
        self.lines.append(INDENT * self.depth + text)

    def fresh(self, letter: str) -> str:
        self.names_made += 1
        return f"{letter}{self.names_made}"

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.line(f"{head} {{" if head else "{")
        self.depth += 1
        yield
        self.depth -= 1
        self.line("}")


DEBUG = "RULESLANG_DEBUG"  # the folder of the rulebook, whose files a debugger is to show
FLAGS, LEVEL = ("-g",), 0  # the compiler's options for debugging
C_FILE = "game.c"
_MARK = "#place "


def sources_to_debug() -> Path | None:
    """Return the folder whose files a debugger shows; `None`: not debugging."""
    named = os.environ.get(DEBUG)
    return Path(named).resolve() if named else None


def mark(origin: int) -> str:
    """Return the line before what was printed for an origin."""
    return f"{_MARK}{origin}"


def placed(
    lines: Iterable[str], origins: Sequence[Origin], folder: Path | None = None
) -> Iterator[str]:
    """Yield the lines with a comment for each mark, or `#line` directives to a folder's files."""
    marked = _with_comments if folder is None else _Directives(folder).with_directives
    return marked(lines, origins)


def _origin(line: str, origins: Sequence[Origin]) -> Origin | None:
    number = int(line.strip().removeprefix(_MARK))
    return origins[number] if 0 <= number < len(origins) else None


def _is_mark(line: str) -> bool:
    return line.lstrip().startswith(_MARK)


def _with_comments(lines: Iterable[str], origins: Sequence[Origin]) -> Iterator[str]:
    for line in lines:
        if not _is_mark(line):
            yield line
        elif (origin := _origin(line, origins)) is not None:
            indent = line[: len(line) - len(line.lstrip())]
            yield f"{indent}/* {comment(origin)} */"


class _Directives:
    """Writes a directive for each line of C, since one line of rules becomes several of C."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def with_directives(self, lines: Iterable[str], origins: Sequence[Origin]) -> Iterator[str]:
        """Yield the lines; after the end of a function they refer to the C text again."""
        here, number = "", 0
        for line in lines:
            if _is_mark(line):
                origin = _origin(line, origins)
                here = here if origin is None else self._directive(origin)
                continue
            if here and not line.startswith("#"):
                number += 1
                yield here
            number += 1
            yield line
            if line == "}" and here:
                here, number = "", number + 1
                yield f'#line {number + 1} "{C_FILE}"'

    def _directive(self, origin: Origin) -> str:
        path = self.folder / origin.file
        return f"#line {origin.line} {c_text(str(path) if path.is_file() else origin.file)}"


def runtime(name: str) -> str:
    return (files(__package__) / "runtime" / f"{name}.c").read_text(encoding="utf-8")


@cache
def names_of_runtime() -> frozenset[str]:
    """Return all identifiers in the runtime: functions, macros, variables, and C keywords."""
    parts = (files(__package__) / "runtime").iterdir()
    identifiers = (re.findall(r"[A-Za-z_]\w*", part.read_text(encoding="utf-8")) for part in parts)
    return frozenset(name for names in identifiers for name in names)
