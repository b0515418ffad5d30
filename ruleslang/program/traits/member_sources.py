"""Where the members of a set or list come from, and from which zones cards are taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ruleslang.program import expressions as e
from ruleslang.program.traits.trait_classes import Cell

ANY_ZONE = Cell("zone")


def sources(node: e.Expr) -> Iterator[e.Expr]:
    """The sets and lists of which an expression has all its members; at least itself."""
    parts = drawn_from(node)
    if not parts:
        yield node
    for part in parts:
        yield from sources(part)


def drawn_from(node: e.Expr) -> tuple[e.Expr, ...]:
    """
    The operands that all members of a set come from; empty where it reads or makes them itself.

    >>> drawn_from(e.Union(e.ReadZone("deck"), e.ReadZone("discard")))
    (ReadZone(name='deck', index=()), ReadZone(name='discard', index=()))
    """
    if isinstance(node, e.Narrowed):
        return _narrowed(node)
    if isinstance(node, e.Collected):
        return _collected(node)
    return (node.value, node.otherwise) if isinstance(node, e.WhenOtherwise) else ()


def _narrowed(node: e.Narrowed) -> tuple[e.Expr, ...]:
    match node:
        case e.Where() | e.AsFarAs() | e.With() | e.Ranked():
            return (node.subject,)
        case e.Except():
            return (node.left,)
        case e.SpreadBy():
            return ()  # the members that are reached stand in no part
        case _:
            assert_never(node)


def _collected(node: e.Collected) -> tuple[e.Expr, ...]:
    match node:
        case e.Union() | e.Join():
            return (node.left, node.right)
        case e.OptionalAsSet() | e.ListAsSet():
            return (node.operand,)
        case e.Everything() | e.Range() | e.MakeSet() | e.MakeList():
            return ()
        case e.Subsets() | e.Image() | e.UnionOver():
            return ()
        case _:
            assert_never(node)


# ---------------------------------------------------------------- zones


def taken_from(cards: e.Expr) -> tuple[Cell, ...]:
    """The zones that moving some cards may take them from; without a name: any zone."""
    return tuple(dict.fromkeys(_taken(cards)))


def _taken(cards: e.Expr) -> Iterator[Cell]:
    for source in sources(cards):
        match source:
            case e.ReadZone(name, index) | e.ZoneAt(name, index):
                yield Cell("zone", name, index)
            case e.MakeSet(items) | e.MakeList(items):
                for item in items:
                    yield from _taken(item)
            case e.CallBuiltIn("top" | "bottom" | "first" | "item", (among, *_)):
                yield from _taken(among)
            case e.Literal():
                pass
            case _:
                yield ANY_ZONE
