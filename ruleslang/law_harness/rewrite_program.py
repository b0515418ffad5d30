"""A program with some of its parts written in another way: nodes for nodes, from the inside out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

from attrs import evolve

from ruleslang.nodes.lazy import field_names
from ruleslang.program import expressions as e
from ruleslang.program.walk import children, find

T = TypeVar("T")


class Several(tuple[Any, ...]):
    """Statements that stand in the place of one."""

    __slots__ = ()


Change: TypeAlias = Callable[[Any], Any]


def rewritten(node: T, change: Change) -> T:
    """A part of a program, with each node as `change` makes it of what its parts have become."""
    made: T = _rewritten(node, change)
    return made


def _rewritten(node: Any, change: Change) -> Any:
    if isinstance(node, tuple):
        return _flat(node, [_rewritten(each, change) for each in node])
    names = field_names(type(node))
    if names is None:
        return node
    changed = {}
    for name in names:
        before = getattr(node, name)
        after = _rewritten(before, change)
        if after is not before:
            changed[name] = after
    return change(evolve(node, **changed) if changed else node)


def _flat(before: tuple[Any, ...], after: list[Any]) -> tuple[Any, ...]:
    if all(one is other for one, other in zip(before, after, strict=True)):
        return before
    found: list[Any] = []
    for each in after:
        found += each if isinstance(each, Several) else (each,)
    return tuple(found)


# ---------------------------------------------------------------- names of members


class Fresh:
    """Names that no body has yet; each rewriting has its own word for them."""

    def __init__(self, word: str) -> None:
        self.word, self.given = word, 0

    def name(self) -> str:
        """Another one."""
        self.given += 1
        return f"{self.word}~{self.given}"

    def renamed(self, expression: e.Expr) -> e.Expr:
        """The same expression, with other names for the members it speaks of."""
        names = {name: self.name() for name in bound(expression)}
        locals_: dict[str, e.Expr] = {old: e.Local(new) for old, new in names.items()}
        return with_locals(expression, locals_, names)


def bound(expression: Any) -> list[str]:
    """The names that an expression gives to members."""
    inside = (getattr(each, "variable", None) for each in _all(expression))
    return list(dict.fromkeys(name for name in inside if name is not None))


def is_closed(expression: Any) -> bool:
    """Whether an expression neither reads a local nor names a member."""
    return not bound(expression) and next(find(expression, e.Local), None) is None


def with_locals(expression: T, values: dict[str, e.Expr], names: dict[str, str]) -> T:
    """An expression with these in the place of locals, and with other names for members."""

    def change(node: Any) -> Any:
        if isinstance(node, e.Local):
            return values.get(node.name, node)
        variable = getattr(node, "variable", None)
        return evolve(node, variable=names[variable]) if variable in names else node

    return rewritten(expression, change)


def size(expression: Any) -> int:
    """How many nodes it has."""
    return sum(1 for _ in _all(expression))


def _all(node: Any) -> Iterable[Any]:
    yield node
    for each in children(node):
        yield from _all(each)
