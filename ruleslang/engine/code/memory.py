"""The memory of a match in C: its layout, and conversion of values both ways."""

from __future__ import annotations

import ctypes
import mmap
import os
from array import array
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import cycle
from typing import Any, TypeAlias

from ruleslang.engine.code.mover import Picking
from ruleslang.engine.flow.ir_exprs import ABSENT, END, Raw

WORD = 8
HEAP = 1 << 16  # words; a match that needs more takes chunks as well (`runtime/state.c`)
PAGE = 4_096  # bytes; without it, matches at equal offsets of pages would share a set of the cache
LINE = 64  # bytes, of a cache
START_APART = 5 * LINE
FEWEST_FRAMES, FEWEST_WORDS = 64, 256  # for each of many matches, of frames and of its heap
LARGE = 1 << 18  # bytes: smaller arrays are not in pages of their own
MOST_SPARE = 8  # memories that are kept for the next matches: a search makes thousands of copies

FULL = "there is not enough memory for such a large match"

NONE = -(1 << 62)
NOT_THERE, NOT_FOUND, FIRST_TUPLE = NONE + 1, NONE + 2, NONE + 16
FIRST_WORD, FIRST_CONSTANT = 1 << 59, 1 << 60
LAST_TUPLE = -(1 << 60)

REGISTERS = (
    *("capacity", "top", "chunks", "seed", "over", "capped", "waits", "fault", "origin", "frame"),
    *("frames", "block", "question", "statement", "bots_play", "keeps_outcomes", "answer", "who"),
    *("options", "shown", "notes", "outcomes", "events", "keeps_choices", "made", "given"),
    *("asks", "wanted", "deep"),
    *("payoffs", "bots", "streams", "S", "K", "heap"),
)

_ADDRESS, _NUMBER = ctypes.c_void_p, ctypes.c_int64


class Buffer(ctypes.c_void_p):
    """A buffer of Python, or an address."""

    @classmethod
    def from_param(cls, given: Any) -> Any:
        if given is None or isinstance(given, int):
            return ctypes.c_void_p(given)
        if isinstance(given, array):
            return ctypes.c_void_p(given.buffer_info()[0])
        return ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(given)))


