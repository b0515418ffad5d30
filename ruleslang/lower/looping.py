"""Lowers `for each`, `repeat` and `take turns`."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from ruleslang.lower.arithmetic import number
from ruleslang.lower.blocks import Step, block
from ruleslang.lower.expressions import condition, lower
from ruleslang.lower.filtered_members import members, players, whole
from ruleslang.lower.loop_bounds import inside, of_members, of_number
from ruleslang.lower.names import declare
from ruleslang.lower.narrowing import without_facts
from ruleslang.lower.scope import Scope
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.expressions import And, Expr, Literal, Local, Not, Or
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name, Node
from ruleslang.syntax.statements import (
    Block,
    ForEach,
    Repeat,
    TakeTurns,
)
from ruleslang.syntax.walk import walk, written_places


def for_each(scope: Scope, node: ForEach) -> Step:
    """`for each x in S where C`."""
    name = node.variable
    found = members(scope, node.subject, name.text, name.span, "what a loop runs through")
    inner = again(found.told_by(declare(scope, name, found.type, "loop")), node.block)
    inner = inside(inner, of_members(scope, found.of))
    origin = scope.context.origin(node.span, node.marks)
    variable = inner.slot(name.text)
    return [s.ForEach(variable, whole(found), block(inner, node.block), origin)], scope


def again(scope: Scope, *nodes: Block) -> Scope:
    """The scope of a block that runs again: what it writes is not known when it begins anew."""
    for name in _written(nodes):
        scope = without_facts(scope, name)
    return scope


def _written(nodes: Iterable[Block]) -> set[str]:
    places: list[Node] = []
    for top in nodes:
        for node in walk(top):
            places += written_places(node)
    heads = (place.function if isinstance(place, x.Apply) else place for place in places)
    return {head.text for head in heads if isinstance(head, Name)}


def repeat(scope: Scope, node: Repeat) -> Step:
    """`repeat n times`, `repeat while C, at most n times`, `repeat until C`, `repeat`."""
    if node.at_least_once and node.bound is not None:
        return _at_least_once(scope, node, node.bound)
    scope_inside = again(scope, node.block)
    pure = scope_inside.pure("the condition of a loop")
    times: Expr | None = None
    most: int | None = None
    tests: dict[str, Expr] = {}
    if node.bound is not None and node.bound_word == "times":
        amount = number(scope.pure("the number of times"), node.bound)
        if scope.context.is_wrong(node.bound.span):  # perhaps `for each` was meant
            scope_inside = evolve(scope_inside, wrong_head=node.bound.span)
        times, most = amount.expr, of_number(node.bound, amount.type)
    elif node.bound is not None:
        test, holds = condition(pure, node.bound)
        tests[node.bound_word or ""] = test
        if node.bound_word == "while":
            scope_inside = holds
    at_most: Expr | None = None
    if node.at_most is not None:
        amount = number(scope.pure("a limit"), node.at_most)
        at_most, most = amount.expr, of_number(node.at_most, amount.type)
    origin = scope.context.origin(node.span, node.marks)
    return [
        s.Repeat(
            times,
            tests.get("while"),
            tests.get("until"),
            at_most,
            block(inside(scope_inside, most), node.block),
            origin,
        )
    ], scope


def _at_least_once(scope: Scope, node: Repeat, bound: x.Expression) -> Step:
    """
    A loop that is tested after each pass: before the first pass its condition counts for nothing.

    A local says that no pass was begun; a program has no other sort of loop for it.
    """
    context = scope.context
    origin = context.origin(node.span, node.marks)
    begun = context.new_slot("begun", t.Truth(), "let")
    inner = again(scope, node.block)
    test, _ = condition(inner.pure("the condition of a loop"), bound)
    at_most, most = None, None
    if node.at_most is not None:
        amount = number(scope.pure("a limit"), node.at_most)
        at_most, most = amount.expr, of_number(node.at_most, amount.type)
    is_until = node.bound_word == "until"
    first = Not(Local(begun))
    body = block(inside(inner, most), node.block)
    return [
        s.Let(begun, Literal(False), origin),
        s.Repeat(
            None,
            None if is_until else Or(first, test),
            And(Local(begun), test) if is_until else None,
            at_most,
            (s.Assign(s.LocalPlace(begun), Literal(True), origin), *body),
            origin,
        ),
    ], scope


def take_turns(scope: Scope, node: TakeTurns) -> Step:
    """`take turns p among S starting with E until C`."""
    name, around = node.variable, again(scope, node.block)
    found = players(around, node.among, name, "who takes turns")
    starting = None
    if node.starting is not None:
        starting = lower(scope.pure("who begins"), node.starting, t.Player()).expr
    until = None
    if node.until is not None:
        until, _ = condition(around.pure("the condition of a loop"), node.until)
    inner = inside(declare(around, name, t.Player(), "loop"), None)
    origin = scope.context.origin(node.span, node.marks)
    return [
        s.TakeTurns(
            inner.slot(name.text),
            whole(found),
            starting,
            until,
            block(inner, node.block),
            origin,
        )
    ], scope
