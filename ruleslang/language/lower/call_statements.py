"""Lowers statements that call: procedures, actions, windows, plays."""

from __future__ import annotations

from ruleslang.language.lower.arguments import arguments, arguments_of, name_of, proposed_parameters
from ruleslang.language.lower.blocks import Step, lowers
from ruleslang.language.lower.diagnostics import heads
from ruleslang.language.lower.diagnostics import statements as errors
from ruleslang.language.lower.expressions import as_usual_arguments, lower
from ruleslang.language.lower.lone_names import declare
from ruleslang.language.lower.patterns import event_of, window_places
from ruleslang.language.lower.scope import Scope
from ruleslang.language.lower.typing import game_sizes
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Call, Open, Perform
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.expressions import Expr, Local

CALLED = ("procedure", "phase", "check", "action", "window", "value")
LINES = {"nothing", "stop"}  # statements of one word, for suggestions

# ---------------------------------------------------------------- calls


@lowers(Call)
def call(scope: Scope, node: Call) -> Step:
    return called(scope, node.call, scope.context.origin(node.span, node.marks)), scope


def called(scope: Scope, node: x.Expression, origin: int) -> list[s.Statement]:
    """Lower a call, of a procedure or of the procedure or action that a hook replaces."""
    if isinstance(node, x.AsUsual):
        return _as_usual(scope, node, origin)
    if not isinstance(node, (Name, x.Apply)) or name_of(node).text in scope.locals:
        scope.context.report(errors.not_a_statement(node.span))
        return []
    name = name_of(node)
    symbol = scope.context.symbols.get(name.text)
    if symbol is not None and symbol.what in ("procedure", "phase", "check"):
        _, places = event_of(scope.context, name)
        return [s.Call(name.text, arguments(scope, node, places), None, origin)]
    if symbol is not None and symbol.what == "action":
        scope.context.report(errors.offered_not_called(name.span, name=name.text))
    elif symbol is not None and symbol.what == "window":
        scope.context.report(errors.opened_not_called(name))
    elif symbol is None:
        brackets, symbols = proposed_parameters(scope, arguments_of(node)), scope.context.symbols
        scope.context.report(heads.not_hookable(name, None, _lines(scope), symbols, brackets))
    else:
        scope.context.report(errors.not_a_statement(name.span))
    return []


def _lines(scope: Scope) -> set[str]:
    """Return the names and one-word statements that a misspelt call may mean."""
    return {*LINES, *scope.context.symbols.names_of(*CALLED)}


def _as_usual(scope: Scope, node: x.AsUsual, origin: int) -> list[s.Statement]:
    passed = as_usual_arguments(scope, node)
    if scope.replaces != name_of(node.call).text:
        return []
    return [s.AsUsual(passed, None, origin)]


@lowers(Open)
def open_(scope: Scope, node: Open) -> Step:
    """Lower `open W(…) as users`."""
    name = name_of(node.window)
    places = window_places(scope, name, arguments_of(node.window))
    passed: tuple[Expr, ...] = ()
    if places is not None:
        passed = arguments(scope.pure("what a window receives"), node.window, places)
    origin = scope.context.origin(node.span, node.marks)
    into = None
    if node.name is not None:
        users = t.SetOf(t.Player(), game_sizes(scope.context).seats)
        scope = declare(scope, node.name, users, "result")
        into = scope.slot(node.name.text)
    return [s.OpenWindow(name.text, passed, into, origin)], scope


@lowers(Perform)
def perform(scope: Scope, node: Perform) -> Step:
    """Lower `perform c as k by p`; without `by`, the acting player plays it."""
    pure = scope.pure("what is performed")
    card = lower(pure, node.card, t.Card()).expr
    played_as = None if node.guise is None else lower(pure, node.guise, t.Title()).expr
    by = _performer(pure, node)
    if by is None:
        scope.context.report(errors.missing_performer(node.span))
        return [], scope
    return [s.Perform(card, played_as, by, scope.context.origin(node.span, node.marks))], scope


def _performer(scope: Scope, node: Perform) -> Expr | None:
    if node.by is not None:
        return lower(scope, node.by, t.Player()).expr
    actor = "you" if "you" in scope.locals else scope.actor
    if actor is None:
        return None
    scope.uses.read.add(actor)
    return Local(scope.slot(actor))