_GAMES = _ADDRESS, Buffer, Buffer, _NUMBER, Buffer
_PART = _ADDRESS, _NUMBER, _NUMBER  # a part of a batch: the matches from one number to another
FUNCTIONS: dict[str, tuple[Any, ...]] = {  # result and argument types of each function
    "rl_clear": (None, _ADDRESS, _NUMBER, _NUMBER),
    "rl_release": (None, _ADDRESS),
    "rl_room": (_NUMBER, _ADDRESS, _NUMBER),
    "rl_frames": (_NUMBER, _ADDRESS, _NUMBER),
    "rl_open": (None, _ADDRESS, ctypes.c_uint64),
    "rl_look": (None, _ADDRESS),
    "rl_draw": (None, _ADDRESS, _NUMBER, _NUMBER),
    "rl_go_on": (_NUMBER, _ADDRESS, _NUMBER),
    "rl_choose": (None, _ADDRESS, _NUMBER),
    "rl_choices": (_NUMBER, _ADDRESS),
    "rl_call": (_NUMBER, _ADDRESS, _NUMBER, Buffer),
    "rl_copy": (_NUMBER, _ADDRESS, _ADDRESS),
    "rl_words": (_NUMBER, _NUMBER, _NUMBER),
    "rl_places": (None, Buffer),
    "rl_result_words": (_NUMBER,),
    "rl_start": (_NUMBER, _ADDRESS, ctypes.c_uint64),
    "rl_start_with_events": (_NUMBER, _ADDRESS, ctypes.c_uint64),
    "rl_finish": (None, _ADDRESS, ctypes.c_uint64, Buffer, _NUMBER),
    "rl_start_many": (_NUMBER, *_PART, Buffer, Buffer),
    "rl_release_many": (None, _ADDRESS, _NUMBER),
    "rl_payoffs_many": (None, _ADDRESS, _NUMBER, Buffer),
    "rl_first_outside": (_NUMBER, Buffer, _NUMBER, _NUMBER, Buffer, _NUMBER),
    "rl_row": (_NUMBER, _ADDRESS, _ADDRESS, Buffer),
    "rl_rows": (None, *_PART, Buffer, Buffer, Buffer),
    "rl_turn": (_NUMBER, *_PART, Buffer, _NUMBER, Buffer, Buffer, Buffer),
    "rl_copy_many": (_NUMBER, _ADDRESS, _NUMBER, Buffer, Buffer),
    "rl_features": (None, Buffer, _NUMBER, _NUMBER, _ADDRESS, _NUMBER, Buffer),
    "rl_key": (_NUMBER, _ADDRESS, _ADDRESS, Buffer),
    "rl_mark_all": (_NUMBER, *_PART),
    "rl_first_refused": (_NUMBER, *_PART, Buffer, _NUMBER),
    "rl_play": (None, *_GAMES),
    "rl_play_from": (None, _ADDRESS, *_GAMES),
    "rl_numbers": (_NUMBER, _ADDRESS, _ADDRESS, _NUMBER, Buffer),
    "rl_seeds": (None, ctypes.c_uint64, ctypes.c_uint64, _NUMBER, Buffer),
    "rl_python": (None, _ADDRESS),
    "rl_watch": (None, Buffer),
    "rl_bounds": (None, Buffer, _NUMBER, Buffer, Buffer),
    "rl_tally": (None, Buffer, _NUMBER, _NUMBER, _NUMBER, Buffer),
}
OF_LEARNERS: dict[str, tuple[Any, ...]] = {  # in the text of a game for learners
    "rl_learn": (None, *[_ADDRESS] * 5, Buffer, _NUMBER),
    "rl_compete": (None, *[_ADDRESS] * 5, Buffer, Buffer, _NUMBER, Buffer),
    "rl_let_learners": (_NUMBER, _ADDRESS, _NUMBER, *[_ADDRESS] * 3),
    "rl_preferences": (_NUMBER, *[_ADDRESS] * 4),
}
Members: TypeAlias = tuple[tuple[str, Any], ...]
ADDRESS = "address"  # in place of a type: it has as many bytes as the memory's addresses


def members(addresses: str, numbers: str) -> Members:
    """Return the members of a structure: first those that are addresses, then whole numbers."""
    return *((of, ADDRESS) for of in addresses.split()), *((of, _NUMBER) for of in numbers.split())


BATCH = members(
    "states choices players masks kept actions seen bots", "width columns keeps_choices"
)


def pages(size: int, *, huge: bool = False) -> mmap.mmap:
    """
    Allocate private memory; raises `MemoryError`.

    Pages are allocated when they are written to, and are huge if most of them will be. A forked
    process has its own copy.
    """
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if os.name == "posix" else {}
    try:
        memory = mmap.mmap(-1, size, **private)
    except (OSError, OverflowError, ValueError):
        problem = (
            f"another match takes {size >> 20} MB of addresses, which this machine does not give"
        )
        raise MemoryError(problem) from None
    advice = getattr(mmap, "MADV_HUGEPAGE" if huge else "MADV_NOHUGEPAGE", None)
    if advice is not None:
        with suppress(OSError):
            memory.madvise(advice)
    return memory


