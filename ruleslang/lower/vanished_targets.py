"""
Lowers `choosing each of 1..2 of S as targets`: a target that is gone when the body begins is left
out.

In the body the name stands for those that are left. The body begins with a statement that finds
them, and stops where there were some and none is left; so engines know only that the choice does
not fizzle.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.lower.dispatch import lower
from ruleslang.lower.scope import Scope
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name
from ruleslang.syntax.statements import Choice


def what_is_left(
    scope: Scope, choices: Sequence[Choice]
) -> tuple[tuple[s.Statement, ...], Scope]:
    """The statements with which a body begins, and its scope."""
    begun: list[s.Statement] = []
    for node in choices:
        chosen = scope.locals.get(node.name.text)
        if not node.each_alone or chosen is None:
            continue
        found = lower(scope.pure("a choice"), _still_there(node)).expr
        origin = scope.context.origin(node.span)
        inner = scope.with_local(chosen.name, chosen.type, chosen.span, "choice")
        left = inner.slot(chosen.name)
        none_left = e.And(
            e.IsEmpty(e.Local(left)), e.Not(e.IsEmpty(e.Local(chosen.slot)))
        )
        begun += [s.Let(left, found, origin), s.If(none_left, (s.Stop(origin),), (), origin)]
        scope = inner
    return tuple(begun), scope


def _still_there(node: Choice) -> x.Expression:
    """Those of the chosen that stand in the set they were chosen from."""
    at = node.span
    one = Name(f"one of {node.name.text}", span=at)
    among = x.IsIn(one, x.Paren(node.subject, span=at), span=at)
    return x.EachWhere(one, Name(node.name.text, span=at), among, span=at)
