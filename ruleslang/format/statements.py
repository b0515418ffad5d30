"""Statements, bodies and effects as lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ruleslang.format.expressions import (
    Bond,
    atom,
    expression,
    held,
    listed,
    members,
    signed,
    total,
    where,
)
from ruleslang.format.lines import Line, label, names
from ruleslang.format.simple_statements import chooses, chosen, optional, pattern, simple
from ruleslang.syntax.expressions import Expression
from ruleslang.syntax.node import Marks
from ruleslang.syntax.statements import (
    AtOnce,
    Block,
    Body,
    Change,
    Clause,
    Cost,
    Depending,
    Effect,
    ForEach,
    Hook,
    If,
    Lasting,
    Limit,
    MayChoose,
    Menu,
    MenuItem,
    Modify,
    OnlyIf,
    Pays,
    Repeat,
    Statement,
    TakeTurns,
    Together,
    Whenever,
)


def statement(node: Statement, depth: int) -> Iterator[Line]:
    """The lines of a statement."""
    match node:
        case If():
            yield from _if(node, depth)
        case Depending():
            yield from _depending(node, depth)
        case MayChoose():
            head = f"{atom(node.player)} may choose {chosen(node.choice)}"
            yield Line(depth, head, node.span.start, node.marks)
            yield from indented(node.block, depth)
            yield from _otherwise(node.otherwise, node.otherwise_marks, depth)
        case Menu():
            head = f"{chooses(node.player)} one of{label(node.text)}"
            yield Line(depth, head, node.span.start, node.marks)
            for item in node.items:
                yield from _menu_item(item, depth + 1)
        case Lasting():
            yield Line(depth, _lasting(node), node.span.start, node.marks)
            yield from effects(node.effects, depth + 1)
        case ForEach() | Repeat() | TakeTurns() | Together() | AtOnce():
            yield from suite(_loop(node), node.block, node.span.start, node.marks, depth)
        case _:
            yield Line(depth, simple(node), node.span.start, node.marks)


def indented(block: Block, depth: int) -> Iterator[Line]:
    """The statements of a block under a head of this depth."""
    for child in block.statements:
        yield from statement(child, depth + 1)


def suite(head: str, block: Block, at: int, marks: Marks | None, depth: int) -> Iterator[Line]:
    """A head and its block, or its one statement after a colon while that is short enough."""
    if block.inline:
        (only,) = statement(block.statements[0], 0)
        whole = Line(depth, f"{head}: {only.text}", at, marks)
        if whole.fits():
            yield whole
            return
    yield Line(depth, head, at, marks)
    yield from indented(block, depth)


def headed(word: str, block: Block, marks: Marks | None, depth: int) -> Iterator[Line]:
    """A block under a word of its own, `else` or `in any case`, which has no node."""
    first = block.statements[0].span.start
    if block.inline:
        yield from suite(word, block, first, marks, depth)
        return
    yield Line(depth, word, first, marks, above=True)
    yield from indented(block, depth)


def _otherwise(block: Block | None, marks: Marks | None, depth: int) -> Iterator[Line]:
    if block is not None:
        yield from headed("else", block, marks, depth)


def _if(node: If, depth: int) -> Iterator[Line]:
    for number, branch in enumerate(node.branches):
        word = "else if" if number else "if"
        head = f"{word} {expression(branch.condition)}"
        yield from suite(head, branch.block, branch.condition.span.start, branch.marks, depth)
    yield from _otherwise(node.otherwise, node.otherwise_marks, depth)


def _depending(node: Depending, depth: int) -> Iterator[Line]:
    yield Line(depth, f"depending on {expression(node.subject)}", node.span.start, node.marks)
    for case in node.cases:
        yield from suite(listed(case.values), case.block, case.span.start, case.marks, depth + 1)
    yield from _otherwise(node.otherwise, node.otherwise_marks, depth + 1)


def _menu_item(item: MenuItem, depth: int) -> Iterator[Line]:
    if item.pays is None:
        yield from suite(_branch(item), item.block, item.span.start, item.marks, depth)
        return
    yield Line(depth, _branch(item), item.span.start, item.marks)
    yield clause(item.pays, depth + 1)
    yield from indented(item.block, depth)


def _branch(item: MenuItem) -> str:
    condition = "" if item.condition is None else f" if {expression(item.condition)}"
    return f"{item.name.text}{label(item.text)}{condition}"


def _loop(node: ForEach | Repeat | TakeTurns | Together | AtOnce) -> str:
    match node:
        case ForEach():
            return f"for each {node.variable.text} in {members(node.subject)}"
        case Repeat():
            return _repeat(node)
        case TakeTurns():
            tail = _tail("starting with", node.starting) + _tail("until", node.until)
            return f"take turns {node.variable.text} among {members(node.among)}{tail}"
        case Together():
            if node.variable is None or node.subject is None:
                return "together"
            return f"together for each {node.variable.text} in {members(node.subject)}"
        case AtOnce():
            return "at once"
        case _:
            assert_never(node)


def _tail(word: str, node: Expression | None) -> str:
    return "" if node is None else f" {word} {expression(node)}"


def _repeat(node: Repeat) -> str:
    bound = ""
    if node.bound is not None and node.bound_word == "times":
        bound = f" {total(node.bound)} times"
    elif node.bound is not None:
        once = " at least once" if node.at_least_once else ""
        bound = f"{once} {node.bound_word} {expression(node.bound)}"
    if node.at_most is None:
        return f"repeat{bound}"
    comma = "," if bound else ""
    return f"repeat{bound}{comma} at most {total(node.at_most)} times"


def _lasting(node: Lasting) -> str:
    if node.procedure is None:
        return "while" if node.condition is None else f"while {expression(node.condition)}"
    return f"until {node.procedure.text}{pattern(node.pattern)} {node.word}"


# ---------------------------------------------------------------- bodies


def body(node: Body | None, depth: int) -> Iterator[Line]:
    """The clauses and statements under a head of this depth; `None` has no lines."""
    if node is None:
        return
    for part in node.clauses:
        yield clause(part, depth + 1)
    for child in node.statements:
        yield from statement(child, depth + 1)
    if node.in_any_case is not None:
        yield from headed("in any case", node.in_any_case, node.in_any_case_marks, depth + 1)


def clause(node: Clause, depth: int) -> Line:
    """The line of one clause."""
    return Line(depth, _clause(node), node.span.start, node.marks)


def _clause(node: Clause) -> str:
    match node:
        case OnlyIf():
            return f"only if {expression(node.condition)}"
        case Pays():
            return f"pays {', '.join(map(_cost, node.costs))}"
        case Limit():
            each = f" for each {names(node.for_each)}" if node.for_each else ""
            return f"limit {total(node.number)} per {node.procedure.text}{each}"
        case _:
            assert_never(node)


def _cost(node: Cost) -> str:
    """A set phrase is in brackets here, lest its `where` seem to reach over the next cost."""
    source = held(node.source, Bond.OR)
    if node.amount is None:
        return source
    return f"{total(node.amount)} from {source}{optional('to', node.target)}"


# ---------------------------------------------------------------- effects


def effects(nodes: tuple[Effect, ...], depth: int) -> Iterator[Line]:
    """The lines of effects that stand at this depth."""
    for node in nodes:
        yield from effect(node, depth)


def effect(node: Effect, depth: int) -> Iterator[Line]:
    """The lines of one effect."""
    match node:
        case Hook():
            yield Line(depth, _hook(node), node.span.start, node.marks)
            yield from indented(node.block, depth)
        case Modify():
            changes = ", ".join(map(_change, node.changes))
            head = f"modify {node.value.text}{pattern(node.pattern)}{where(node.condition)}"
            yield Line(depth, f"{head}: {changes}", node.span.start, node.marks)
        case Whenever():
            head = f"whenever {expression(node.condition)}"
            yield Line(depth, head, node.span.start, node.marks)
            yield from indented(node.block, depth)
        case _:
            assert_never(node)


def _hook(node: Hook) -> str:
    by = "" if node.by is None else f" by {total(node.by)}"
    return f"{node.moment} {node.procedure.text}{pattern(node.pattern)}{by}{where(node.condition)}"


def _change(node: Change) -> str:
    match node.stage:
        case "+":
            return signed("+", node.amount, Bond.SUM)
        case "-":
            return signed("-", node.amount, Bond.PRODUCT)
        case "times":
            return f"times {held(node.amount, Bond.PRODUCT)}"
        case "becomes" | "starts from":
            return f"{node.stage} {expression(node.amount)}"
        case _:
            return f"{node.stage} {total(node.amount)}"
