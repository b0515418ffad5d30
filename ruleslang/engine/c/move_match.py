"""
Moves a match in C: with a Python object that is written in C, or the same object in Python.

The types in `runtime/loop.c` are compiled once for a machine. Without them (a Python with which
they are not tested, one without a GIL, no compiler) a match is moved through ctypes.
"""

from __future__ import annotations

import ctypes
import sys
import sysconfig
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, Protocol, TypeVar

from ruleslang.engine.c.c_function import runtime
from ruleslang.engine.c.compiler import NoCompiler, library

# In the order of `py` in `runtime/loop.c`, and `True` where it is one of a value.
GIVEN = (
    *("Py_IncRef", "Py_DecRef", "PyLong_AsLongLong", "PyLong_FromLongLong", "PyTuple_New"),
    *("PyTuple_SetItem", "PyErr_Occurred", "PyErr_Clear"),
    *("PyList_Append", "PyType_GenericAlloc", "PyObject_Free", "PyObject_GC_UnTrack"),
    *("PyObject_GC_Del", "PyObject_Vectorcall", "PyType_FromSpecWithBases"),
    *("PyUnicode_FromStringAndSize", "PyList_SetSlice", "PyMem_Realloc", "PyMem_Free"),
)
LOW_HALF = 0xFFFFFFFF
TRIED = (3, 11), (3, 13)  # the first and last version of Python with which the types are tested
_ADDRESS, _OBJECT = ctypes.c_void_p, ctypes.py_object
Class = TypeVar("Class", bound=type)


class Mover(Protocol):
    """
    Makes the choices of one match.

    `asked` has who is asked in its high half, and how many choices there are; 0: nobody is.
    `moves` is the length of `chosen`, and `turns` grows whenever the match moves. `state` is the
    match's address, 0 once others play on; `actions` and `keys` are those of the tables for the
    numbers of actions and for keys, 0 until one is asked for.
    """

    state: int
    actions: int
    keys: int
    asked: int
    moves: int
    turns: int

    @property
    def chosen(self) -> list[int]:
        """The choices made."""

    def choose(self, index: int, /) -> bool:
        """Make a choice; false if there is none of that number, and then nothing has changed."""


RAISE: list[Callable[[], int]] = []  # one function for each library


def raise_stopped(chosen: list[int] | None = None) -> None:
    """Raise the exception that stopped C in this thread, in the last of some choices."""
    if chosen is not None:
        del chosen[-1:]
    for of_library in RAISE:
        of_library()


VALUES = (None, True, False, int, raise_stopped)
SIGNALS = (
    *("PyGILState_Ensure", "PyErr_CheckSignals", "PyGILState_Release"),
    *("PyErr_Fetch", "PyErr_Restore"),
)


def let_signals_stop(functions: Any) -> Callable[[], int]:
    """Let C look for signals, as its `python` names what it needs; returns what raises them."""
    python = getattr(ctypes, "pythonapi", None)
    raising = ctypes.PYFUNCTYPE(ctypes.c_int64)(("rl_raise", functions))
    if python is not None and sys.implementation.name == "cpython":
        given = (_ADDRESS * len(SIGNALS))(*_addresses(python, SIGNALS))
        functions.rl_python(given)
        RAISE.append(raising)
    return raising


def _addresses(library: Any, names: Sequence[str]) -> list[int | None]:
    return [ctypes.cast(getattr(library, name), _ADDRESS).value for name in names]


class PickingInC(NamedTuple):
    """`rl_pick`: a function, its address where that is one of this process; and those of others."""

    pick: Callable[[int, int], int]
    address: int
    numbers: int
    key: int
    copy: int


def picking(functions: Any) -> PickingInC:
    """Return the function that makes a choice in a match of this library; it keeps the GIL."""
    pick = ctypes.PYFUNCTYPE(ctypes.c_int64, _ADDRESS, ctypes.c_int)(("rl_pick", functions))
    used = functions.rl_pick, functions.rl_numbers, functions.rl_key, functions.rl_copy
    return PickingInC(pick, *(ctypes.cast(each, _ADDRESS).value or 0 for each in used))


