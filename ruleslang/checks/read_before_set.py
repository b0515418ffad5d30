"""
Reports `read-before-set`: a state without a start is surely read before anything can have set it.

From the start of a match on, lines are followed that are surely run, into the procedures that they
call, up to the first that asks somebody or plays something: from there on anything may be set.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from ruleslang.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ProcedureRun
from ruleslang.program.traits.effects import own_statements
from ruleslang.program.traits.reads import is_expression
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import children
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

read_before_set = Message(
    "read-before-set",
    "`{name}` is read here before anything has set it",
    help="set it before, or give it a start: `state {name}: … = …`",
    label="it has no start",
    severity=Severity.WARNING,
)

DEEPEST = 40  # procedures and values in each other
MAY_ASK = (s.Offer, s.OpenWindow, s.Perform, s.AsUsual)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """The first read of each state without a start that nothing can have set before."""
    states = {state.name: state for state in subject.program.states}
    unset = {
        name
        for name, state in states.items()
        if state.start is None and not isinstance(state.type, t.Optional)
    }
    if not unset:
        return
    run = _FirstRun(subject, unset - _set_by_rules_that_act(subject))
    run.procedure(subject.program.start, 0)
    for name, origin in run.read.items():
        yield read_before_set(subject.span(origin), at=subject.span(states[name].origin), name=name)


def _set_by_rules_that_act(subject: Subject) -> set[str]:
    """The states that effects write, whenever that may be."""
    blocks = [effect.block for effect, _ in subject.effects if not isinstance(effect, s.Modifier)]
    return {name for block in blocks for name in _written(block)}


def _written(block: s.Block) -> Iterator[str]:
    for node in own_statements(block):
        yield from (cell.name for cell in traits(node).writes if cell.kind in ("state", "anything"))


@define
class _FirstRun:
    """What is surely run from the start on; `unset` are the states that nothing can have set."""

    subject: Subject
    unset: set[str]
    read: dict[str, int] = field(factory=dict)
    over: bool = False  # from here on anything may be set

    def procedure(self, name: str, depth: int) -> None:
        procedure = self.subject.procedures.get(name)
        hooked = any(
            isinstance(effect, s.Hook) and effect.event == ProcedureRun(name)
            for effect, _ in self.subject.effects
        )
        if procedure is None or hooked or depth > DEEPEST:
            self.over = True
            return
        self.block(procedure.body.statements, depth)
        if procedure.body.in_any_case is not None:
            self.block(procedure.body.in_any_case, depth)

    def block(self, block: s.Block, depth: int) -> None:
        for node in block:
            if self.over:
                return
            self.statement(node, depth)

    def statement(self, node: s.Statement, depth: int) -> None:
        """What a line reads is looked at before what it writes."""
        here = traits(node)
        for part in children(node):
            if is_expression(part):
                self.expression(part, getattr(node, "origin", -1), depth)
        if isinstance(node, s.Call):
            self.procedure(node.procedure, depth + 1)
        elif isinstance(node, (s.TakeTurns, s.AtOnce)):
            self.block(node.block, depth)
        elif here.blocks:
            if any(traits(one).runs or one_may_ask(one) for one in own_statements((node,))):
                self.over = True
            self.unset -= {name for block in here.blocks for name in _written(block)}
        if isinstance(node, MAY_ASK) or here.leaves is not None or here.asks:
            self.over = True
        written = {cell.name for cell in here.writes if cell.kind == "state"}
        self.unset -= written
        if any(cell.kind == "anything" for cell in here.writes):
            self.over = True

    def expression(self, node: e.Expr, origin: int, depth: int) -> None:
        """The states that are surely read where an expression is."""
        if isinstance(node, e.ReadState) and node.name in self.unset:
            self.read.setdefault(node.name, node.origin if node.origin >= 0 else origin)
        if isinstance(node, e.CallValue) and depth < DEEPEST:
            self.value(node.name, origin, depth)
        for part in _surely_read(node):
            self.expression(part, origin, depth)

    def value(self, name: str, origin: int, depth: int) -> None:
        """A named value surely reads its names and its first case."""
        value = next((one for one in self.subject.program.values if one.name == name), None)
        modified = any(
            isinstance(effect, s.Modifier) and effect.value == name
            for effect, _ in self.subject.effects
        )
        if value is None or modified:
            return
        first = value.cases[0]
        for part in (first.condition, first.value if first.condition is None else None):
            if part is not None:
                self.expression(part, origin, depth + 1)


def one_may_ask(node: s.Statement) -> bool:
    """Whether a line may ask somebody, or play something."""
    return isinstance(node, MAY_ASK) or bool(traits(node).asks)


def _surely_read(node: e.Expr) -> tuple[e.Expr, ...]:
    """The parts of an expression that are read whatever they are."""
    match node:
        case e.And(left) | e.Or(left):
            return (left,)
        case e.WhenOtherwise(_, condition):
            return (condition,)
        case e.Where(_, subject) | e.ThereIs(_, subject) | e.Every(_, subject):
            return (subject,)
        case e.AsFarAs(_, subject) | e.SpreadBy(_, subject) | e.With(_, subject):
            return (subject,)
        case e.Ranked(_, subject) | e.Fold(subject=subject) | e.Image(_, subject):
            return (subject,)
        case e.UnionOver(_, subject):
            return (subject,)
        case e.WhatWouldBe() | e.ChanceOf():
            return ()
    return tuple(part for part in children(node) if is_expression(part))