class Code:
    """
    The functions of a game, and the memory that they read and write: that of Python, unless a
    subclass has its own.
    """

    functions: Any
    picking: Picking
    raise_stopped: Callable[[], object]  # raises the exception that has stopped this thread
    is_native = False  # it has more memory than is written to, and runs on several threads at once
    addresses = "Q" if ctypes.sizeof(_ADDRESS) == WORD else "I"  # their type, for `array`

    def __init__(self) -> None:
        self.starts = cycle(range(0, PAGE, START_APART))

    def block(self, size: int) -> Block:
        """Allocate this many bytes for a match, zero at first. Raises `MemoryError`."""
        kept, start = pages(size + PAGE), next(self.starts)
        address = ctypes.addressof(ctypes.c_char.from_buffer(kept, start))
        return kept, address, memoryview(kept)[start : start + size].cast("q")

    def give_back(self, address: int) -> None:
        """Give back a block, which nothing reads any more, unless its owner does it."""

    def shared(self, size: int, *, huge: bool = False) -> Block:
        """
        Allocate this many bytes, zero at first, for as long as somebody has a view of it; `huge`
        if it is for many matches. Raises `MemoryError`.
        """
        is_large = huge or size >= LARGE
        kept: Any = pages(size, huge=huge) if is_large else bytearray(max(size, WORD))
        return kept, ctypes.addressof(ctypes.c_char.from_buffer(kept)), memoryview(kept)[:size]

    def words(self, address: int, number: int) -> memoryview:
        """Return the words at an address."""
        return memoryview((_NUMBER * number).from_address(address)).cast("B").cast("q")

    def lent(self, table: array[Any], *, is_changed: bool = False) -> int:
        """
        Return the address of a table, or of its copy, which is made again if the table
        `is_changed`. It is valid as long as the table lives.
        """
        return table.buffer_info()[0]

    def taken_back(self, table: array[Any]) -> None:
        """Let a table be as functions have changed its copy."""

    def here(self) -> Code:
        """Return the same code for this thread."""
        return self


class Compiled:
    """The code of a game, and the layout of its matches."""

    def __init__(self, code: Code, constants: Mapping[Any, int]) -> None:
        self.code, self.functions, self.picking = code, code.functions, code.picking
        self.raise_stopped = code.raise_stopped
        places = array("q", bytes(WORD * len(REGISTERS)))
        self.functions.rl_places(places)
        self.places = dict(zip(REGISTERS, places, strict=True))
        self.chunks = self.places["chunks"]
        self.stack = self.places["heap"] - self.places["K"]  # words
        cells = self.places["K"] - self.places["S"]
        self.fewest = FEWEST_FRAMES + cells // 4, FEWEST_WORDS + 2 * cells
        self.frames, self.heap = (self.stack, HEAP) if code.is_native else self.fewest
        self.home = self.frames - self.stack  # where the heap begins, as `runtime/state.c` counts
        self.bytes = self.functions.rl_words(self.frames, self.heap) * WORD
        self.constants: dict[Any, int] = dict(constants)
        first = FIRST_TUPLE + FIRST_CONSTANT
        self.known: dict[int, Any] = {NONE: None, NOT_THERE: ABSENT, NOT_FOUND: END}
        self.known |= {first + place: value for value, place in constants.items()}
        self.spare: list[Block] = []  # memory of finished matches

    def here(self) -> Compiled:
        """Return the same for this thread."""
        code = self.code.here()
        return self if code is self.code else Compiled(code, self.constants)


Block: TypeAlias = tuple[Any, int, memoryview]
"""An owner of memory, its address, and its words; what is shared has bytes that keep it."""


def structure(code: Code, parts: Members) -> tuple[Any, int]:
    """Return a structure of zeros, in memory that functions read, and its address."""
    of = laid_out(parts, code.addresses)
    _, address, view = code.shared(ctypes.sizeof(of))
    return of.from_buffer(view), address


@cache
def laid_out(parts: Members, addresses: str) -> Any:
    """Return a type of structures with these members, and addresses of this type."""
    address = ctypes.c_uint64 if addresses == "Q" else ctypes.c_uint32
    types = {name: laid_out(of, addresses) for name, of in parts if isinstance(of, tuple)}
    fields = [(name, types.get(name, address if of == ADDRESS else of)) for name, of in parts]
    return type("Structure", (ctypes.Structure,), {"_fields_": fields})


def _block(of: Compiled) -> Block:
    made = of.code.block(of.bytes)
    of.functions.rl_clear(made[1], of.frames, of.heap)
    return made


