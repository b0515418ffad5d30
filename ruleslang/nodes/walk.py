"""
A walk over nodes of any sort, parents before what stands in them.

Nodes never change, so what stands in one is gathered once and kept with it: nearly all that a
check does is walking.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from inspect import get_annotations
from itertools import chain
from operator import attrgetter
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeAlias, TypeVar

import attrs

Fields: TypeAlias = Callable[[type[Any]], "tuple[str, ...] | None"]
"""The fields of a class in which nodes may stand; None: it is no class of nodes."""

WORTH_KEEPING = 8  # nodes
WORTH_AN_INDEX = 200  # nodes


class Walked:
    """A node that keeps what stands in it, once a walk has gathered that."""

    __slots__ = ("_all_inside",)


class _ClassFields(NamedTuple):
    """What a walk knows of a class of nodes."""

    parts: Callable[[Any], Sequence[Any]] | None  # the fields in which nodes may stand, if any
    keeps: bool  # whether its objects have a place for what stands in them


class _Known(dict[type[Any], "_ClassFields | None"]):
    """What is known of each class; one that is met for the first time is looked at."""

    def __init__(self, fields: Fields) -> None:
        super().__init__()
        self._fields = fields

    def __missing__(self, kind: type[Any]) -> _ClassFields | None:
        fields = self._fields(kind)
        found = None if fields is None else _ClassFields(_parts(fields), issubclass(kind, Walked))
        self[kind] = found
        return found


def _parts(fields: tuple[str, ...]) -> Callable[[Any], Sequence[Any]] | None:
    if not fields:
        return None
    one = attrgetter(*fields)
    return one if len(fields) > 1 else lambda node: (one(node),)


class Inside(tuple[Any, ...]):
    """What stands in a large node, with an index of its classes that is made when asked for."""

    @cached_property
    def by_class(self) -> dict[type[Any], list[Any]]:
        """The nodes of each class, in their order."""
        found: dict[type[Any], list[Any]] = {}
        for each in self:
            of = found.get(each.__class__)
            if of is None:
                found[each.__class__] = [each]
            else:
                of.append(each)
        return found

    @cached_property
    def _by_kind(self) -> dict[Any, Sequence[Any]]:
        """The answers of `of_kind` so far."""
        return {}

    def of_kind(self, kind: Any) -> Sequence[Any]:
        """The nodes of a class, or of one of several, in their order."""
        found = self._by_kind.get(kind)
        if found is None:
            classes = {each for each in self.by_class if issubclass(each, kind)}
            if len(classes) > 1:
                found = [each for each in self if each.__class__ in classes]
            else:
                found = self.by_class[classes.pop()] if classes else ()
            self._by_kind[kind] = found
        return found


class Walker:
    """Walks over the nodes that `fields` knows."""

    def __init__(self, fields: Fields) -> None:
        self._known = _Known(fields)

    def children(self, node: Any) -> list[Any]:
        """What stands directly in a node, in the order of its fields; tuples are looked into."""
        found: list[Any] = []
        if node.__class__ is tuple:
            self._gather(node, found)
            return found
        known = self._known
        sort = known[node.__class__]
        if sort is None or sort[0] is None:
            return found
        for value in sort[0](node):
            if value.__class__ is tuple:
                if value:
                    self._gather(value, found)
            elif known[value.__class__] is not None:
                found.append(value)
        return found

    def walk(self, node: Any) -> Iterator[Any]:
        """A node (or each of a tuple) and all that stands in it, in the order of the text."""
        if node.__class__ is tuple:
            return chain.from_iterable(map(self.walk, self.children(node)))
        if self._known[node.__class__] is None:
            return iter(())
        return chain((node,), self._inside(node))

    def find(self, node: Any, kind: Any) -> Iterator[Any]:
        """The nodes of a class, or of one of several, in the order of `walk`."""
        if node.__class__ is tuple:
            return chain.from_iterable([self.find(child, kind) for child in self.children(node)])
        if self._known[node.__class__] is None:
            return iter(())
        inside = self._inside(node)
        if inside.__class__ is Inside:
            found = inside.of_kind(kind)
        else:
            found = [each for each in inside if isinstance(each, kind)]
        return chain((node,), found) if isinstance(node, kind) else iter(found)

    def by_class(self, node: Any) -> dict[type[Any], list[Any]]:
        """A node and all that stands in it, in the order of `walk`, by their classes."""
        inside = () if node.__class__ is tuple else self._inside(node)
        if inside.__class__ is Inside and node.__class__ not in inside.by_class:
            return {node.__class__: [node], **inside.by_class}
        return Inside(self.walk(node)).by_class

    def _inside(self, node: Any) -> tuple[Any, ...]:
        """
        What stands in a node. What stands in each of its children is kept, too: whoever has walked
        over a program will walk over its declarations.
        """
        sort = self._known[node.__class__]
        if sort is None or sort[0] is None:
            return ()
        kept: tuple[Any, ...] | None = getattr(node, "_all_inside", None) if sort[1] else None
        if kept is not None:
            return kept
        found: list[Any] = []
        for child in self.children(node):
            found.append(child)
            found += self._gathered(child)
        return self._kept(node, sort, found)

    def _gathered(self, node: Any) -> tuple[Any, ...]:
        """What stands in a node, however deep, without a call for each depth."""
        known = self._known
        sort = known[node.__class__]
        if sort is None or sort[0] is None:
            return ()
        kept: tuple[Any, ...] | None = getattr(node, "_all_inside", None) if sort[1] else None
        if kept is not None:
            return kept
        waiting: list[Any] = self.children(node)[::-1]
        found: list[Any] = []
        while waiting:
            each = waiting.pop()
            found.append(each)
            own = known[each.__class__]
            if own is None or own[0] is None:
                continue
            kept = getattr(each, "_all_inside", None) if own[1] else None
            if kept is not None:
                found += kept
            else:
                waiting += reversed(self.children(each))
        return self._kept(node, sort, found)

    def _kept(self, node: Any, sort: _ClassFields, found: list[Any]) -> tuple[Any, ...]:
        kept = Inside(found) if len(found) >= WORTH_AN_INDEX else tuple(found)
        if sort[1] and len(kept) >= WORTH_KEEPING:
            object.__setattr__(node, "_all_inside", kept)
        return kept

    def _gather(self, items: tuple[Any, ...], found: list[Any]) -> None:
        for item in items:
            if item.__class__ is tuple:
                self._gather(item, found)
            elif self._known[item.__class__] is not None:
                found.append(item)


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
        _NAMES[cls] = tuple(field.name for field in own_fields(cls)) if known else None
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


H = TypeVar("H", contravariant=True)  # the classes that have a handler
C = TypeVar("C")  # what a handler is given before the node
P = ParamSpec("P")  # and after it
R = TypeVar("R")
N = TypeVar("N")


class Handlers(Generic[H, C, P, R]):
    """
    The handlers of some classes.

    >>> def twice(factor: int, node: str) -> str:
    ...     return node * factor
    >>> Handlers({}).on(str, twice).by_class[str](2, "ab")
    'abab'
    """

    __slots__ = ("by_class",)

    def __init__(self, by_class: Mapping[type[Any], Callable[Concatenate[C, Any, P], R]]) -> None:
        self.by_class = by_class

    def on(
        self, kind: type[N], handler: Callable[Concatenate[C, N, P], R]
    ) -> Handlers[H | N, C, P, R]:
        """These, and one more class with its handler."""
        return Handlers({**self.by_class, kind: handler})
