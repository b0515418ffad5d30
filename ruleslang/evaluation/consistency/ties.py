"""
Finds comparisons of two players after which one or the other gets something, and nobody says who
does when they are equal: `if held(home) > held(away): home wins`, and below it `away wins`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TypeAlias, TypeVar, cast

from attrs import evolve, frozen

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.program.traits.effects import blocks_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import plain
from ruleslang.program.typing.world import Scope, World, scope_of, world_of
from ruleslang.program.walk import alike, children, rebuilt

T = TypeVar("T")

Pair: TypeAlias = tuple[e.Expr, e.Expr]


@frozen
class Tie:
    """
    Two players are equal where `even` holds of the locals of a line.

    In a value it holds of the `arguments` with which the line asks for the value. `origin` is the
    place of the comparison.
    """

    even: e.Expr
    origin: int
    arguments: tuple[e.Expr, ...] | None = None


def ties_of(program: Program) -> Mapping[int, tuple[Tie, ...]]:
    """By the origin of a line, the comparisons in it, and in the values that it asks for."""
    world = world_of(program)
    ties: defaultdict[int, list[Tie]] = defaultdict(list)
    in_values = {value.name: tie for value in program.values if (tie := _of_value(value, world))}
    for body in (*program.procedures, *program.actions, *program.plays, *program.standings):
        scope = scope_of(world, body)
        for block in blocks_of(body):
            for place, node in enumerate(block):
                ties[node.origin] += _of_line(node, block[place + 1 :], scope)
                ties[node.origin] += [
                    evolve(in_values[part.name], arguments=part.arguments)
                    for part in _own(node)
                    if isinstance(part, e.CallValue) and part.name in in_values
                ]
    return {origin: tuple(some) for origin, some in ties.items() if some}


def _of_line(node: s.Statement, below: s.Block, scope: Scope) -> Iterator[Tie]:
    """The comparisons of a line itself, where what follows is the same for the other player."""
    if isinstance(node, s.If):
        pair = _players_compared(node.condition, scope)
        rest = node.otherwise or (below[: len(node.then)] if _leaves(node.then) else ())
        if pair is not None and node.then and alike(exchanged(node.then, pair), rest):
            yield Tie(_even(node.condition), node.origin)
    for part in _own(node):
        if isinstance(part, e.WhenOtherwise):
            pair = _players_compared(part.condition, scope)
            if pair is not None and _is_for_the_other(part.value, part.otherwise, pair):
                yield Tie(_even(part.condition), node.origin)


def _of_value(value: d.Value, world: World) -> Tie | None:
    """When two players are equal of whom a value takes the second; `None`: it takes neither."""
    rows = [(case.condition, case.value) for case in value.cases]
    while isinstance(last := rows[-1][1], e.WhenOtherwise):
        rows[-1:] = [(last.condition, last.value), (None, last.otherwise)]
    if len(rows) < 2 or value.lets:
        return None
    *before, (condition, first), (_, second) = rows
    pair = None if condition is None else _players_compared(condition, scope_of(world, value))
    if condition is None or pair is None or not _is_for_the_other(first, second, pair):
        return None
    even = _even(condition)
    for earlier, _ in reversed(before):
        even = even if earlier is None else e.And(e.Not(earlier), even)
    origin = value.cases[-1].origin
    return Tie(even, origin if origin >= 0 else value.origin)


def _is_for_the_other(first: e.Expr, second: e.Expr, pair: Pair) -> bool:
    return alike(exchanged(first, pair), second) and not alike(first, second)


def _even(condition: e.Expr) -> e.Expr:
    assert isinstance(condition, e.Compare)
    return e.Equal(condition.left, condition.right)


def _players_compared(condition: e.Expr, scope: Scope) -> Pair | None:
    """The two players of whom a condition says that one has more, or less, of the same."""
    if not isinstance(condition, e.Compare) or condition.operator not in "<>":
        return None
    pairs = [*_differing(condition.left, condition.right)]
    first = pairs[0] if pairs else None
    if first is None or any(not alike(pair, first) for pair in pairs):
        return None
    is_of_players = all(isinstance(plain(type_of(side, scope)), t.Player) for side in first)
    return first if is_of_players and condition.left not in first else None


def _differing(left: object, right: object) -> Iterator[Pair]:
    """The innermost parts in which two expressions differ."""
    mine, theirs = [*children(left)], [*children(right)]
    if alike(left, right):
        return
    same_form = type(left) is type(right) and len(mine) == len(theirs) and mine
    if same_form and not isinstance(left, e.CallBuiltIn) and _named_alike(left, right):
        for own, other in zip(mine, theirs, strict=True):
            yield from _differing(own, other)
    else:
        yield cast("Pair", (left, right))


def _named_alike(left: object, right: object) -> bool:
    return getattr(left, "name", "") == getattr(right, "name", "")


def exchanged(node: T, pair: Pair) -> T:
    """A part of a program in which two players change places."""
    first, second = pair
    if not isinstance(node, tuple) and alike(node, first):
        return cast("T", second)
    if not isinstance(node, tuple) and alike(node, second):
        return cast("T", first)
    return rebuilt(node, lambda name, part: exchanged(part, pair))


def _leaves(block: s.Block) -> bool:
    return bool(block) and isinstance(block[-1], s.Wins | s.Answer | s.Stop | s.End)


def _own(node: object) -> Iterator[object]:
    """The parts of a line that belong to no line inside it, and to no member of a set."""
    for child in children(node):
        if not isinstance(child, s.Statement | e.Where | e.Fold | e.With | e.Every | e.ThereIs):
            yield child
            yield from _own(child)