class Memory:
    """The memory of one match; unless it `is_clear`, it has what was there before."""

    __slots__ = ("address", "block", "of", "words")

    def __init__(self, of: Compiled, *, is_clear: bool = True) -> None:
        self.of = of
        try:
            self.block = of.spare.pop()  # its pages are allocated
        except IndexError:
            self.block = _block(of)
        _, self.address, self.words = self.block
        if is_clear:
            self.clear()

    def __del__(self) -> None:
        if not hasattr(self, "words"):  # a limit of time may interrupt what makes it
            return
        if self.words[self.of.chunks] or self.get("deep") > self.of.frames:
            self.of.functions.rl_release(self.address)
        if len(self.of.spare) < MOST_SPARE:
            self.of.spare.append(self.block)
        else:
            self.of.code.give_back(self.address)

    def clear(self) -> None:
        """Make it the memory of a match in which nothing has happened."""
        self.of.functions.rl_clear(self.address, self.of.frames, self.of.heap)

    def copy(self) -> Memory:
        """Return a copy in its own memory. Raises `MemoryError`."""
        twin = Memory(self.of, is_clear=False)
        twin.take(self.address)
        return twin

    def take(self, address: int) -> None:
        """Copy the match at an address. Raises `MemoryError`."""
        if not self.of.functions.rl_copy(self.address, address):
            raise MemoryError(FULL)

    # ------------------------------------------------------------ registers

    def get(self, register: str, at: int = 0) -> int:
        """Return the word in a register."""
        return int(self.words[self.of.places[register] + at])

    def put(self, register: str, number: int, at: int = 0) -> None:
        """Write a register."""
        signed = number - (1 << 64) if number >= 1 << 63 else number
        self.words[self.of.places[register] + at] = signed

    def unsigned(self, register: str, at: int = 0) -> int:
        """Return the word in a register, unsigned."""
        return self.get(register, at) & (1 << 64) - 1

    def frames(self, room: int = 0) -> memoryview:
        """Return the words of frames, of which there is room for so many. Raises `MemoryError`."""
        address = self.of.functions.rl_frames(self.address, room)
        if not address:
            raise MemoryError("the stack of a match is full")
        return self.of.code.words(address, self.get("deep"))

    # ------------------------------------------------------------ values

    def value(self, word: int) -> Any:
        """Return the value of a word."""
        if word > LAST_TUPLE:
            return word
        known = self.of.known
        if word in known:
            return known[word]
        return tuple(self.values_of(self._entries(word).tolist()))

    def values(self, at: int, number: int) -> list[Any]:
        """Return the values of words from a place on."""
        return self.values_of(self.words[at : at + number].tolist())

    def values_of(self, words: list[int]) -> list[Any]:
        """Return the values of words."""
        if not words or min(words) > LAST_TUPLE:
            return words
        known, value = self.of.known, self.value
        return [
            word if word > LAST_TUPLE else known[word] if word in known else value(word)
            for word in words
        ]

    def _entries(self, word: int) -> memoryview:
        """Return the entries of a tuple, as words."""
        at = word - FIRST_TUPLE - FIRST_WORD
        if 0 <= at - self.of.home < self.of.heap:
            at += self.of.places["heap"]
            return self.words[at + 1 : at + 1 + self.words[at]]
        return self._of_chunk(at + 1, self._of_chunk(at, 1)[0])

    def _of_chunk(self, at: int, number: int) -> memoryview:
        """Return words outside the memory, in a chunk, at a place counted from the heap."""
        address = self.address + (self.of.places["heap"] + at) * WORD
        return self.of.code.words(address, number)

    def linked(self, word: int) -> list[int]:
        """Return the last words of pairs linked by their first, the last pair first."""
        entries = []
        while word != NONE:
            before, entry = self._entries(word)
            entries.append(entry)
            word = before
        return entries

    def kept_choices(self) -> list[int]:
        """Return the choices that the match has kept, in order."""
        return self.linked(self.get("made"))[::-1]

    def keep_choices(self, chosen: Sequence[int]) -> None:
        """Let the match keep choices from here on, and have kept these."""
        made = NONE
        for index in chosen:
            made = self.tuple([made, index])
        self.put("made", made)
        self.put("keeps_choices", 1)

    def word(self, value: Raw | Any) -> int:
        """Return the word of a value; its tuples are put on the heap."""
        if value is None:
            return NONE
        if value is ABSENT:
            return NOT_THERE
        if value is END:
            return NOT_FOUND
        if not isinstance(value, tuple):
            return int(value)
        known = self.of.constants.get(value)
        if known is not None:
            return FIRST_TUPLE + FIRST_CONSTANT + known
        return self.tuple([self.word(entry) for entry in value])

    def tuple(self, words: list[int]) -> int:
        """Create a tuple of words. Raises `MemoryError`."""
        return FIRST_TUPLE + FIRST_WORD + self._append([len(words), *words])

    def pairs(self, words: Sequence[int]) -> int:
        """Create a linked list: pairs of a word and the next pair. Raises `MemoryError`."""
        if not words:
            return NONE
        first = FIRST_TUPLE + FIRST_WORD + self._top(3 * len(words))
        pairs = [(2, word, first + 3 * place) for place, word in enumerate(words, 1)]
        pairs[-1] = 2, words[-1], NONE
        self._append([entry for pair in pairs for entry in pair])
        return first

    def number_of_pairs(self, pair: int) -> int:
        """Return how many pairs a list has from this one on."""
        number = 0
        while pair != NONE:
            number, pair = number + 1, self._entries(pair)[1]
        return number

    def _append(self, words: Sequence[int]) -> int:
        """Put words on the heap, and return where they begin. Raises `MemoryError`."""
        size = len(words)
        top = self._top(size)
        if 0 <= top - self.of.home < self.of.heap:
            at = self.of.places["heap"] + top
            into = self.words[at : at + size]
        else:
            into = self._of_chunk(top, size)
        into[:] = memoryview(array("q", words))
        self.put("top", top + size)
        return top

    def _top(self, size: int) -> int:
        """Return where the next words go, with room for a number of them there."""
        is_full = self.get("top") + size > self.get("capacity")
        if is_full and not self.of.functions.rl_room(self.address, size):
            raise MemoryError(FULL)
        return self.get("top")


