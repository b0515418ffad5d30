"""
Reports `first-of-several`: a test binds a name to one of several members, so the standard order
decides which.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.traits.reads import drawn_from
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

first_of_several = Message(
    "first-of-several",
    "there can be several `{name}`, and this goes on with the first of them",
    help="`for each {name} in …`, or `pick {name} from … by chance`, or let somebody choose",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `if there is x in S` of a whole set whose block acts on `x`."""
    table = graph(subject)
    for place, block in table.blocks.items():
        nodes, locals = list(subject.statements(block)), table.locals[place]
        sets = {slot for node in nodes for slot in _sets_made(subject, node, locals)}
        for node in nodes:
            if isinstance(node, s.If) and isinstance(node.condition, e.ThereIs):
                condition = node.condition
                used = any(local.slot == condition.variable for local in find(node.then, e.Local))
                is_made = isinstance(condition.subject, e.Local) and condition.subject.slot in sets
                several = is_made or has_several(subject, condition.subject)
                if used and condition.condition is None and several:
                    name = locals[condition.variable].name
                    yield first_of_several(subject.span(node.origin), name=name)


def _sets_made(
    subject: Subject, node: s.Statement, locals: tuple[LocalDecl, ...]
) -> Iterator[Slot]:
    """The locals declared on a line that hold whole sets."""
    match node:
        case s.OpenWindow(window, into=int(slot)):
            if not _closes_after_one_use(subject, window):
                yield slot
        case s.Rank(into=slot):
            yield slot
        case s.Let(slot):
            type = locals[slot].type
            if isinstance(type, t.SetOf) and type.up_to != 1:
                yield slot
        case s.Choose(_, choice) | s.MayChoose(_, choice) | s.Pick(choice):
            if choice.high is not None and choice.high != e.Literal(1):
                yield choice.slot


def _closes_after_one_use(subject: Subject, name: str) -> bool:
    return any(
        window.name == name and window.closes == "after one use"
        for window in subject.program.windows
    )


def _is_of_one(subject: Subject, condition: e.Expr) -> bool:
    """Whether a condition selects a card of which there is one copy."""
    match condition:
        case e.IsTitle(e.Local(), e.TitleValue(name)):
            return any(
                definition.name == name and definition.copies == 1
                for definition in subject.program.definitions
            )
        case e.And(left, right):
            return _is_of_one(subject, left) or _is_of_one(subject, right)
        case _:
            return False


def has_several(subject: Subject, node: e.Expr) -> bool:
    """Whether an expression is surely a set that can have more than one member."""
    match node:
        case e.ReadZone(name, index):
            most = subject.zones[name].at_most
            alone = most == e.Literal(1) and not any(isinstance(i, e.AnyIndex) for i in index)
            return not alone
        case e.Everything() | e.Range() | e.Image() | e.UnionOver() | e.SpreadBy():
            return True
        case e.Where(_, inner, condition):
            return has_several(subject, inner) and not _is_of_one(subject, condition)
        case e.Ranked() | e.Join():
            return False  # a list has a defined first entry
        case e.MakeSet(items):
            return len(items) > 1
        case e.CallValue(name):
            value = next(value for value in subject.program.values if value.name == name)
            return isinstance(value.type, t.SetOf) and value.type.up_to != 1
        case e.ReadState(name):
            state = next(state for state in subject.program.states if state.name == name)
            return isinstance(state.type, t.SetOf) and state.type.up_to != 1
        case _:
            return any(has_several(subject, part) for part in drawn_from(node))
