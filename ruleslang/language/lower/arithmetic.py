"""Lowers `+`, `-`, `*`, `/` and `..` of numbers, and `+` and `except` of sets and lists."""

from __future__ import annotations

from attrs import evolve

from ruleslang.language.lower.conversions import faces, fit
from ruleslang.language.lower.diagnostics import names as name_errors
from ruleslang.language.lower.diagnostics import types as errors
from ruleslang.language.lower.dispatch import DICE, lower, lowers, raw, wanted_member
from ruleslang.language.lower.lone_names import is_ambiguous, known_names
from ruleslang.language.lower.scope import Scope, Typed
from ruleslang.language.lower.typing import typed
from ruleslang.language.lower.widen_word_lists import in_wider_list
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.walk import walk
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import comparing_member, over
from ruleslang.program.references import OPERATORS, ROUNDINGS, one_of
from ruleslang.program.typing import intervals
from ruleslang.program.typing.lattice import (
    Ancestors,
    element,
    fits,
    is_collection,
    join,
    plain,
    stored,
)
from ruleslang.program.typing.type_names import describe
from ruleslang.source.fix import Proposal, write
from ruleslang.source.span import Span

REPEATED = 60  # longest set that a help quotes


@lowers(syntax.Number)
def lower_number(scope: Scope, node: syntax.Number, expected: t.Type | None) -> Typed:
    return Typed(e.Literal(node.value), t.Number(node.value, node.value))


@lowers(syntax.Truth)
def lower_truth(scope: Scope, node: syntax.Truth, expected: t.Type | None) -> Typed:
    return Typed(e.Literal(node.value), t.Truth())


@lowers(syntax.Nothing)
def lower_nothing(scope: Scope, node: syntax.Nothing, expected: t.Type | None) -> Typed:
    return Typed(e.Literal(None), t.Never())


@lowers(syntax.Binary)
def lower_binary(scope: Scope, node: syntax.Binary, expected: t.Type | None) -> Typed:
    """Lower `a + b`, `a - b`, `a * b`, `a except b`."""
    if node.operator == "except":
        return _except(scope, node, expected)
    intended = _hyphened(scope, node)
    if intended is not None:
        scope.context.report(name_errors.name_with_hyphen(node.span, intended=intended))
        return Typed(e.Literal(0), t.Unknown())
    left = raw(scope, node.left, expected if is_collection(expected or t.Truth()) else None)
    if expected is not DICE:
        left = faces(scope.context, left)
    if node.operator == "+" and isinstance(left.type, t.Unknown):
        raw(scope, node.right)
        return Typed(left.expr, t.Unknown())
    if node.operator == "+" and is_collection(left.type) and not isinstance(left.type, t.Unknown):
        return _together(scope, node, left)
    return _numbers(scope, node, left, expected)


def _hyphened(scope: Scope, node: syntax.Binary) -> str | None:
    """Return the hyphenated name that `a - b` may mean when a or b is unknown."""
    parts = node.span.text.split("-")
    if node.operator != "-" or len(parts) != 2 or not all(map(str.isidentifier, parts)):
        return None
    known = known_names(scope)
    intended = "_".join(parts)
    return intended if intended in known and not set(parts) <= known else None


def _numbers(
    scope: Scope, node: syntax.Binary, left: Typed, expected: t.Type | None = None
) -> Typed:
    is_unknown = isinstance(left.type, t.Unknown)  # after a mistake
    if node.operator == "-" and is_collection(left.type) and not is_unknown:
        counted = expected is not None and isinstance(plain(expected), t.Number)
        if _is_taken_from(scope, node, left, counted):
            return Typed(left.expr, t.Unknown())
    left = as_number(
        scope, left, node.left, "a number, a set or a list" if node.operator == "+" else "a number"
    )
    operand = faces(scope.context, lower(scope, node.right))
    if intended := _of_both(node, operand.type):
        scope.context.report(errors.wrong_sort(node.span, operand.type, "a number", intended))
        return Typed(left.expr, t.Unknown())
    right = as_number(scope, operand, node.right)
    operator, origin = one_of(node.operator, OPERATORS), scope.context.origin(node.span)
    expr = e.Arithmetic(operator, left.expr, right.expr, origin)
    return bounded(scope, node.span, typed(scope, expr, left, right))


