"""Finds the event that a name refers to (a procedure run, an action or a card play), with the
names and types of its parameters.
"""

from __future__ import annotations

from ruleslang.lower.arguments import Parameters, parameters_of
from ruleslang.lower.choices import choice
from ruleslang.lower.context import Context
from ruleslang.lower.diagnostics import heads as say
from ruleslang.lower.names import declare
from ruleslang.lower.scope import Scope
from ruleslang.lower.types import lower_type
from ruleslang.lower.windows_in_heads import windows
from ruleslang.program import types as t
from ruleslang.program.events import PLAY, ActionRun, CardPlay, Event, ProcedureRun
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax.node import Name
from ruleslang.types.lattice import Unknown


def event_of(context: Context, name: Name) -> tuple[Event | None, Parameters]:
    """
    What happens and is called so, and its places, each with its type.

    What is not known, or does not happen, is reported; it is None then, and has no places.
    """
    if name.text == PLAY:
        return CardPlay(), (("card", t.Card()),)
    symbol = context.symbols.globals.get(name.text)
    match symbol.node if symbol else None:
        case syntax.Procedure() as node:
            return ProcedureRun(name.text), parameters_of(context, node)
        case syntax.Action() as node:
            return ActionRun(name.text), choices_of(context, node)
    known = [PLAY, *context.names_of_events()]
    context.report(say.not_hookable(name, symbol.what if symbol else None, known))
    return None, ()


def choices_of(
    context: Context, node: syntax.Action | syntax.Play, kind: str | None = None
) -> Parameters:
    """
    The choices of an action, or of a play of a kind's card, each with its type.

    Of unknown type while they are being looked into, so that circles end.
    """
    if node not in context.choice_types:
        context.choice_types[node] = [(each.name.text, Unknown()) for each in node.choices]
        context.choice_types[node] = _choices(context, node, kind)
    return context.choice_types[node]


def _choices(context: Context, node: syntax.Action | syntax.Play, kind: str | None) -> Parameters:
    """Lowers the head only for the types of its choices and discards the diagnostics, which are
    reported when the head itself is lowered.
    """
    mark = context.mark()
    if isinstance(node, syntax.Action):
        scope = declare(Scope(context), node.by, t.Player(), "you")
    else:
        scope = Scope(context).with_local("you", t.Player(), None, "you")
        scope = scope.with_local("this", t.Card(kind), None, "this")
    _, _, scope = windows(scope, node.windows)
    for each in node.choices:
        _, scope = choice(scope, each)
    context.rewind(mark)
    return [(each.name.text, scope.locals[each.name.text].type) for each in node.choices]


def answer_type(context: Context, name: Name) -> t.Type | None:
    """What a procedure answers; None when it answers nothing."""
    symbol = context.symbols.globals.get(name.text)
    node = symbol.node if symbol is not None else None
    if not isinstance(node, syntax.Procedure) or node.answers is None:
        return None
    return lower_type(context, node.answers)
