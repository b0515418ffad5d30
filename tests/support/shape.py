"""The content of a tree without places: for comparing trees, and for reading them in tests."""

from __future__ import annotations

from typing import Any

from attrs import fields

from ruleslang.language.syntax.node import Node


def shape(value: Any) -> Any:
    """A node as nested tuples: its kind, then its fields; two trees that say the same are equal."""
    if isinstance(value, Node):
        parts = (getattr(value, each.name) for each in fields(type(value)) if each.name != "span")
        return (type(value).__name__, *map(shape, parts))
    if isinstance(value, tuple):
        return tuple(map(shape, value))
    return value


def brief(value: Any) -> str:
    """
    A node as one line, as short as can be read.

    Names stand for themselves; what is not written (None, empty, false) is left out.
    """
    if isinstance(value, Node):
        kind = type(value).__name__
        parts = [getattr(value, each.name) for each in fields(type(value)) if each.name != "span"]
        if kind in ("Name", "Number", "Cell"):
            return str(parts[0])
        message = [brief(part) for part in parts if part or (part == 0 and part is not False)]
        return f"{kind}({', '.join(text for text in message if text != 'Marks()')})"
    if isinstance(value, tuple):
        return f"[{', '.join(map(brief, value))}]"
    return repr(value) if isinstance(value, str) else str(value)
