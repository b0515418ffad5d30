"""
The function that makes a choice in C, for one match.

CPython takes it as a method of its own, which costs a fifth of a call through ctypes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, TypeAlias

Pick: TypeAlias = Callable[[int], int]
"""Makes a choice; answers who is asked then, in the high half, and how many choices there are."""

Picking: TypeAlias = Callable[[int], Pick]  # for the match at an address

GIVEN = ("PyLong_AsVoidPtr", "PyLong_AsLongLong", "PyLong_FromLongLong", "PyErr_Occurred")
_ADDRESS, _OBJECT = ctypes.c_void_p, ctypes.py_object


def picking(functions: Any) -> Picking:
    """How a match of this library is moved."""
    python = getattr(ctypes, "pythonapi", None)
    return _by_ctypes(functions) if python is None else _by_method(functions, python)


def _by_method(functions: Any, python: Any) -> Picking:
    functions.rl_method.restype = _ADDRESS
    functions.rl_method.argtypes = [_ADDRESS] * len(GIVEN)
    addresses = [ctypes.cast(getattr(python, name), _ADDRESS) for name in GIVEN]
    method = functions.rl_method(*addresses)
    prototype = ctypes.PYFUNCTYPE(_OBJECT, _ADDRESS, _OBJECT, _ADDRESS)
    bound = prototype(("PyCFunction_NewEx", python))
    return lambda address: bound(method, address, None)


def _by_ctypes(functions: Any) -> Picking:
    """The same where Python has other methods; no types are tested, the interpreter is kept."""
    pick = ctypes.PYFUNCTYPE(ctypes.c_int64)(("rl_pick", functions))

    def of(address: int) -> Pick:
        pointer = ctypes.c_void_p(address)
        return lambda index: pick(pointer, index)

    return of
