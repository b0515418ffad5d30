"""Lowers conditions (`and`, `or`, `not`, `there is`, `every`) and `when … otherwise`, with the
facts known where the condition holds or fails.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ruleslang.language.lower import comparisons
from ruleslang.language.lower.conversions import report_asked_twice
from ruleslang.language.lower.diagnostics import types as errors
from ruleslang.language.lower.diagnostics.heads import joined_by_or
from ruleslang.language.lower.dispatch import (
    HANDLERS,
    fitted,
    inner,
    lowers,
    member_type,
    raw,
    subject,
)
from ruleslang.language.lower.lone_names import declare, is_ambiguous
from ruleslang.language.lower.scope import Scope, Tested, Typed, there
from ruleslang.language.lower.typing import typed
from ruleslang.language.lower.widen_word_lists import in_one_list
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.node import Name
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import over, standard_order
from ruleslang.program.typing.lattice import is_collection, join, plain, stored
from ruleslang.program.typing.type_names import describe
from ruleslang.source.diagnostic import Diagnostic


def condition(scope: Scope, node: syntax.Expression) -> tuple[e.Expr, Scope]:
    """Return a lowered condition, and the scope in which it holds, with names of `there is`."""
    test = tested(scope, node)
    return test.expr, test.holds


def denied(scope: Scope, node: syntax.Expression) -> Scope:
    """
    Return the scope in which a condition fails. The condition is lowered elsewhere, so the
    diagnostics found here are discarded.
    """
    mark = scope.context.mark()
    silent = evolve(scope, lifted=None if scope.lifted is None else [])
    fails = tested(silent, node).fails
    scope.context.rewind(mark)
    return evolve(fails, lifted=scope.lifted)


def tested(scope: Scope, node: syntax.Expression) -> Tested:
    """Return a condition, with the scopes in which it holds and does not hold."""
    test = _tested(scope, node)
    return Tested(test.expr, _as_before(test.holds, scope), _as_before(test.fails, scope))


def _as_before(after: Scope, scope: Scope) -> Scope:
    """
    Return the scope after a test, with its facts and names, but with the restrictions on calls that
    applied before the test.
    """
    return evolve(after, lifted=scope.lifted, why_pure=scope.why_pure)


def _tested(scope: Scope, node: syntax.Expression) -> Tested:
    match node:
        case syntax.Paren():
            return _tested(scope, node.inner)
        case syntax.Not():
            operand = _tested(scope, node.operand)
            return Tested(e.Not(operand.expr), operand.fails, operand.holds)
        case syntax.And() | syntax.Or():
            return _joined(inner(scope), node) or Tested(e.Literal(True), scope, scope)
        case syntax.ThereIs():
            return _there_is(inner(scope), node)
        case syntax.Is():
            return comparisons.test_same(scope, node)
        case syntax.IsIn():
            return comparisons.test_member(scope, node)
        case syntax.IsEmpty():
            return comparisons.test_empty(scope, node)
        case _:
            return _bare(scope, node)


def _bare(scope: Scope, node: syntax.Expression) -> Tested:
    """Lower a condition; an optional value used as one counts as a test for none."""
    typed, before = raw(scope, node, t.Truth()), scope.context.mark()
    expr = fitted(scope, node, typed, t.Truth()).expr
    if before == scope.context.mark() or not isinstance(typed.type, t.Optional):
        return Tested(expr, scope, scope)
    return Tested(expr, there(scope, node, typed.type), scope)


def _is_refused(scope: Scope, node: syntax.Expression, since: int) -> bool:
    """Return whether a diagnostic, after the first `since`, refuses an expression as condition."""
    return any(
        diagnostic.slug == "wrong-type" and diagnostic.span == node.span
        for diagnostic in scope.context.diagnostics[since:]
    )


VALUES = Name | syntax.Number | syntax.Apply  # possible members of a list or set


def _joined(
    scope: Scope, node: syntax.And | syntax.Or, expected: t.Type | None = None
) -> Tested | None:
    """
    Return conditions joined by a word; None, and one report, where values are joined, as in
    `5 and 6` or `x is a or b`.

    The diagnostics of the parts show which are values: lowering these again would double the work
    at each level of nested calls.
    """
    mark, chained = scope.context.mark(), None
    report_asked_twice(scope.context, node)
    if isinstance(node.left, syntax.And | syntax.Or) and type(node.left) is type(node):
        chained = node.left
    first = _tested(scope, node.left) if chained is None else _joined(scope, chained)
    left = first or Tested(e.Literal(True), scope, scope)
    right = _tested(left.holds if isinstance(node, syntax.And) else left.fails, node.right)

    def is_value(part: syntax.Expression) -> bool:
        return isinstance(part, VALUES) and _is_refused(scope, part, mark[0])

    is_member = isinstance(node, syntax.Or) and isinstance(node.left, syntax.Is)
    is_first = chained is None and (is_member or is_value(node.left))
    if is_value(node.right) and (is_first or first is None):
        scope.context.rewind(mark)
        scope.context.report(_intended(scope, node, expected))
        return None
    if isinstance(node, syntax.And):
        return Tested(e.And(left.expr, right.expr), right.holds, scope)
    return Tested(e.Or(left.expr, right.expr), scope, right.fails)


def _intended(scope: Scope, node: syntax.And | syntax.Or, expected: t.Type | None) -> Diagnostic:
    """Return the report of what is meant by values that a word joins."""
    first, *others = parts = chain(node, type(node))
    if isinstance(node, syntax.And):
        return _intended_list(scope, parts)
    if isinstance(first, syntax.Is):
        return _intended_member(first, others)
    is_one = expected is not None and not is_collection(plain(expected))
    return joined_by_or(node.span, [part.span.text for part in parts], of_one=is_one)


def _intended_member(same: syntax.Is, others: Sequence[syntax.Expression]) -> Diagnostic:
    """Return the report that `x is in {a, b}` is meant by `x is a or b`."""
    members = ", ".join(value.span.text for value in (same.right, *others))
    verb = "is not in" if same.negated else "is in"
    intended = f"{same.left.span.text} {verb} {{{members}}}"
    return errors.values_for_tests(others[0].span, joint="or", intended=intended)


def _intended_list(scope: Scope, parts: Sequence[syntax.Expression]) -> Diagnostic:
    """Return the report that a list is meant by `5 and 6`, or of sets their union."""
    mark = scope.context.mark()
    is_flat = not any("and" in part.span.text.split() for part in parts)  # else the work doubles
    sets = is_flat and all(is_collection(plain(raw(scope, part).type)) for part in parts)
    scope.context.rewind(mark)
    listed = (" + " if sets else ", ").join(part.span.text for part in parts)
    return errors.values_for_tests(parts[0].span, joint="and", intended=listed)


def chain(node: syntax.Expression, word: type[syntax.And | syntax.Or]) -> list[syntax.Expression]:
    """Return the operands of a chain of `and`, or of `or`, from the left."""
    if not isinstance(node, word):
        return [node]
    return [*chain(node.left, word), *chain(node.right, word)]


def _there_is(scope: Scope, node: syntax.ThereIs) -> Tested:
    members = subject(scope, node.subject)
    inside = declare(scope, node.variable, member_type(members.type), "member")
    test, after = (None, inside) if node.condition is None else condition(inside, node.condition)
    slot = inside.slot(node.variable.text)
    sorting = standard_order(stored(member_type(members.type)))
    expr = e.ThereIs(slot, members.expr, test, over(stored(members.type)), sorting)
    known = there(scope, node.subject, members.type)
    if not node.negated:
        return Tested(expr, there(after, node.subject, members.type), scope)
    return Tested(e.Not(expr), scope, known)


# ---------------------------------------------------------------- as handlers


def lower_condition(scope: Scope, node: syntax.Expression, expected: t.Type | None) -> Typed:
    """Return a condition as a value; values wrongly joined by a word are of unknown type."""
    if not isinstance(node, syntax.And | syntax.Or):
        return Typed(_tested(scope, node).expr, t.Truth())
    test = _joined(inner(scope), node, expected)
    return Typed(e.Literal(True), t.Unknown()) if test is None else Typed(test.expr, t.Truth())


TESTS = (syntax.ThereIs, syntax.Or, syntax.And, syntax.Not, syntax.Is, syntax.IsIn, syntax.IsEmpty)
HANDLERS.update(dict.fromkeys(TESTS, lower_condition))


@lowers(syntax.Paren)
def lower_paren(scope: Scope, node: syntax.Paren, expected: t.Type | None) -> Typed:
    return raw(scope, node.inner, expected)


@lowers(syntax.Every)
def lower_every(scope: Scope, node: syntax.Every, expected: t.Type | None) -> Typed:
    """Lower `for every x in S: C`."""
    members = subject(scope, node.subject)
    inside = declare(scope, node.variable, member_type(members.type), "member")
    test, _ = condition(inside, node.condition)
    return Typed(e.Every(inside.slot(node.variable.text), members.expr, test), t.Truth())


@lowers(syntax.WhenOtherwise)
def lower_when(scope: Scope, node: syntax.WhenOtherwise, expected: t.Type | None) -> Typed:
    """Lower `a when c otherwise b`: each side in the scope that the condition leaves."""
    test = tested(scope, node.condition)
    value, otherwise = in_one_list(scope, _both(test, node, expected))
    expr = e.WhenOtherwise(value.expr, test.expr, otherwise.expr)
    if join(value.type, otherwise.type, scope.context.kinds) is not None:
        return typed(scope, expr, value, otherwise)
    scope.context.report(
        errors.unlike_members(
            node.otherwise.span, one=describe(otherwise.type), other=describe(value.type)
        )
    )
    return Typed(expr, t.Unknown())


def _both(test: Tested, node: syntax.WhenOtherwise, expected: t.Type | None) -> tuple[Typed, Typed]:
    """
    Lower both results of `when … otherwise`; a word that belongs to several lists takes the type of
    the other result.
    """
    if expected is None and is_ambiguous(test.holds, node.value):
        otherwise = raw(test.fails, node.otherwise)
        return raw(test.holds, node.value, otherwise.type), otherwise
    value = raw(test.holds, node.value, expected)
    return value, raw(test.fails, node.otherwise, value.type if expected is None else expected)
