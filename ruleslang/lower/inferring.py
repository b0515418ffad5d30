"""
The type of a name of `let` that states none.

It is what the name starts as, together with all that is set later. To know this, the statements
after the `let` are lowered for their types alone; what is found wrong in them is found again later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from attrs import evolve

from ruleslang.lower import diagnose_statements as say
from ruleslang.lower.blocks import sequence
from ruleslang.lower.scope import Scope
from ruleslang.program import types as t
from ruleslang.source.span import Span
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name, Node
from ruleslang.syntax.statements import Add, ForEach, Let, Repeat, Set, Subtract, Swap, TakeTurns
from ruleslang.syntax.walk import children
from ruleslang.types.describe import describe
from ruleslang.types.lattice import Ancestors, FrontType, Unknown, join, plain

LOOPS = (ForEach, Repeat, TakeTurns)
ROUNDS = 5

Written: TypeAlias = "tuple[str, FrontType]"  # `set`, `add` or `subtract`, and of what type


def inferred(scope: Scope, node: Let, start: FrontType) -> FrontType:
    """What a name may hold; where that cannot be seen, a diagnostic asks for its type."""
    if scope.context.trial is not None:
        return _supposed(scope.context.trial, node.name.span, start, scope.context.kinds)
    changes = list(_changes(scope.following, node.name.text, False))
    if not changes or not _can_widen(start):
        return start
    in_loop = any(again for change, again in changes if isinstance(change, (Add, Subtract)))
    type = None if in_loop or start == t.Never() else _settled(scope, node, start)
    if type is None:
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
            supposed[each] = _widened(set_to[each], written.get(each, ()))
        if supposed == before:
            break
    return supposed[name] if supposed[name] == before[name] else None


def _trial(scope: Scope, node: Let, supposed: dict[Span, FrontType]) -> dict[Span, list[Written]]:
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
    written: dict[Span, list[Written]] = {}
    for name, word, type in trial.assigned:
        written.setdefault(name, []).append((word, type))
    return written


def _joined(type: FrontType, written: Iterable[Written], kinds: Ancestors) -> FrontType:
    """A type with all that is set; what does not fit is reported where it stands."""
    for word, each in written:
        if word == "set" and not isinstance(each, Unknown):
            type = join(type, each, kinds) or type
    return type


def _widened(type: FrontType, written: Iterable[Written]) -> FrontType:
    """A number's range after all that may be added to it and subtracted from it, once each."""
    inner = plain(type)
    if not isinstance(inner, t.Number):
        return type
    low, high = inner.low, inner.high
    for word, each in written:
        by = plain(each)
        if word != "set" and isinstance(by, t.Number):
            least, most = (by.low, by.high) if word == "add" else (-by.high, -by.low)
            low, high = low + min(least, 0), high + max(most, 0)
    return type if (low, high) == (inner.low, inner.high) else t.Number(low, high)


def _changes(nodes: Iterable[Node], name: str, in_loop: bool) -> Iterator[tuple[Node, bool]]:
    """The statements that write a name, and whether a loop stands between."""
    for node in nodes:
        if name in _written(node):
            yield node, in_loop
        yield from _changes(children(node), name, in_loop or isinstance(node, LOOPS))


def _written(node: Node) -> set[str]:
    places: tuple[x.Expression, ...] = ()
    if isinstance(node, (Set, Add, Subtract)):
        places = (node.place,)
    elif isinstance(node, Swap):
        places = (node.left, node.right)
    return {place.text for place in places if isinstance(place, Name)}
