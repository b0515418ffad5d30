"""
The type of a name of `let` that states none.

It is what the name starts as, together with all that is set later. To know this, the statements
after the `let` are lowered for their types alone; what is found wrong in them is found again later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from ruleslang.lower import diagnose_statements as say
from ruleslang.lower.blocks import sequence
from ruleslang.lower.scope import Scope
from ruleslang.program import types as t
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name, Node
from ruleslang.syntax.statements import Add, ForEach, Let, Repeat, Set, Subtract, Swap, TakeTurns
from ruleslang.syntax.walk import children
from ruleslang.types.describe import describe
from ruleslang.types.lattice import FrontType, Unknown, join, plain

LOOPS = (ForEach, Repeat, TakeTurns)
ROUNDS = 3


def inferred(scope: Scope, node: Let, start: FrontType) -> FrontType:
    """What a name may hold; where that cannot be seen, a diagnostic asks for its type."""
    changes = list(_changes(scope.following, node.name.text, False))
    if not changes or not _can_widen(start):
        return start
    counted = [in_loop for change, in_loop in changes if isinstance(change, (Add, Subtract))]
    type = start if any(counted) else _settled(scope, node, start, bool(counted))
    if type is None or any(counted) or start == t.Never():
        scope.context.report(say.type_needed(node.name, _example(start)))
        return Unknown()
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


def _settled(scope: Scope, node: Let, start: FrontType, counted: bool) -> FrontType | None:
    """The type that holds the start and all that is set, if a few rounds are enough to find it."""
    type = start
    for _ in range(ROUNDS):
        found = _noted(scope, node, type)
        wider: FrontType | None = type
        for word, each in found:
            if word == "set" and wider is not None and not isinstance(each, Unknown):
                wider = join(wider, each, scope.context.kinds)
        if wider is None:
            return type  # the `set` that does not fit is reported where it stands
        if wider == type:
            return _widened(type, found) if counted else type
        type = wider
    return None


def _widened(type: FrontType, found: Iterable[tuple[str, FrontType]]) -> FrontType:
    """A number's range after all that may be added to it and subtracted from it, once each."""
    inner = plain(type)
    if not isinstance(inner, t.Number):
        return type
    low, high = inner.low, inner.high
    for word, amount in found:
        by = plain(amount)
        if word == "set" or not isinstance(by, t.Number):
            continue
        least, most = (by.low, by.high) if word == "add" else (-by.high, -by.low)
        low, high = low + min(least, 0), high + max(most, 0)
    return t.Number(low, high)


def _noted(scope: Scope, node: Let, type: FrontType) -> list[tuple[str, FrontType]]:
    """What the statements after a `let` write to its name."""
    context = scope.context
    trial = evolve(
        context,
        diagnostics=[],
        origins=[],
        spans=[],
        counters=dict(context.counters),
        assigned=[],
    )
    inside = evolve(scope, context=trial).with_local(
        node.name.text, type, node.name.span, "let", settable=True
    )
    for _ in sequence(inside, scope.following):
        pass
    return [(word, each) for name, word, each in trial.assigned if name == node.name.text]


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
