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
from typing import Any, TypeVar

from ruleslang.engine.c.compiler import NoCompiler, library
from ruleslang.engine.code.c_function import runtime
from ruleslang.engine.code.mover import RAISE, Mover, Picking, picking, raise_stopped

# In the order of `py` in `runtime/loop.c`, and `True` where it is one of a value.
GIVEN = (
    *("Py_IncRef", "Py_DecRef", "PyLong_AsLongLong", "PyLong_FromLongLong", "PyTuple_New"),
    *("PyTuple_SetItem", "PyErr_Occurred", "PyErr_Clear"),
    *("PyList_Append", "PyType_GenericAlloc", "PyObject_Free", "PyObject_GC_UnTrack"),
    *("PyObject_GC_Del", "PyObject_Vectorcall", "PyType_FromSpecWithBases"),
    *("PyUnicode_FromStringAndSize", "PyList_SetSlice", "PyMem_Realloc", "PyMem_Free"),
)
TRIED = (3, 11), (3, 13)  # the first and last version of Python with which the types are tested
_ADDRESS, _OBJECT = ctypes.c_void_p, ctypes.py_object
Class = TypeVar("Class", bound=type)

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


def picking_in_c(functions: Any) -> Picking:
    """Return what makes a choice in a match of this library; it keeps the GIL."""
    pick = ctypes.PYFUNCTYPE(ctypes.c_int64, _ADDRESS, ctypes.c_int)(("rl_pick", functions))
    used = functions.rl_pick, functions.rl_numbers, functions.rl_key, functions.rl_copy
    addresses, in_python = [ctypes.cast(each, _ADDRESS).value or 0 for each in used], picking(pick)

    def mover(
        state: int, asked: int, chosen: list[int], owner: object, tables: Sequence[int]
    ) -> Mover:
        if (types := _types()) is None:
            return in_python.mover(state, asked, chosen, owner, tables)
        made: Mover = types[1](*addresses, *tables, state, asked, chosen, len(chosen), owner)
        return made

    return Picking(pick, mover)


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
    called = *slow, _new_memory, attrgetter("address")
    given = (tuples, sizes, (objects * len(called))(*called))
    extended: Class = making(*(ctypes.addressof(each) for each in given))
    return extended


def _new_memory(memory: Any) -> Any:
    """Return memory for another match of the same game."""
    return type(memory)(memory.of)
