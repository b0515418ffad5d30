"""Narrows types by tests: what is known in the branch where a test holds, or does not."""

from __future__ import annotations

from attrs import evolve, frozen

from ruleslang.lower.scope import Scope
from ruleslang.program import types as t
from ruleslang.program.expressions import Expr
from ruleslang.syntax import expressions as syntax
from ruleslang.syntax.node import Name
from ruleslang.types.lattice import FrontType, Maybe, Unknown, narrowed, stored


@frozen(eq=False)
class Tested:
    """A condition, the scope in which it holds, and the scope in which it does not."""

    expr: Expr
    holds: Scope
    fails: Scope


def path(node: syntax.Expression | syntax.NamedArgument) -> str | None:
    """
    The text, without blanks, of an expression that a test can narrow, such as `holder` or
    `hand(p)`; None for any other expression, such as a sum.
    """
    match node:
        case Name():
            return node.text
        case syntax.Paren():
            return path(node.inner)
        case syntax.This():
            return "this"
        case syntax.Number():
            return str(node.value)
        case syntax.Truth():
            return "yes" if node.value else "no"
        case syntax.Apply():
            parts = [path(argument) for argument in node.arguments]
            known = [part for part in parts if part is not None]
            return f"{node.function.text}({','.join(known)})" if len(known) == len(parts) else None
        case _:
            return None


def found(scope: Scope, node: syntax.Expression, type: FrontType) -> FrontType:
    """The type of an expression as the tests passed so far narrow it; `type` when none applies."""
    where = path(node) if scope.facts else None
    return type if where is None else scope.facts.get(where, type)


def there(scope: Scope, node: syntax.Expression, type: FrontType) -> Scope:
    """The scope in which an optional value is known not to be none, or a local set is known not to
    be empty.
    """
    where = path(node)
    if where is None:
        return scope
    if isinstance(type, (t.Optional, Maybe)):
        return scope.with_fact(where, _surely(scope, where, type.inner))
    return scope.with_fact(f"some {where}", t.Truth()) if where in scope.locals else scope


def _surely(scope: Scope, where: str, inner: FrontType) -> FrontType:
    """The type after a test for none: a local keeps the tested type; anything else might change,
    so it becomes a `Maybe` that is checked when it is used.
    """
    if where in scope.locals or isinstance(inner, (Maybe, Unknown)):
        return inner
    return Maybe(stored(inner))


def is_there(scope: Scope, node: syntax.Expression) -> bool:
    """Whether a test on the way here has shown that a local set has a member."""
    where = path(node)
    return where is not None and f"some {where}" in scope.facts


def of_kind(scope: Scope, node: syntax.Expression, type: FrontType, kind: str) -> Scope:
    """The scope in which a card or title is known to be of a kind."""
    where = path(node)
    if where is None:
        return scope
    inner = narrowed(type, kind, scope.context.kinds)
    if isinstance(type, (t.Optional, Maybe)):
        inner = _surely(scope, where, inner)
    return scope.with_fact(where, inner)


def without_facts(scope: Scope, name: str) -> Scope:
    """The scope after an assignment to `name`: the facts about expressions that mention it are
    dropped.
    """
    kept = {where: type for where, type in scope.facts.items() if name not in _names(where)}
    return scope if len(kept) == len(scope.facts) else evolve(scope, facts=kept)


def about_locals(scope: Scope) -> dict[str, FrontType]:
    """The facts that no change of the match can touch: those about local names alone."""
    return {
        where: type
        for where, type in scope.facts.items()
        if "(" not in where and _names(where) - {"some"} <= scope.locals.keys()
    }


def _names(where: str) -> set[str]:
    return set(where.replace("(", " ").replace(")", " ").replace(",", " ").split())
