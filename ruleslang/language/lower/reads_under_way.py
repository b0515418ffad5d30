"""
Lowers reads of a running procedure, action or play: `target(pending)`, `attacker(clash)`,
`card(x)`; and `E after P(a, b)`: E in the position after P.
"""

from __future__ import annotations

from attrs import evolve

from ruleslang.language.lower.arguments import Parameters, arguments, name_of, parameters_of
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.diagnostics import calls as errors
from ruleslang.language.lower.diagnostics import heads
from ruleslang.language.lower.dispatch import inner, lowers, raw
from ruleslang.language.lower.patterns import event_of
from ruleslang.language.lower.scope import Scope, Typed, about_locals
from ruleslang.language.lower.typing import typed
from ruleslang.language.resolve.symbol_table import Symbol
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.node import Name, Node
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.events import CardPlay, ProcedureRun, event_name
from ruleslang.program.typing.lattice import join, stored


def read_place(scope: Scope, node: syntax.Apply) -> Typed | None:
    """Return a parameter of a running invocation in a local; None if it is something else."""
    subject = _subject(scope, node)
    if subject is None:
        return None
    local, type = subject
    places = places_under_way(scope.context, type)
    name = node.function
    if name.text not in places:
        if _takes_it(scope.context, name.text):
            return None
        scope.uses.read.add(local)
        if is_known_event(scope.context, type):
            event, listed = event_name(type.event), ", ".join(sorted(set(places))) or "none"
            diagnostic = errors.unknown_place(name, known=places, function=event, places=listed)
            scope.context.report(diagnostic)
        return Typed(e.Literal(None), t.Unknown())
    scope.uses.read.add(local)
    read = _read(e.Local(scope.slot(local)), type, _place(scope.context, type, name.text))
    return Typed(read, places[name.text])


def is_known_event(context: Context, type: t.UnderWay) -> bool:
    """Return whether the declaration of the running procedure could be read."""
    return type.event == CardPlay() or event_name(type.event) in context.symbols


def _read(subject: e.Expr, type: t.UnderWay, place: str) -> e.Expr:
    """Lower the player and the card of a play, which are functions, not choices."""
    if place == "player" and not isinstance(type.event, ProcedureRun):
        return e.CallBuiltIn("player", (subject,))
    if place == "card" and isinstance(type.event, CardPlay):
        return e.CallBuiltIn("card", (subject,))
    return e.ReadPlace(subject, place)


def _place(context: Context, type: t.UnderWay, name: str) -> str:
    """Return the program's name of a parameter: the player of an action is its `player`."""
    action = context.symbols.declared(event_name(type.event), d.Action)
    return "player" if action is not None and action.by.text == name else name


def _subject(scope: Scope, node: syntax.Apply) -> tuple[str, t.UnderWay] | None:
    if len(node.arguments) != 1:
        return None
    argument = node.arguments[0]
    if not isinstance(argument, Name) or argument.text not in scope.locals:
        return None
    type = scope.locals[argument.text].type
    return (argument.text, type) if isinstance(type, t.UnderWay) else None


def _takes_it(context: Context, name: str) -> bool:
    """Return whether the value or procedure of this name takes a running invocation."""
    node = context.symbols.declared(name, Node)
    places = parameters_of(context, node) if node is not None else ()
    return len(places) > 0 and isinstance(places[0][1], t.UnderWay)


def places_under_way(context: Context, type: t.UnderWay) -> dict[str, t.Type]:
    """Return a running invocation's parameters with types; optional if some plays lack them."""
    if type.event == CardPlay():
        always: dict[str, t.Type] = {"card": t.Card(type.kind), "player": t.Player()}
        return _play_choices(context, type.kind) | always
    action = context.symbols.declared(event_name(type.event), d.Action)
    places = dict(choices_or_parameters(context, event_name(type.event)))
    if action is not None:
        return places | {"player": t.Player(), action.by.text: t.Player()}
    return places


