"""The cells that each class of expression reads, and the sources of members."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard, assert_never, get_args

from ruleslang.program import expressions as e
from ruleslang.program.builtins import FUNCTIONS
from ruleslang.program.traits.trait_classes import Cell
from ruleslang.program.walk import walk

ANYTHING = Cell("anything")
COUNTS_AS = Cell("counts as")
PLAYERS = Cell("players")
ACTIVE = Cell("active")

_CLASSES = frozenset(get_args(e.Expr))


def is_expression(node: object) -> TypeGuard[e.Expr]:
    return type(node) in _CLASSES


def cells_read(part: object) -> Iterator[Cell]:
    """Yield the cells that the expressions in a part of a program read, without named values."""
    for node in walk(part):
        if is_expression(node):
            yield from reads(node)


def reads(node: e.Expr) -> tuple[Cell, ...]:
    """Return the cells that an expression reads itself, without its operands."""
    if isinstance(node, e.Reading):
        return _reading(node)
    if isinstance(node, e.Test):
        return _test(node)
    return _computing(node)


def _reading(node: e.Reading) -> tuple[Cell, ...]:
    match node:
        case e.ReadState(name, index):
            return (Cell("state", name, index),)
        case e.ReadZone(name, index) | e.ZoneAt(name, index):
            return (Cell("zone", name, index),)
        case e.ReadDice(name, index) | e.DiceAt(name, index):
            return (Cell("dice", name, index),)
        case e.FaceOf() | e.FacesOf():
            return (Cell("dice"),)
        case e.CallValue(name):
            return (Cell("value", name),)
        case e.CallBuiltIn(function):
            return tuple(Cell(kind) for kind in FUNCTIONS[function].reads)
        case e.CopyInZone():
            return (Cell("zone"), COUNTS_AS)
        case e.Active():
            return (ACTIVE,)
        case e.ReadField():
            return (COUNTS_AS,)
        case e.ThisUnderWay() | e.ReadPlace():
            return (ANYTHING,)
        case e.Local() | e.ReadOption():
            return ()
        case _:
            assert_never(node)


def _test(node: e.Test) -> tuple[Cell, ...]:
    match node:
        case e.IsKind() | e.IsTitle() | e.In() | e.Equal():
            return (COUNTS_AS,)
        case e.Playable():
            return (ANYTHING,)
        case e.StillThere(choice):  # with a choice it stands only where a body begins
            return (Cell("zone"),) if choice is None else ()
        case e.Compare() | e.IsPiece() | e.IsAutomatic() | e.IsEmpty():
            return ()
        case e.Not() | e.And() | e.Or() | e.ThereIs() | e.Every():
            return ()
        case _:
            assert_never(node)


def _computing(
    node: e.Constant | e.Numeric | e.Chosen | e.Collected | e.Narrowed,
) -> tuple[Cell, ...]:
    match node:
        case e.Everything("players"):
            return (PLAYERS,)
        case e.Everything("winners"):
            return (Cell("result"),)
        case e.Except():
            return (COUNTS_AS,)
        case e.NumberOfChoices() | e.ChanceOf():
            return (ANYTHING,)
        case e.TimesNoted(history):
            return (Cell("history", history),)
        case e.WhatWouldBe(_, procedure):
            return (Cell("imagined", procedure),)
        case e.Everything() | e.Literal() | e.WordValue() | e.SeatValue() | e.TeamValue():
            return ()  # the existing things never change
        case e.TitleValue() | e.SpaceValue() | e.Range() | e.MakeSet() | e.MakeList():
            return ()
        case e.Arithmetic() | e.Divide() | e.Negate() | e.NumberOf() | e.WhenOtherwise() | e.Fold():
            return ()
        case e.OptionalAsSet() | e.ListAsSet() | e.Union() | e.Join() | e.Subsets() | e.Image():
            return ()
        case e.UnionOver() | e.Where() | e.AsFarAs() | e.With() | e.Ranked() | e.SpreadBy():
            return ()
        case _:
            assert_never(node)


# ---------------------------------------------------------------- what the order of a list is to it


def read_as_bags(node: e.Expr) -> tuple[e.Expr, ...]:
    """Return the operands whose order does not matter to an expression."""
    match node:
        case e.NumberOf() | e.Fold() | e.Image() | e.UnionOver() | e.Every():
            return (node.subject,)
        case e.IsEmpty():
            return (node.operand,)
        case e.In():
            return (node.set,)
        case _:
            return ()  # on the safe side: the order may matter


ANY_ZONE = Cell("zone")


def sources(node: e.Expr) -> Iterator[e.Expr]:
    """Yield the innermost sets and lists that the members of an expression come from."""
    parts = drawn_from(node)
    if not parts:
        yield node
    for part in parts:
        yield from sources(part)


def drawn_from(node: e.Expr) -> tuple[e.Expr, ...]:
    """
    Return the operands that all members of a set come from; empty where it reads or makes them
    itself.

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
            return ()  # the members reached are in no part
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
    """Return the zones that moving some cards may take them from; without a name: any zone."""
    return tuple(dict.fromkeys(_zones_taken_from(cards)))


def _zones_taken_from(cards: e.Expr) -> Iterator[Cell]:
    for source in sources(cards):
        match source:
            case e.ReadZone(name, index) | e.ZoneAt(name, index):
                yield Cell("zone", name, index)
            case e.MakeSet(items) | e.MakeList(items):
                for item in items:
                    yield from _zones_taken_from(item)
            case e.CallBuiltIn(function, (among, *_)) if FUNCTIONS[function].of_members:
                yield from _zones_taken_from(among)
            case e.Literal():
                pass
            case _:
                yield ANY_ZONE
