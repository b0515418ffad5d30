"""Reports `read-before-set`: a state without a start value is surely read before it can be set.

The statements that surely run are followed from the start of a match, through calls, up to the
first that asks a player or plays a card: after that, anything may be set.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import Event, ProcedureRun
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

MAY_ASK = (s.Offer, s.OpenWindow, s.Perform, s.AsUsual)


def check(subject: Subject) -> Iterator[Diagnostic]:
    states = {state.name: state for state in subject.program.states}
    unset = {
        name
        for name, state in states.items()
        if state.start is None and not isinstance(state.type, t.Optional)
    }
    if not unset:
        return
    run = _FirstRun(subject, unset - _set_by_rules_that_act(subject))
    run.procedure(subject.program.start)
    for name, origin in run.read.items():
        yield read_before_set(subject.span(origin), at=subject.span(states[name].origin), name=name)


def _set_by_rules_that_act(subject: Subject) -> set[str]:
    """The states that effects write."""
    blocks = [effect.block for effect, _ in subject.effects if not isinstance(effect, s.Modifier)]
    return {name for block in blocks for name in _written(block)}


def _written(block: s.Block) -> Iterator[str]:
    for node in own_statements(block):
        yield from (cell.name for cell in traits(node).writes if cell.kind in ("state", "anything"))


@define
class _FirstRun:
    """
    The statements that surely run from the start; `unset` are the states not yet set.

    Procedures and values are visited once: a second visit can report nothing new.
    """

    subject: Subject
    unset: set[str]
    read: dict[str, int] = field(factory=dict)
    over: bool = False  # after this anything may be set
    hooked: frozenset[Event] = field(init=False)
    changed: frozenset[str] = field(init=False)
    followed: set[tuple[str, str]] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        effects = [effect for effect, _ in self.subject.effects]
        self.hooked = frozenset(
            declared.event for declared in effects if isinstance(declared, s.Hook)
        )
        self.changed = frozenset(
            declared.value for declared in effects if isinstance(declared, s.Modifier)
        )

    def procedure(self, name: str) -> None:
        """Visits a procedure without hooks."""
        procedure = self.subject.procedures.get(name)
        if procedure is None or ProcedureRun(name) in self.hooked:
            self.over = True
        elif ("procedure", name) not in self.followed:
            self.followed.add(("procedure", name))
            self.block(procedure.body.statements)
            self.block(procedure.body.in_any_case or ())

    def block(self, block: s.Block) -> None:
        """Visits statements up to the first after which anything may be set."""
        for node in block:
            if self.over:
                return
            self.statement(node)

    def statement(self, node: s.Statement) -> None:
        """Visits the reads of a statement before its writes."""
        here = traits(node)
        for part in children(node):
            if is_expression(part):
                self.expression(part, getattr(node, "origin", -1))
        if isinstance(node, s.Call):
            self.procedure(node.procedure)
        elif isinstance(node, (s.TakeTurns, s.AtOnce)):
            self.block(node.block)
        elif here.blocks:
            inner = [*own_statements((node,))]
            self.over |= any(traits(statement).runs or _may_ask(statement) for statement in inner)
            self.unset -= {name for block in here.blocks for name in _written(block)}
        self.over |= _may_ask(node) or here.leaves is not None
        self.over |= any(cell.kind == "anything" for cell in here.writes)
        self.unset -= {cell.name for cell in here.writes if cell.kind == "state"}

    def expression(self, node: e.Expr, origin: int) -> None:
        """Visits the states that an expression surely reads."""
        if isinstance(node, e.ReadState) and node.name in self.unset:
            self.read.setdefault(node.name, node.origin if node.origin >= 0 else origin)
        if isinstance(node, e.CallValue):
            self.value(node.name, origin)
        for part in _surely_read(node):
            self.expression(part, origin)

    def value(self, name: str, origin: int) -> None:
        """Visits the first case of a named value without modifiers, which is surely read."""
        value = self.subject.world.known.values.get(name)
        if value is None or ("value", name) in self.followed or name in self.changed:
            return
        self.followed.add(("value", name))
        first = value.cases[0]
        self.expression(first.value if first.condition is None else first.condition, origin)


def _may_ask(node: s.Statement) -> bool:
    """Whether a statement may ask a player, or play a card."""
    return isinstance(node, MAY_ASK) or bool(traits(node).asks)


def _surely_read(node: e.Expr) -> tuple[e.Expr, ...]:
    """The operands that are always evaluated."""
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