class MoverByCtypes:
    """A `Mover` in Python."""

    def __init__(self, pick: Callable[[int, int], int], state: int, asked: int, chosen: list[int]):
        self.pick, self.state, self.asked, self.chosen = pick, state, asked, chosen
        self.moves, self.turns, self.actions, self.keys = len(chosen), 0, 0, 0

    def choose(self, index: int, /) -> bool:
        if type(index) is not int or not self.state or not 0 <= index < self.asked & LOW_HALF:
            return False
        self.chosen.append(index)
        self.moves += 1
        self.turns += 1
        self.asked = self.pick(self.state, index)
        if self.asked < 0:
            self.asked = self.state = 0
            self.moves -= 1
            raise_stopped(self.chosen)
        return True


def mover(
    of: PickingInC, state: int, asked: int, chosen: list[int], owner: object, tables: Sequence[int]
) -> Mover:
    """Return what moves the match at an address, in memory of this owner, with the tables."""
    types = _types() if of.address else None
    if types is None:
        return MoverByCtypes(of.pick, state, asked, chosen)
    made: Mover = types[1](*of[1:], *tables, state, asked, chosen, len(chosen), owner)
    return made


def _not_in_c() -> str:
    """Return why a match is not moved by types in C in this Python; empty: it is."""
    if sys.implementation.name != "cpython" or not hasattr(ctypes, "pythonapi"):
        return f"this is {sys.implementation.name}, not CPython"
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "this Python has no global lock"
    if not TRIED[0] <= sys.version_info[:2] <= TRIED[1]:
        first, last = (".".join(map(str, version)) for version in TRIED)
        return f"the types in C are tested with Python {first} to {last}"
    return ""


@cache
def _types() -> tuple[Any, Callable[..., Mover]] | None:
    """Return the compiled types, and what makes a `Mover`."""
    why = _not_in_c()
    if why:
        slower = f"one match is moved through ctypes, at a fifth of the rate: {why}"
        warnings.warn(slower, RuntimeWarning, stacklevel=2)
        return None
    python = ctypes.pythonapi
    loaded = library(runtime("loop"))
    if isinstance(loaded, NoCompiler):
        return None
    functions = loaded.functions
    given = (_ADDRESS * (len(GIVEN) + len(VALUES)))(*_addresses(python, GIVEN), *map(id, VALUES))
    making = ctypes.PYFUNCTYPE(_OBJECT, _ADDRESS)(("loop_mover", functions))
    making(ctypes.addressof(given))
    method = ctypes.addressof(ctypes.c_char.in_dll(functions, "loop_new_mover"))
    bound = ctypes.PYFUNCTYPE(_OBJECT, _ADDRESS, _ADDRESS, _ADDRESS)(("PyCFunction_NewEx", python))
    return functions, bound(method, None, None)


def faster(match: Class, bases: Sequence[Any], slow: Sequence[Callable[..., Any]]) -> Class:
    """
    Return the class of a match, extended by a loop in C; the class itself where there is none.

    `bases` are the classes of its decisions, of all their choices and of one; `slow` is what Python
    does to choose, to answer whether the match is over, to make a decision, to read one of the
    choices, to act, to number actions, to make a key, to push and pop; then what makes a line that
    goes on, gives it a separate match, and makes the choice that was taken back.
    """
    types = _types()
    if types is None:
        return match
    of: Sequence[Any] = (match, *bases)
    objects: Any = _OBJECT
    tuples = (objects * len(of))(*((base,) for base in of))
    sizes = (ctypes.c_ssize_t * len(of))(*(base.__basicsize__ for base in of))
    making = ctypes.PYFUNCTYPE(_OBJECT, *[_ADDRESS] * 3)(("loop_match", types[0]))
    called = *slow, _another, attrgetter("address")
    given = (tuples, sizes, (objects * len(called))(*called))
    extended: Class = making(*(ctypes.addressof(each) for each in given))
    return extended


def _another(memory: Any) -> Any:
    """Return memory for another match of the same game."""
    return type(memory)(memory.of)
