"""Lowers `S where C` whose members have a name: in choices, loops and turns."""

from __future__ import annotations

from attrs import evolve, field, frozen

from ruleslang.lower.conditions import condition
from ruleslang.lower.diagnostics.types import wrong_type
from ruleslang.lower.dispatch import subject
from ruleslang.lower.scope import Scope
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.expressions import Expr
from ruleslang.program.locals import Slot
from ruleslang.program.operation_variants_by_type import over
from ruleslang.source.span import Span
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name
from ruleslang.types.lattice import FrontType, Unknown, element, fits, stored


@frozen(eq=False)
class Members:
    """
    A set and what narrows it; `type` is that of a member, after the narrowing.

    In `where` the member is in the slot `member`. `of` is the type of the set itself; `facts` what
    the narrowing shows of each member.
    """

    source: Expr
    member: Slot | None  # None: there is no `where`
    where: Expr | None
    type: FrontType
    of: FrontType
    facts: dict[str, FrontType] = field(factory=dict)

    def told_by(self, scope: Scope) -> Scope:
        """The scope in which the name of a member stands for one of them."""
        return evolve(scope, facts={**scope.facts, **self.facts})


def members(
    scope: Scope,
    node: x.Expression,
    called: str,
    span: Span | None,
    what: str,
    *,
    dice: bool = False,
) -> Members:
    """The members of a set phrase; in its own `where` one is called `called`."""
    scope = scope.pure(what)
    phrase = node if isinstance(node, x.Where) else None
    typed = subject(scope, phrase.subject if phrase else node, dice=dice)
    inner = element(typed.type) or Unknown()
    if phrase is None:
        return Members(typed.expr, None, None, inner, typed.type)
    inside = scope.with_local(called, inner, span, "member")
    where, after = condition(inside, phrase.condition)
    told = {
        path: type
        for path, type in after.facts.items()
        if path != called and path not in scope.facts and called != "it"
    }
    return Members(
        typed.expr, inside.slot(called), where, after.facts.get(called, inner), typed.type, told
    )


def players(scope: Scope, node: x.Expression, variable: Name, what: str) -> Members:
    """As `members`, where the members must be players."""
    found = members(scope, node, variable.text, variable.span, what)
    if not fits(found.type, t.Player(), scope.context.kinds):
        scope.context.report(wrong_type(node.span, found.of, t.SetOf(t.Player())))
    return found


def whole(found: Members) -> Expr:
    """The set as one expression."""
    if found.where is None or found.member is None:
        return found.source
    return e.Where(found.member, found.source, found.where, over(stored(found.of)))
