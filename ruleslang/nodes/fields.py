"""The fields of attrs classes by name, and those of them in which nodes may stand."""

from __future__ import annotations

import re
from inspect import get_annotations
from typing import Any

import attrs

_WORD = r"(?:int|str|bool|None|Span|tuple\[(?:int|str|bool|Origin), \.\.\.\])"
_PLAIN = re.compile(rf"{_WORD}(?: \| {_WORD})*")  # what no node is

_NAMES: dict[type[object], tuple[str, ...] | None] = {}  # of the fields of each class, memoised


def own_fields(cls: type[object]) -> tuple[attrs.Attribute[Any], ...]:
    """The fields of an attrs class; none of any other class."""
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(cls) if attrs.has(cls) else ()
    return fields


def field_names(cls: type[object]) -> tuple[str, ...] | None:
    """
    The fields of a class, in their order; None: it is no attrs class.

    >>> field_names(int)
    """
    if cls not in _NAMES:
        known = attrs.has(cls)
        _NAMES[cls] = tuple(each.name for each in own_fields(cls)) if known else None
    return _NAMES[cls]


def node_fields(cls: type[object]) -> tuple[str, ...] | None:
    """The fields in which nodes may stand, by their annotations; None: it is no attrs class."""
    names = field_names(cls)
    if names is None:
        return None
    written = written_types(cls)
    return tuple(name for name in names if not _PLAIN.fullmatch(written[name]))


def written_types(cls: type[object]) -> dict[str, str]:
    """The fields of a class with their types, as they are written."""
    return {
        name: str(written)
        for base in reversed(cls.__mro__)
        for name, written in get_annotations(base).items()
    }