def _of_both(node: syntax.Binary, right: t.Type) -> Proposal | None:
    """Propose `sum of E over x in S + T`, where `x` was meant to run through both."""
    subject = node.left.subject if isinstance(node.left, syntax.Fold) else None
    if node.operator != "+" or subject is None or not is_collection(right):
        return None
    begins = subject.span.start - node.span.start
    text = node.span.text
    return write(f"{text[:begins]}({text[begins:]})")


def _is_taken_from(scope: Scope, node: syntax.Binary, left: Typed, counted: bool) -> bool:
    """Return whether it is `S - T`, which must be written `S except T`; reports it."""
    mark = scope.context.mark()
    silent = evolve(scope, lifted=None if scope.lifted is None else [])
    right = faces(scope.context, raw(silent, node.right, left.type))
    scope.context.rewind(mark)
    if not is_collection(right.type):
        return False
    difference = f"{node.left.span.text} except {node.right.span.text}"
    intended = write(f"number of ({difference})" if counted else difference)
    scope.context.report(errors.wrong_sort(node.span, left.type, "a number", intended))
    return True


def bounded(scope: Scope, span: Span, result: Typed) -> Typed:
    """Return the result, unless its range exceeds int64; reports that."""
    if not isinstance(result.type, t.Number) or intervals.is_bounded(result.type):
        return result
    scope.context.report(errors.number_too_large(span))
    return Typed(result.expr, t.Unknown())


def number(scope: Scope, node: syntax.Expression) -> Typed:
    """Lower an operand of arithmetic, of any range; none must be ruled out first."""
    return as_number(scope, faces(scope.context, lower(scope, node)), node)


def as_number(
    scope: Scope, lowered: Typed, node: syntax.Expression, wanted: str = "a number"
) -> Typed:
    """Return a lowered expression, if it is a number; reports any other."""
    inner = plain(lowered.type)
    if isinstance(lowered.type, t.Optional) and isinstance(inner, t.Number):
        scope.context.report(errors.may_be_none(node.span, expected=describe(inner)))
        return Typed(lowered.expr, inner)
    if isinstance(inner, (t.Number, t.Fraction, t.Unknown)):
        return Typed(lowered.expr, inner)
    scope.context.report(errors.wrong_sort(node.span, lowered.type, wanted))
    return Typed(lowered.expr, t.Unknown())


@lowers(syntax.Negate)
def lower_negate(scope: Scope, node: syntax.Negate, expected: t.Type | None) -> Typed:
    """Lower `- a`; a literal is folded."""
    operand = number(scope, node.operand)
    negated = typed(scope, e.Negate(operand.expr, scope.context.origin(node.span)), operand)
    if isinstance(operand.expr, e.Literal) and isinstance(operand.expr.value, int):
        return Typed(e.Literal(-operand.expr.value), negated.type)
    return negated


@lowers(syntax.Divide)
def lower_divide(scope: Scope, node: syntax.Divide, expected: t.Type | None) -> Typed:
    """Lower `a / b rounded up`; without rounding an exact fraction, allowed in claims only."""
    left, right = number(scope, node.left), number(scope, node.right)
    origin = scope.context.origin(node.span)
    if node.rounding is None:
        if not scope.claim:
            scope.context.report(errors.unrounded(node.span))
        type = t.Fraction() if scope.claim else t.Unknown()
        return Typed(e.Divide(left.expr, right.expr, "exact", origin), type)
    expr = e.Divide(left.expr, right.expr, one_of(node.rounding, ROUNDINGS), origin)
    if not isinstance(left.type, t.Number) or not isinstance(right.type, t.Number):
        return Typed(expr, t.Unknown())
    quotient = typed(scope, expr, left, right)
    if quotient.type != t.Never():
        return quotient
    scope.context.report(errors.by_zero(node.right.span))
    return Typed(expr, t.Unknown())


@lowers(syntax.Range)
def lower_range(scope: Scope, node: syntax.Range, expected: t.Type | None) -> Typed:
    """Lower `a..b`: the numbers, or the words of a list, between two ends."""
    member = wanted_member(expected)
    if is_ambiguous(scope, node.low) and member is None:
        high = lower(scope, node.high)
        low = lower(scope, node.low, high.type)
    else:
        low = lower(scope, node.low, member if isinstance(member, t.WordOf) else None)
        first = plain(low.type)
        high = lower(scope, node.high, first if isinstance(first, t.WordOf) else None)
    return _range(scope, node, low, high)


