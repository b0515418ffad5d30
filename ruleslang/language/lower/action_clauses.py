"""Lowers `only if`, `pays` and `limit`: the conditions and the cost of an action or a play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ruleslang.language.lower.arithmetic import number
from ruleslang.language.lower.diagnostics import heads as errors
from ruleslang.language.lower.expressions import condition, indices, parameters_of, subject
from ruleslang.language.lower.scope import Scope
from ruleslang.language.lower.types import lower_type
from ruleslang.language.lower.write_targets import place, zone_target
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.expressions import head_name
from ruleslang.language.syntax.node import Marks
from ruleslang.language.syntax.statements import Clause, Cost, Limit, OnlyIf, Pays, UnderClause
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ProcedureRun
from ruleslang.program.expressions import Expr, Literal
from ruleslang.program.typing.lattice import element, plain
from ruleslang.program.typing.type_names import describe


def clauses(scope: Scope, nodes: tuple[Clause, ...]) -> tuple[tuple[s.Clause, ...], Scope]:
    """Lower the clauses of a body; a name that `there is` binds in one can be read after it."""
    lowered: list[s.Clause] = []
    for node in _with_joined_costs(nodes):
        match node:
            case OnlyIf():
                test, after = condition(scope.pure("`only if`"), node.condition)
                lowered.append(s.OnlyIf(test, scope.context.origin(node.span, node.marks)))
                scope = after
            case Pays():
                lowered.append(pays(scope, node))
            case UnderClause():
                pass  # a limit on a choice has become a condition; elsewhere it was reported
            case Limit():
                lowered.append(_limit(scope, node))
    return tuple(lowered), scope


def _with_joined_costs(nodes: Sequence[Clause]) -> Iterator[Clause]:
    """Yield the clauses, with adjacent cost lines merged into one: all are paid together."""
    for is_cost, run in groupby(nodes, key=lambda node: isinstance(node, Pays)):
        lines = list(run)
        if is_cost and len(lines) > 1:
            costs = [line for line in lines if isinstance(line, Pays)]
            cites = tuple(dict.fromkeys(cite for line in costs for cite in line.marks.cites))
            designed = any(line.marks.designed for line in costs)
            span = costs[0].span.cover(costs[-1].span)
            marks = Marks(cites, designed, span=costs[-1].marks.span)
            yield Pays(tuple(c for line in costs for c in line.costs), marks=marks, span=span)
        else:
            yield from lines


def pays(scope: Scope, node: Pays) -> s.Pays:
    costs = tuple(cost for item in node.costs if (cost := _cost(scope, item)))
    return s.Pays(costs, scope.context.origin(node.span, node.marks))


def _cost(scope: Scope, node: Cost) -> s.CountCost | s.SharedCost | s.CardCost | None:
    pure = scope.pure("a cost")
    if node.amount is None:
        return _cost_of_state(pure, node)
    amount = number(pure, node.amount).expr
    origin = scope.context.origin(node.span)
    if _is_state(scope, node.source):
        if isinstance(node.source, x.Apply) and any(
            isinstance(argument, x.AnyPlace) for argument in node.source.arguments
        ):
            return _shared_cost(pure, node, node.source, amount, origin)
        target = place(pure, node.source)
        if target is None:
            return None
        if isinstance(target[1], (t.Number, t.Unknown)) and isinstance(target[0], s.StatePlace):
            if node.target is not None:
                scope.context.report(errors.number_cost_with_target(node.target.span))
            return s.CountCost(amount, target[0], origin)
    return _card_cost(pure, node, amount, origin)


def _cost_of_state(scope: Scope, node: Cost) -> s.CountCost | None:
    """Lower `pays ready(c)`: a truth that is yes becomes no."""
    target = place(scope, node.source) if _is_state(scope, node.source) else None
    if target is None:
        if not _is_state(scope, node.source):
            scope.context.report(errors.cost_without_amount(node, scope.context.symbols))
        return None
    if isinstance(target[1], t.Unknown) or not isinstance(target[0], s.StatePlace):
        return None
    if not isinstance(target[1], t.Truth):
        scope.context.report(errors.cost_without_amount(node, scope.context.symbols))
        return None
    return s.CountCost(Literal(1), target[0], scope.context.origin(node.span))


def _shared_cost(
    scope: Scope, node: Cost, source: x.Apply, amount: Expr, origin: int
) -> s.SharedCost | None:
    """Lower `pays 3 from coins(p, any)`: the payer says how much from each."""
    state = scope.context.symbols.declared(source.function.text, syntax.State)
    assert state is not None
    type = lower_type(scope.context, state.type)
    if not isinstance(plain(type), t.Number):
        scope.context.report(errors.cannot_pay(node.source.span, found=describe(type)))
        return None
    if node.target is not None:
        scope.context.report(errors.number_cost_with_target(node.target.span))
    places = parameters_of(scope.context, state)
    index = indices(scope, source, places, any_allowed=True)
    return s.SharedCost(amount, state.name.text, index, origin)


def _is_state(scope: Scope, node: x.Expression) -> bool:
    name = head_name(node)
    return name is not None and scope.context.what_is(name.text) == "state"


def _card_cost(scope: Scope, node: Cost, amount: Expr, origin: int) -> s.CardCost | None:
    cards = subject(scope, node.source, single=True)
    member = plain(element(cards.type) or cards.type)
    if not isinstance(member, (t.Card, t.Unknown)):
        scope.context.report(errors.cannot_pay(node.source.span, found=describe(cards.type)))
        return None
    if isinstance(member, t.Unknown):
        return None
    if node.target is None:
        scope.context.report(errors.cost_needs_target(node.span))
        return None
    target = zone_target(scope, node.target)
    return None if target is None else s.CardCost(amount, cards.expr, target, origin)


def _limit(scope: Scope, node: Limit) -> s.Limit:
    context = scope.context
    event = context.event(node.procedure.text)
    if event is None:
        found, known = context.what_is(node.procedure.text), context.names_of_events()
        context.report(errors.not_hookable(node.procedure, found, known, context.symbols))
    choices = {local.name: local for local in scope.locals.values() if local.role == "choice"}
    for name in node.for_each:
        if name.text not in choices:
            context.report(errors.unknown_limit_choice(name, known=choices))
    return s.Limit(
        context.unique(f"limit per {node.procedure.text}"),
        number(scope.pure("a limit"), node.number).expr,
        event or ProcedureRun(node.procedure.text),
        tuple(choices[name.text].slot for name in node.for_each if name.text in choices),
        context.origin(node.span, node.marks),
    )
