"""A game whose display texts are those of another of its languages."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from attrs import evolve

from ruleslang.nodes.fields import field_names
from ruleslang.program.displayed_parts import Text
from ruleslang.program.program import Compiled

T = TypeVar("T")


def in_language(compiled: Compiled, language: str) -> Compiled:
    """
    The game with its texts in a language; what is not there in it stays as the rulebook has it.

    Always: the digest is the same, and a match played by the one goes on with the other.
    """
    if language in compiled.program.languages[:1]:
        return compiled
    return _translated(compiled, language)


def _translated(node: T, language: str) -> T:
    made: T = _rewritten(node, language)
    return made


def _rewritten(node: Any, language: str) -> Any:
    if isinstance(node, tuple):
        parts = [_rewritten(each, language) for each in node]
        return tuple(parts) if any(map(_differ, parts, node)) else node
    if isinstance(node, Text):
        words = dict(node.translations).get(language)
        return node if words is None else evolve(node, text=words)
    changed = {
        name: made
        for name in _fields(node.__class__)
        if (made := _rewritten(before := getattr(node, name), language)) is not before
    }
    return evolve(node, **changed) if changed else node


@cache
def _fields(kind: type[object]) -> tuple[str, ...]:
    return field_names(kind) or ()


def _differ(one: Any, other: Any) -> bool:
    return one is not other
