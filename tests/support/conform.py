"""Whether the fields of a tree agree with the node classes."""

from __future__ import annotations

import types
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from ruleslang.language.syntax import (
    declarations,
    examples,
    expressions,
    node,
    simple_statements,
    statements,
)
from ruleslang.language.syntax.walk import walk

NAMES = {
    **vars(node),
    **vars(expressions),
    **vars(simple_statements),
    **vars(statements),
    **vars(declarations),
    **vars(examples),
}


def misfits(top: node.Node) -> list[str]:
    """The fields in a tree whose values are not of their declared type."""
    return [
        f"{type(each).__name__}.{name} is a {type(getattr(each, name)).__name__}"
        for each in walk(top)
        for name, hint in _hints(type(each)).items()
        if not fits(getattr(each, name), hint)
    ]


def fits(value: Any, hint: Any) -> bool:
    """Whether a value is of a type."""
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return any(fits(value, each) for each in get_args(hint))
    if origin is tuple:
        inner = get_args(hint)[0]
        return isinstance(value, tuple) and all(fits(each, inner) for each in value)
    return type(value) is hint or (hint is not int and isinstance(value, hint))


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, NAMES)