def _range(scope: Scope, node: syntax.Range, low: Typed, high: Typed) -> Typed:
    _check_ascending(scope, node, low.expr, high.expr)
    word = plain(low.type)
    if isinstance(word, t.WordOf) and isinstance(plain(high.type), (t.WordOf, t.Unknown)):
        low, high = fit(scope, low, word, node.low.span), fit(scope, high, word, node.high.span)
        return typed(scope, e.Range(low.expr, high.expr, "words"), low, high)
    if isinstance(low.type, t.Unknown) and isinstance(plain(high.type), t.WordOf):
        return Typed(e.Range(low.expr, high.expr, "words"), t.Unknown())
    low, high = (
        as_number(scope, faces(scope.context, low), node.low),
        as_number(scope, faces(scope.context, high), node.high),
    )
    if not isinstance(low.type, t.Number) or not isinstance(high.type, t.Number):
        return Typed(e.Range(low.expr, high.expr), t.Unknown())
    return typed(scope, e.Range(low.expr, high.expr), low, high)


def _check_ascending(scope: Scope, node: syntax.Range, low: e.Expr, high: e.Expr) -> None:
    match low, high:
        case e.Literal(int() as a), e.Literal(int() as b) if a > b:
            scope.context.report(errors.empty_range(node.span, low=a, high=b))
        case e.WordValue(_, int() as a), e.WordValue(_, int() as b) if a > b:
            scope.context.report(
                errors.empty_range(node.span, low=node.low.span.text, high=node.high.span.text)
            )


# ---------------------------------------------------------------- sets and lists


def _together(scope: Scope, node: syntax.Binary, left: Typed) -> Typed:
    """Return the union of two sets, or the concatenation of two lists."""
    right = faces(scope.context, raw(scope, node.right, left.type))
    left = in_wider_list(scope, left, right.type)
    if isinstance(right.type, t.Number) and _is_counted(left.type):
        return as_number(scope, left, node.left)
    if not is_collection(right.type):
        scope.context.report(errors.not_a_set(node.right, right.type, ()))
        return left
    if isinstance(right.type, t.Unknown):
        return left
    both = join(left.type, right.type, scope.context.kinds)
    if both is None:
        _report_unlike_members(scope, node.right.span, right.type, left.type)
        return left
    form = e.Join if isinstance(both, t.ListOf) else e.Union
    return typed(scope, form(left.expr, right.expr), left, right)


def _is_counted(type: t.Type) -> bool:
    """Return whether a number added to this collection must mean its size."""
    return isinstance(type, t.ListOf) or not isinstance(plain(element(type) or type), t.Number)


def _except(scope: Scope, node: syntax.Binary, expected: t.Type | None) -> Typed:
    """Lower `S except T`: the members of S not in T; T may hold titles where S holds cards."""
    left = raw(scope, node.left, expected)
    if not is_collection(left.type):
        scope.context.report(errors.not_a_set(node.left, left.type, (), _short_reach(node)))
        return Typed(e.MakeSet(()), t.Unknown())
    inner = element(left.type) or t.Unknown()
    right = raw(scope, node.right, t.Unknown() if isinstance(inner, t.Card) else left.type)
    if not is_collection(right.type):
        scope.context.report(errors.not_a_set(node.right, right.type, ()))
        return left
    other = element(right.type) or t.Unknown()
    if not _comparable(inner, other, scope.context.kinds):
        _report_unlike_members(scope, node.right.span, right.type, left.type)
    how = comparing_member(stored(inner), stored(right.type))
    return typed(scope, e.Except(left.expr, right.expr, how, over(stored(left.type))), left)


def _short_reach(node: syntax.Binary) -> str | None:
    """Return what to write when `except` was meant to narrow the set of a fold."""
    for part in walk(node.left):
        if isinstance(part, (syntax.Fold, syntax.ImageOf)) and part.variable and part.subject:
            short = f"({part.subject.span.text} except {node.right.span.text})"
            if part.span.end == node.left.span.end and len(short) <= REPEATED:
                return f"write `over {part.variable.text} in {short}`, with the parentheses"
    return None


def _comparable(left: t.Type, right: t.Type, kinds: Ancestors) -> bool:
    match left, right:
        case (_, t.Never()) | (t.Card(), t.Title()) | (t.Number(), t.Number()):
            return True
    return fits(left, right, kinds) or fits(right, left, kinds)


def _report_unlike_members(scope: Scope, span: Span, one: t.Type, other: t.Type) -> None:
    scope.context.report(errors.unlike_members(span, one=describe(one), other=describe(other)))
