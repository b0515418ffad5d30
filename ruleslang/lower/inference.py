"""
Infers the type of a `let` that states none.

It is the type of the start value together with all that is set later. To know this, the statements
after the `let` are lowered for their types alone; what is found wrong in them is found again later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from attrs import evolve

from ruleslang.lower.blocks import sequence
from ruleslang.lower.context import Written
from ruleslang.lower.diagnostics import statements as say
from ruleslang.lower.scope import Scope
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import Ancestors
from ruleslang.program.typing.population_sizes import GENEROUS
from ruleslang.source.span import Span
from ruleslang.syntax.node import Name, Node
from ruleslang.syntax.simple_statements import (
    Let,
)
from ruleslang.syntax.walk import children, written_places
from ruleslang.types.describe import describe
from ruleslang.types.lattice import (
    FrontType,
    Unknown,
    element,
    is_collection,
    join,
    plain,
    stored,
)

ROUNDS = 5

Changes: TypeAlias = "dict[Span, list[Written]]"  # of each name, by where it is made


def inferred(scope: Scope, node: Let, start: FrontType) -> FrontType:
    """What a name may hold; where that cannot be seen, a diagnostic asks for its type."""
    if scope.context.trial is not None:
        return _supposed(scope.context.trial, node.name.span, start, scope.context.kinds)
    if not _is_changed(scope.following, node.name.text) or not _can_widen(start):
        return start
    type = _settled(scope, node, start)
    if type is None or type == t.Never():
        scope.context.report(say.type_needed(node.name, _example(start)))
        return Unknown()
    return type


def _supposed(
    trial: dict[Span, FrontType], name: Span, start: FrontType, kinds: Ancestors
) -> FrontType:
    """During a trial, what a name is so far supposed to hold."""
    type = join(trial.get(name, start), start, kinds) or start
    trial[name] = type
    return type


def _can_widen(type: FrontType) -> bool:
    return not isinstance(plain(type), (t.Truth, t.Player, t.Team, t.WordOf, Unknown))


def _example(start: FrontType) -> str:
    match plain(start):
        case t.Number(low, high):
            return f"{min(low, 0)}..{max(high, 20)}"
        case t.Never():
            return "card or none"
        case other:
            return describe(other).removeprefix("a ")


def _settled(scope: Scope, node: Let, start: FrontType) -> FrontType | None:
    """
    The type that holds the start and all that is written; None when it grows without end.

    All names made after this one are supposed together, so that each round is one trial.
    """
    name, kinds = node.name.span, scope.context.kinds
    supposed: dict[Span, FrontType] = {name: start}
    set_to: dict[Span, FrontType] = {}
    for _ in range(ROUNDS):
        before = dict(supposed)
        written = _trial(scope, node, supposed)
        for each, type in supposed.items():
            set_to[each] = _joined(set_to.get(each, type), written.get(each, ()), kinds)
            widened = _widened(set_to[each], written.get(each, ()), kinds)
            if widened is None:
                return None
            supposed[each] = widened
        if supposed == before:
            break
    return supposed[name] if supposed[name] == before[name] else None


def _trial(scope: Scope, node: Let, supposed: dict[Span, FrontType]) -> Changes:
    """What the statements after a `let` write to its name, and to names made after it."""
    context = scope.context
    trial = evolve(
        context,
        diagnostics=[],
        origins=[],
        spans=[],
        counters=dict(context.counters),
        assigned=[],
        trial=supposed,
    )
    inside = evolve(scope, context=trial).with_local(
        node.name.text, supposed[node.name.span], node.name.span, "let", settable=True
    )
    for _ in sequence(inside, scope.following):
        pass
    written: Changes = {}
    for name, change in trial.assigned:
        written.setdefault(name, []).append(change)
    return written


def _joined(type: FrontType, written: Iterable[Written], kinds: Ancestors) -> FrontType:
    """A type with all that is set; what does not fit is reported where it stands."""
    for each in written:
        if each.word == "set" and not isinstance(each.type, Unknown):
            type = join(type, each.type, kinds) or type
    return type


def _widened(type: FrontType, written: Sequence[Written], kinds: Ancestors) -> FrontType | None:
    """A type after all that may be added and subtracted, as often as that can happen."""
    changes = [each for each in written if each.word != "set"]
    if any(each.passes is None for each in changes):
        return None
    match plain(type):
        case t.Number(low, high):
            return _stretched(type, t.Number(low, high), changes)
        case t.SetOf() | t.ListOf() as of:
            return _with_members(of, changes, kinds)
        case _:
            return type


def _stretched(type: FrontType, range: t.Number, changes: Sequence[Written]) -> FrontType:
    low, high = range.low, range.high
    for each in changes:
        by, passes = plain(each.type), each.passes or 0
        if isinstance(by, t.Number):
            least, most = (by.low, by.high) if each.word == "add" else (-by.high, -by.low)
            low, high = low + passes * min(least, 0), high + passes * max(most, 0)
    return type if (low, high) == (range.low, range.high) else t.Number(low, high)


def _with_members(
    type: t.SetOf | t.ListOf, changes: Sequence[Written], kinds: Ancestors
) -> FrontType:
    found: FrontType = type
    for each in changes:
        if each.word == "add":
            inner = element(each.type) if is_collection(each.type) else plain(each.type)
            found = _with_member(found, inner or Unknown(), each, kinds)
    return found


def _with_member(
    type: FrontType, member: FrontType, change: Written, kinds: Ancestors
) -> FrontType:
    assert isinstance(type, (t.SetOf, t.ListOf))
    joined = join(type.element, member, kinds) if type.element != t.Never() else member
    inner = type.element if joined is None else stored(joined)
    if isinstance(type, t.SetOf):
        return t.SetOf(inner)
    several = change.type.up_to if isinstance(change.type, (t.SetOf, t.ListOf)) else 1
    return t.ListOf(inner, type.up_to + (change.passes or 0) * (several or GENEROUS))


def _is_changed(nodes: Iterable[Node], name: str) -> bool:
    """Whether statements write a name."""
    return any(name in _written(node) or _is_changed(children(node), name) for node in nodes)


def _written(node: Node) -> set[str]:
    return {place.text for place in written_places(node) if isinstance(place, Name)}