class Matches:
    """
    The memory of many matches of one game, side by side: the part that a match needs at most
    decisions is in few cache lines, and the rest is allocated elsewhere (`runtime/state.c`).
    `batch` is what C knows of them, at the address `at`.
    """

    def __init__(self, of: Compiled, number: int) -> None:
        """Make memory for matches. Raises `MemoryError`."""
        frames, heap = of.fewest
        lines = -(-of.functions.rl_words(frames, heap) * WORD // LINE)
        apart = LINE * (lines | 1)  # odd, so that equal places are not in one set of a cache
        self.of, self.number, self.bytes = of, number, apart * number
        try:
            self._owner, first, _ = of.code.shared(self.bytes, huge=True)
        except MemoryError:
            gives = "this machine" if of.code.is_native else "WebAssembly"
            raise MemoryError(
                f"{number} matches take {self.bytes >> 20} MB of addresses, "
                f"which {gives} does not give; fewer may go"
            ) from None
        self.batch, self.at = structure(of.code, BATCH)
        addresses, self.batch.states = self.column(of.code.addresses)
        addresses[:] = array(of.code.addresses, range(first, first + apart * number, apart))
        for address in addresses:
            of.functions.rl_clear(address, frames, heap)
        self.addresses = addresses  # now it can be released

    def __del__(self) -> None:
        if hasattr(self, "addresses"):
            self.of.functions.rl_release_many(self.batch.states, self.number)

    def column(self, kind: Any, width: int = 1, *, huge: bool = False) -> tuple[memoryview, int]:
        """Return numbers of each match, zero at first, and their address."""
        size = self.number * width * array(kind).itemsize
        _, address, view = self.of.code.shared(size, huge=huge)
        return view.cast(kind), address

    def copy(self, match: int) -> Memory:
        """Return a match, in its own memory. Raises `MemoryError`."""
        twin = Memory(self.of)
        twin.take(self.addresses[match])
        return twin