def choices_or_parameters(context: Context, procedure: str) -> Parameters:
    """Return the arguments of an invocation: parameters, an action's choices, a play's card."""
    if procedure == "play":
        return [("card", t.Card())]
    node = context.symbols.declared(procedure, Node)
    if node is None:
        return ()
    if isinstance(node, d.Action):
        return _choices(context, node, None)
    return parameters_of(context, node)


def changeable_places(context: Context, type: t.UnderWay) -> set[str]:
    """Return the parameters that a reaction may set."""
    node = context.symbols.declared(event_name(type.event), Node)
    if isinstance(node, d.Procedure):
        return {parameter.name.text for parameter in node.parameters if parameter.changeable}
    if isinstance(node, d.Action):
        return {choice.name.text for choice in node.choices if choice.changeable}
    return {
        choice.name.text
        for play, _ in _plays(context, type.kind)
        for choice in play.choices
        if choice.changeable
    }


# ---------------------------------------------------------------- choices of plays and actions


def _play_choices(context: Context, kind: str | None) -> dict[str, t.Type]:
    """Return the choices of all plays of a kind's cards; missing ones are none."""
    types: dict[str, t.Type] = {}
    for play, of in _plays(context, kind):
        for name, type in _choices(context, play, of):
            both = join(types[name], type, context.kinds) if name in types else type
            types[name] = t.Unknown() if both is None else both
    return {
        name: type if isinstance(type, t.Unknown) else t.Optional(stored(type))
        for name, type in types.items()
    }


def _plays(context: Context, kind: str | None) -> list[tuple[d.Play, str]]:
    """Return the plays that a card of a kind can have, with the kind of their card."""
    plays: list[tuple[d.Play, str]] = []
    for node in context.symbols.each(d.Card, d.Kind, d.RowRules):
        kind_of_card = _own_kind(context, node)
        lines = context.kinds.get(kind_of_card, (kind_of_card,))
        if kind is None or kind in lines or kind_of_card in context.kinds.get(kind, ()):
            plays.extend((item, kind_of_card) for item in node.items if isinstance(item, d.Play))
    return plays


def _own_kind(context: Context, node: d.Card | d.Kind | d.RowRules) -> str:
    match node:
        case d.Card():
            return node.kind.text
        case d.Kind():
            return node.name.text
        case d.RowRules(name=name):
            rows = context.symbols.table_cards
            return next((row.kind.text for row in rows if row.id.text == name.text), "")


def _choices(context: Context, node: d.Action | d.Play, kind: str | None) -> Parameters:
    if context.choices_of is None:
        return [(choice.name.text, t.Unknown()) for choice in node.choices]
    return context.choices_of(node, kind)


# ---------------------------------------------------------------- what would be

RUNNING = ("procedure", "phase", "check")


@lowers(syntax.WhatWouldBe)
def lower_what_would_be(scope: Scope, node: syntax.WhatWouldBe, expected: t.Type | None) -> Typed:
    """Lower `E after P(…)`; facts about the present position do not hold in the imagined one."""
    pure = inner(scope)
    value = raw(evolve(pure, facts=about_locals(scope)), node.value, expected)
    name = name_of(node.call)
    symbol = None if name.text in scope.locals else scope.context.symbols.get(name.text)
    if symbol is None or symbol.what not in RUNNING:
        _blame(scope, name, symbol)
        return Typed(value.expr, t.Unknown())
    _, places = event_of(scope.context, name)
    passed = arguments(pure, node.call, places)
    origin = scope.context.origin(node.span)
    return typed(scope, e.WhatWouldBe(value.expr, name.text, passed, origin), value)


def _blame(scope: Scope, name: Name, symbol: Symbol | None) -> None:
    """Report an operand of `after` that is not a procedure or action."""
    local = scope.locals.get(name.text)
    if symbol is None and local is None:
        known = scope.context.symbols.names_of(*RUNNING)
        scope.context.report(heads.not_hookable(name, None, known, scope.context.symbols))
    else:
        found = symbol.what if symbol is not None else "local name"
        scope.context.report(errors.after_no_procedure(name, found))
