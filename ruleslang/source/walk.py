"""
A walk over nodes of any sort, in pre-order.

Nodes never change, so the descendants of one are gathered once and kept with it: nearly all that a
check does is walking.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from inspect import get_annotations
from itertools import chain
from operator import attrgetter
from typing import (
    Any,
    Concatenate,
    Generic,
    NamedTuple,
    ParamSpec,
    TypeAlias,
    TypeVar,
    TypeVarTuple,
    cast,
)

import attrs

N = TypeVar("N")
R = TypeVar("R")
W = TypeVar("W")  # the nodes over which a walker walks
Facts = TypeVarTuple("Facts")
Fields: TypeAlias = Callable[[type[Any]], "tuple[str, ...] | None"]
"""The fields of a class that may contain nodes; None: it is not a class of nodes."""

WORTH_KEEPING = 3  # nodes
WORTH_AN_INDEX = 30  # nodes
MOVED_FROM = "moved from"  # under which `answers` has the node of an earlier text, written alike


class Walked:
    """A node that keeps its descendants once a walk has gathered them, and other answers."""

    __slots__ = ("_answers", "_descendants")


def asked_once(function: Callable[[N], R]) -> Callable[[N], R]:
    """Return a function of a node and nothing else, whose answers are kept with nodes that can."""

    def answer(node: N) -> R:
        if not isinstance(node, Walked):
            return function(node)
        known = answers(node)
        if function not in known:
            known[function] = function(node)
        return cast("R", known[function])

    return answer


def asked_with(function: Callable[[N, *Facts], R]) -> Callable[[*Facts], Callable[[N], R]]:
    """
    Return a function that takes all that is read besides a node, and returns a function of nodes,
    whose answers are kept with the nodes until it is given something else.

    Nodes that are kept from one text to the next keep what was found about them, and what they
    depend on is what `function` is given: it has no other way to read the rest of a rulebook. It
    may be given equal facts of an earlier text, so it must not ask whether two are the same object.
    """
    last: list[tuple[*Facts]] = []

    def given(*args: *Facts) -> Callable[[N], R]:
        before = last[:1]  # read once: another thread may check another rulebook
        facts = before[0] if before == [args] else args  # the same object while they are equal
        last[:] = [facts]

        def answer(node: N) -> R:
            known = answers(node)
            kept = known.get(function)
            if kept is None or (kept[0] is not facts and kept[0] != facts):
                kept = known[function] = facts, function(node, *facts)
            return cast("R", kept[1])

        return answer

    return given


def answers(node: object) -> dict[Any, Any]:
    """Return what is kept with a node, which may be added to."""
    known: dict[Any, Any] | None = getattr(node, "_answers", None)
    if known is None:
        known = {}
        object.__setattr__(node, "_answers", known)
    return known


class _ClassFields(NamedTuple):
    """The fields of a class of nodes, for walks."""

    values: Callable[[Any], Sequence[Any]]  # values of the fields that may contain nodes
    keeps: bool  # whether its objects have a place for their descendants


class _Known(dict[type[Any], "_ClassFields | None"]):
    """The known facts about each class, by its fields; None: it is not a class of nodes."""

    def __init__(self, fields: Fields) -> None:
        super().__init__()
        self._fields = fields

    def __missing__(self, kind: type[Any]) -> _ClassFields | None:
        fields = self._fields(kind)
        self[kind] = (
            None if fields is None else _ClassFields(_getter(fields), issubclass(kind, Walked))
        )
        return self[kind]


def _getter(fields: tuple[str, ...]) -> Callable[[Any], Sequence[Any]]:
    if len(fields) > 1:
        return attrgetter(*fields)
    return lambda node: [getattr(node, name) for name in fields]


class Inside(tuple[Any, ...]):
    """The descendants of a large node, indexed by class when asked for."""

    @cached_property
    def by_class(self) -> dict[type[Any], list[Any]]:
        """The nodes of each class, in their order."""
        nodes: dict[type[Any], list[Any]] = {}
        for node in self:
            nodes.setdefault(node.__class__, []).append(node)
        return nodes

    @cached_property
    def _by_kind(self) -> dict[Any, Sequence[Any]]:
        """The answers of `of_kind` so far."""
        return {}

    def of_kind(self, kind: Any) -> Sequence[Any]:
        """Return the nodes of a class, or of one of several, in their order."""
        if kind not in self._by_kind:
            classes = {cls for cls in self.by_class if issubclass(cls, kind)}
            if len(classes) == 1:
                self._by_kind[kind] = self.by_class[classes.pop()]
            else:
                self._by_kind[kind] = [node for node in self if node.__class__ in classes]
        return self._by_kind[kind]


class Walker(Generic[W]):
    """Walks over the nodes that `fields` knows, in a node or in each of a tuple."""

    def __init__(self, fields: Fields) -> None:
        self._known = _Known(fields)

    def children(self, node: W) -> list[W]:
        """Return the children of a node, in the order of its fields, including those in tuples."""
        nodes: list[Any] = []
        known = self._known[node.__class__]
        values: Any = node if node.__class__ is tuple else known.values(node) if known else ()
        self._gather(values, nodes)
        return nodes

    def walk(self, node: W) -> Iterator[W]:
        """Return a node (or each of a tuple) and its descendants, in pre-order."""
        if node.__class__ is tuple:
            return chain.from_iterable(map(self.walk, self.children(node)))
        if self._known[node.__class__] is None:
            return iter(())
        return chain((node,), self._inside(node))

    def find(self, node: W, kind: type[N]) -> Iterator[N]:
        """Return the nodes of a class, or of one of several, in the order of `walk`."""
        if node.__class__ is tuple:
            return chain.from_iterable([self.find(child, kind) for child in self.children(node)])
        if self._known[node.__class__] is None:
            return iter(())
        inside = self._inside(node)
        if isinstance(inside, Inside):
            nodes = inside.of_kind(kind)
        else:
            nodes = [descendant for descendant in inside if isinstance(descendant, kind)]
        return chain((node,), nodes) if isinstance(node, kind) else iter(nodes)

    def by_class(self, node: W) -> Mapping[type[Any], Sequence[W]]:
        """Return a node and its descendants in the order of `walk`, by their classes."""
        inside = () if node.__class__ is tuple else self._inside(node)
        if isinstance(inside, Inside) and node.__class__ not in inside.by_class:
            return {node.__class__: [node], **inside.by_class}
        return Inside(self.walk(node)).by_class

    def _inside(self, node: Any) -> tuple[Any, ...]:
        """Return the descendants of a node; those of large nodes are kept with them."""
        known = self._known[node.__class__]
        if known is None:
            return ()
        kept: tuple[Any, ...] | None = getattr(node, "_descendants", None) if known.keeps else None
        if kept is not None:
            return kept
        nodes: list[Any] = []
        for child in self.children(node):
            nodes.append(child)
            nodes += self._inside(child)
        kept = Inside(nodes) if len(nodes) >= WORTH_AN_INDEX else tuple(nodes)
        if known.keeps and len(kept) >= WORTH_KEEPING:
            object.__setattr__(node, "_descendants", kept)
        return kept

    def _gather(self, values: Sequence[Any], nodes: list[Any]) -> None:
        for value in values:
            if value.__class__ is tuple:
                self._gather(value, nodes)
            elif self._known[value.__class__] is not None:
                nodes.append(value)


_WORD = r"(?:int|str|bool|None|Span|tuple\[(?:int|str|bool|Origin), \.\.\.\])"
_PLAIN = re.compile(rf"{_WORD}(?: \| {_WORD})*")  # the type of a field without nodes

_NAMES: dict[type[object], tuple[str, ...] | None] = {}  # fields with nodes, memoised


def own_fields(cls: type[object]) -> tuple[attrs.Attribute[Any], ...]:
    """Return the fields of an attrs class; none of any other class."""
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(cls) if attrs.has(cls) else ()
    return fields


def field_names(cls: type[object]) -> tuple[str, ...] | None:
    """
    Return the fields of a class, in their order; None: it is no attrs class.

    >>> field_names(int)
    """
    if cls not in _NAMES:
        known = attrs.has(cls)
        _NAMES[cls] = tuple(field.name for field in own_fields(cls)) if known else None
    return _NAMES[cls]


def node_fields(cls: type[object]) -> tuple[str, ...] | None:
    """Return the fields that may contain nodes, by annotation; `None`: it is no attrs class."""
    names = field_names(cls)
    if names is None:
        return None
    written = written_types(cls)
    return tuple(name for name in names if not _PLAIN.fullmatch(written[name]))


def written_types(cls: type[object]) -> dict[str, str]:
    """Return the fields of a class with their types, as they are written."""
    return {
        name: str(written)
        for base in reversed(cls.__mro__)
        for name, written in get_annotations(base).items()
    }


C = TypeVar("C")  # a handler's context argument
P = ParamSpec("P")  # and after it


Handler: TypeAlias = Callable[Concatenate[C, N, P], R]


class Handlers(dict[type[Any], Callable[Concatenate[C, Any, P], R]], Generic[C, P, R]):
    """
    The handlers of classes, each registered by a decorator above it.

    >>> handlers = Handlers[int, [], str]()
    >>> @handlers.of(str)
    ... def twice(factor: int, node: str) -> str:
    ...     return node * factor
    >>> handlers[str](2, "ab")
    'abab'
    """

    def of(self, kind: type[N]) -> Callable[[Handler[C, N, P, R]], Handler[C, N, P, R]]:
        """Return a decorator for the handler of a class."""

        def register(handler: Handler[C, N, P, R]) -> Handler[C, N, P, R]:
            self[kind] = handler
            return handler

        return register
