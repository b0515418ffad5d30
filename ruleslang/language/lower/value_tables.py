"""Lowers `depending on E` in a value: each row becomes a case."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ruleslang.language.lower.context import Context
from ruleslang.language.lower.control_flow import (
    NONE,
    check_all,
    entries_of_case,
    names_a_case,
    narrowed,
    values,
)
from ruleslang.language.lower.conversions import faces
from ruleslang.language.lower.diagnostics import statements as errors
from ruleslang.language.lower.expressions import condition, lower, raw
from ruleslang.language.lower.scope import Scope, there
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import expressions as x
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.patterns import Entry, EqualEntry, MemberEntry
from ruleslang.program.typing.lattice import join


def table_cases(
    scope: Scope, node: syntax.ValueTable, wanted: t.Type | None
) -> tuple[tuple[d.ValueCase, ...], t.Type]:
    """Return the rows as cases, the last without a condition, and the join of their types."""
    subject = faces(scope.context, lower(scope, node.subject))
    covered: set[Hashable] = set()
    mistakes = scope.context.diagnostics
    known = len(mistakes)
    rows: list[set[Hashable]] = []
    cases: list[d.ValueCase] = []
    types: list[t.Type] = []
    for row in node.rows:
        inside = there(scope, node.subject, subject.type) if NONE in covered else scope
        entries = entries_of_case(inside, row.values, subject.type, covered)
        test, _ = condition(inside, _test(node.subject, row.values, entries))
        knowing = narrowed(inside, node.subject, subject.type, entries)
        typed = raw(knowing, row.value) if wanted is None else lower(knowing, row.value, wanted)
        origin = scope.context.origin(row.span, row.marks)
        cases.append(d.ValueCase(test, typed.expr, origin))
        rows.append(set().union(*(values(entry) or set() for entry in entries)))
        types.append(typed.type)
    misnamed = names_a_case(mistakes[known:], node.rows)
    complete = misnamed or check_all(scope, node, subject.type, covered)
    if node.otherwise is not None:
        default = node.otherwise
        scope = there(scope, node.subject, subject.type) if NONE in covered else scope
        typed = raw(scope, default.value) if wanted is None else lower(scope, default.value, wanted)
        origin = scope.context.origin(default.span, default.marks)
        cases.append(d.ValueCase(None, typed.expr, origin))
        types.append(typed.type)
    elif complete:
        last = cases[-1]
        cases[-1] = d.ValueCase(None, last.value, last.origin)
        _overlap(scope.context, node, rows)
    return tuple(cases), _common(scope, types)


def _overlap(context: Context, node: syntax.ValueTable, rows: Sequence[set[Hashable]]) -> None:
    """Report that the last row, which becomes one without a condition, begins in another row."""
    *above, last = rows
    for row, values_above in zip(node.rows, above, strict=False):
        shared = values_above & last
        if shared and not (values_above <= last or last <= values_above):
            context.report(errors.overlapping_last_row(node.rows[-1].span, at=row.span))


def _test(
    subject: x.Expression, values: Sequence[x.Expression], entries: Sequence[Entry]
) -> x.Expression:
    """Return the condition of a row as syntax."""
    plain = all(isinstance(value_node, EqualEntry) for value_node in entries)
    if (
        plain
        and len(values) > 1
        and not any(isinstance(value_node, x.Nothing) for value_node in values)
    ):
        at = values[0].span.cover(values[-1].span)
        return x.IsIn(subject, x.Braces(tuple(values), span=at), span=at)
    tests: list[x.Expression] = []
    for value, entry in zip(values, entries, strict=True):
        is_set = isinstance(entry, MemberEntry)
        membership = x.IsIn(subject, value, span=value.span) if is_set else None
        tests.append(membership or x.Is(subject, value, span=value.span))
    condition, *others = tests
    for other in others:
        condition = x.Or(condition, other, span=other.span)
    return condition


def _common(scope: Scope, types: Sequence[t.Type]) -> t.Type:
    common = types[0]
    for type in types[1:]:
        common = join(common, type, scope.context.kinds) or t.Unknown()
    return common
