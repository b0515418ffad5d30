"""
Results of analyses: short on the screen, and as plain data.

`Progress` is the one way in which analyses report their steps, and in which they are stopped.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Set, Sized
from enum import Enum
from functools import singledispatch
from typing import Any, TypeAlias

import attrs

Watch: TypeAlias = Callable[[int, int], object]
"""Called with the steps done and planned; `False`, or an exception, stops the analysis."""
LONGEST_SHOWN = 40  # letters of a text in a `repr`


class Stopped(KeyboardInterrupt):
    """A function that watches an analysis has stopped it, as Ctrl-C would."""


@attrs.define
class Progress:
    """
    Passes each step on to a function, which may stop the analysis; planned steps may increase.

    An exception of the function stops it, too, and becomes a warning, so that no result is lost.
    """

    watch: Watch | None
    done: int = 0
    planned: int = 0
    stopped: bool = False

    def __call__(self, done: int, planned: int) -> None:
        self.done, self.planned = done, planned
        if self.watch is None:
            return
        try:
            self.stopped = self.stopped or self.watch(done, planned) is False
        except Exception as problem:
            self.stopped = True
            message = f"`watch` has stopped the analysis: {type(problem).__name__}: {problem}"
            warnings.warn(message, RuntimeWarning, stacklevel=2)
        if self.stopped:
            raise Stopped

    def finish(self) -> None:
        """Report the end, unless that was the last step reported."""
        if not self.stopped and not 0 < self.planned == self.done:
            planned = max(1, self.planned)
            try:
                self(planned, planned)
            except Stopped:
                self.stopped = False  # there was nothing left to stop


class Result:
    """A result of an analysis; each class also has `rows()` for a table."""

    __slots__ = ()

    def as_data(self) -> dict[str, Any]:
        """Return all of it as dictionaries, lists, texts and numbers, ready for JSON."""
        data: dict[str, Any] = plain(self)
        return data

    def __repr__(self) -> str:
        shown = []
        attributes: Any = type(self)
        for each in attrs.fields(attributes):
            value = getattr(self, each.name)
            if not each.repr or each.name.startswith("_"):
                continue
            if value is None or isinstance(value, bool | int | float):
                shown.append(f"{each.name}={value!r}")
            elif isinstance(value, str):
                shown.append(f"{each.name}={value[:LONGEST_SHOWN]!r}")
            elif isinstance(value, Sized):
                shown.append(f"{each.name}=<{len(value)}>")
        return f"{type(self).__name__}({', '.join(shown)})"


@singledispatch
def plain(value: Any) -> Any:
    """
    Return a value as plain data; a mapping whose keys are no words is a list of its pairs.

    >>> plain({"a": (1, None), 2: {3}})
    {'a': [1, None], '2': [3]}
    """
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if attrs.has(type(value)):
        names = (each.name for each in attrs.fields(type(value)) if each.name[0] != "_")
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return _pairs(value)
    if isinstance(value, Set):
        return [plain(member) for member in sorted(value, key=str)]
    return [plain(member) for member in value] if isinstance(value, Iterable) else str(value)


def _pairs(mapping: Mapping[Any, Any]) -> Any:
    if all(isinstance(key, str | int) for key in mapping):
        return {str(plain(key)): plain(value) for key, value in mapping.items()}
    pairs = [(plain(key), plain(value)) for key, value in mapping.items()]
    if all(isinstance(key, dict) and isinstance(value, dict) for key, value in pairs):
        return [{**key, **value} for key, value in pairs]
    return [{"key": key, "value": value} for key, value in pairs]
