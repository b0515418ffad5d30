"""
Takes calls of procedures out of expressions: each becomes a statement, and the expression reads a
local with its answer.
"""

from __future__ import annotations

from ruleslang.lower.arguments import Parameters, arguments
from ruleslang.lower.context import Context
from ruleslang.lower.conversions import front
from ruleslang.lower.diagnostics import calls as say
from ruleslang.lower.scope import Scope, Typed
from ruleslang.lower.types import lower_type
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Role, Slot
from ruleslang.resolve.symbol_table import Symbol
from ruleslang.syntax import declarations as d
from ruleslang.syntax.expressions import Apply
from ruleslang.syntax.node import Name
from ruleslang.syntax.simple_statements import (
    Answer,
)
from ruleslang.syntax.walk import walk
from ruleslang.types.lattice import FrontType, Unknown


def call_in_expression(
    scope: Scope, symbol: Symbol, node: Name | Apply, parameters: Parameters
) -> Typed:
    """The answer of a procedure, which is called before the expression is read."""
    name = node if isinstance(node, Name) else node.function
    given = arguments(scope, node, parameters)
    type = answer_of(scope.context, symbol, name)
    if type is None:
        return Typed(e.Literal(None), Unknown())
    if scope.lifted is None:
        scope.context.report(say.procedure_in_expression(name, scope.why_pure))
        return Typed(e.Literal(None), type)
    into = fresh(scope.context, type, "result")
    scope.lifted.append(s.Call(symbol.name, given, into, scope.context.origin(node.span)))
    return Typed(e.Local(into), type)


def answer_of(context: Context, symbol: Symbol, name: Name) -> FrontType | None:
    """What a procedure answers; None, and a diagnostic, when it answers nothing."""
    node = symbol.node
    if isinstance(node, d.Procedure) and node.answers is not None:
        return front(lower_type(context, node.answers))
    if not (isinstance(node, d.Procedure) and _answers(node)):  # that is said where it answers
        context.report(say.answers_nothing(name, symbol.what))
    return None


def _answers(node: d.Procedure) -> bool:
    """Whether a line of a procedure answers something, though its head does not say what."""
    return any(isinstance(each, Answer) for each in walk(node.body))


def fresh(context: Context, type: FrontType, role: Role) -> Slot:
    """A new local that has no name in the rulebook."""
    return context.new_slot("_", type, role)
