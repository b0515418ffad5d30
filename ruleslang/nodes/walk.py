"""
A walk over nodes of any sort, parents before what stands in them.

Nodes never change, so what stands in one is gathered once and kept with it: nearly all that a
check does is walking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, TypeAlias

from ruleslang.nodes.lazy import WALKED

Fields: TypeAlias = Callable[[type[Any]], "tuple[str, ...] | None"]
"""The fields of a class in which nodes may stand; None: it is no class of nodes."""

WORTH_KEEPING = 8  # nodes
WORTH_AN_INDEX = 200  # nodes


class _Known(dict[type[Any], "tuple[str, ...] | None"]):
    """The fields of each class; those of a class that is met for the first time are looked up."""

    def __init__(self, fields: Fields) -> None:
        super().__init__()
        self._fields = fields

    def __missing__(self, kind: type[Any]) -> tuple[str, ...] | None:
        found = self[kind] = self._fields(kind)
        return found


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
        for name in known[node.__class__] or ():
            value = getattr(node, name)
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
            return chain.from_iterable([self.find(each, kind) for each in self.children(node)])
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
        kept: tuple[Any, ...] | None = getattr(node, WALKED, None)
        if kept is not None:
            return kept
        found: list[Any] = []
        for child in self.children(node):
            found.append(child)
            found += self._gathered(child)
        return self._kept(node, found)

    def _gathered(self, node: Any) -> tuple[Any, ...]:
        """What stands in a node, however deep, without a call for each depth."""
        kept: tuple[Any, ...] | None = getattr(node, WALKED, None)
        if kept is not None:
            return kept
        waiting: list[Any] = self.children(node)[::-1]
        found: list[Any] = []
        while waiting:
            each = waiting.pop()
            found.append(each)
            kept = getattr(each, WALKED, None)
            if kept is not None:
                found += kept
            else:
                waiting += reversed(self.children(each))
        return self._kept(node, found)

    def _kept(self, node: Any, found: list[Any]) -> tuple[Any, ...]:
        kept = Inside(found) if len(found) >= WORTH_AN_INDEX else tuple(found)
        if len(kept) >= WORTH_KEEPING and hasattr(node.__class__, WALKED):
            object.__setattr__(node, WALKED, kept)
        return kept

    def _gather(self, items: tuple[Any, ...], found: list[Any]) -> None:
        for item in items:
            if item.__class__ is tuple:
                self._gather(item, found)
            elif self._known[item.__class__] is not None:
                found.append(item)
