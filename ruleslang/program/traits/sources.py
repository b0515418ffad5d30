"""The zones from which the cards of an expression are taken."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.program import expressions as e
from ruleslang.program.traits.vocabulary import Cell

ANY_ZONE = Cell("zone")


def taken_from(cards: e.Expr) -> tuple[Cell, ...]:
    """The zones that moving some cards may take them from; without a name: any zone."""
    return tuple(dict.fromkeys(_taken(cards)))


def _taken(cards: e.Expr) -> Iterator[Cell]:
    match cards:
        case e.ReadZone(name, index) | e.ZoneAt(name, index):
            yield Cell("zone", name, index)
        case e.Where(_, inner, _) | e.AsFarAs(_, inner, _) | e.With(_, inner, _):
            yield from _taken(inner)
        case e.Ranked(_, inner, _) | e.Except(inner, _):
            yield from _taken(inner)
        case e.Union(left, right) | e.Join(left, right) | e.WhenOtherwise(left, _, right):
            yield from (*_taken(left), *_taken(right))
        case e.MakeSet(items) | e.MakeList(items):
            for item in items:
                yield from _taken(item)
        case e.CallBuiltIn("top" | "bottom" | "first" | "item", (source, *_)):
            yield from _taken(source)
        case e.Literal():
            pass
        case _:
            yield ANY_ZONE
