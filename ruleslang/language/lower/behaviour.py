"""Lowers values, procedures, actions, windows, plays and standing effects."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from attrs import evolve

from ruleslang.language.lower.arguments import name_of
from ruleslang.language.lower.blocks import is_unmarked
from ruleslang.language.lower.bodies import body
from ruleslang.language.lower.card_lists import type_of_list
from ruleslang.language.lower.check_text_placeholders import check_text
from ruleslang.language.lower.choices import choice
from ruleslang.language.lower.context import INFERRED, MOST_INSIDE, Context
from ruleslang.language.lower.conversions import report_twice
from ruleslang.language.lower.diagnostics import declarations as errors
from ruleslang.language.lower.diagnostics import setup
from ruleslang.language.lower.diagnostics.statements import needless_nothing, unknown_zone
from ruleslang.language.lower.diagnostics.types import wrong_type
from ruleslang.language.lower.dispatch import raw
from ruleslang.language.lower.effects import effects
from ruleslang.language.lower.expressions import condition, denied, lower, subject
from ruleslang.language.lower.lone_names import declare
from ruleslang.language.lower.patterns import actions_named, pattern, windows
from ruleslang.language.lower.scope import Scope, Typed, slots_of, with_locals
from ruleslang.language.lower.types import index_places, lower_type, parameter_type
from ruleslang.language.lower.value_tables import table_cases
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Choice, DoNothing
from ruleslang.language.syntax.statements import Body, Clause, OnlyIf, Pattern, UnderClause
from ruleslang.program import declarations as d
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.expressions import Expr, Local
from ruleslang.program.locals import Slot
from ruleslang.program.references import CLOSINGS, PROCEDURE_WORDS, one_of
from ruleslang.program.typing.lattice import element, fits, join, stored


def decided_by(context: Context, names: tuple[Name, ...]) -> tuple[str, ...]:
    """Return the options named in `decided by`."""
    return tuple(name.text for name in names if _option(context, name) is not None)


def only_under(context: Context, node: syntax.OnlyUnder | None) -> d.OnlyUnder | None:
    """Return the option and the indices of its values under which the declaration exists."""
    option = None if node is None else _option(context, node.option)
    if node is None or option is None:
        return None
    values = [value.name.text for value in option.values]
    for name in node.values:
        if name.text not in values:
            listed = ", ".join(f"`{value}`" for value in values)
            context.report(
                setup.unknown_value_of_option(
                    name, known=values, option=option.name.text, values=listed
                )
            )
    places = tuple(values.index(value.text) for value in node.values if value.text in values)
    if len(set(places)) == len(values):
        context.report(setup.under_every_value(node.span, option=option.name.text))
    return d.OnlyUnder(option.name.text, places)


def copies_under(
    context: Context, copies: int, nodes: Iterable[syntax.OnlyUnder | None]
) -> d.BySettings | None:
    """Return the copies of a card by setting, where `only under` restricts some of them."""
    marks = [mark for node in nodes if (mark := only_under(context, node)) is not None]
    if not marks:
        return None
    options = tuple(dict.fromkeys(mark.option for mark in marks))
    values = [range(len(_values(context, option))) for option in options]
    numbers = (
        copies if all(at[options.index(mark.option)] in mark.values for mark in marks) else 0
        for at in product(*values)
    )
    return d.BySettings(options, False, tuple(numbers))


def _values(context: Context, option: str) -> tuple[syntax.OptionValue, ...]:
    node = context.symbols.declared(option, syntax.Option)
    assert node is not None
    return node.values


def with_conditions(context: Context, body: Body) -> Body:
    """Return the body of an action or a play with `only under` rewritten as a condition."""
    return evolve(body, clauses=tuple(_as_condition(context, clause) for clause in body.clauses))


def _as_condition(context: Context, node: Clause) -> Clause:
    if not isinstance(node, UnderClause):
        return node
    under = syntax.OnlyUnder(node.option, node.values, span=node.span)
    only_under(context, under)
    return OnlyIf(_condition(under), marks=node.marks, span=node.span)


def _condition(node: syntax.OnlyUnder) -> x.Expression:
    """Return the condition that `only under` means; a yes-or-no option is a condition itself."""
    match [value.text for value in node.values]:
        case ["yes"]:
            return node.option
        case ["no"]:
            return x.Not(node.option, span=node.span)
        case [_]:
            return x.Is(node.option, node.values[0], span=node.span)
        case _:
            return x.IsIn(node.option, x.Braces(node.values, span=node.span), span=node.span)


def _option(context: Context, name: Name) -> syntax.Option | None:
    option = context.symbols.declared(name.text, syntax.Option)
    if option is not None:
        return option
    options = context.symbols.names_of("option") + context.symbols.names_of("reading")
    context.report(setup.unknown_option(name, context.what_is(name.text), options))
    return None


MOST = 1_000_000


def parameters(context: Context, nodes: tuple[syntax.Parameter, ...]) -> tuple[d.Parameter, ...]:
    return tuple(
        d.Parameter(node.name.text, parameter_type(context, node.type), node.changeable)
        for node in nodes
    )


def with_parameters(
    scope: Scope, nodes: tuple[syntax.Parameter, ...], lowered: tuple[d.Parameter, ...]
) -> Scope:
    """Return the scope with the parameters."""
    for node, parameter in zip(nodes, lowered, strict=True):
        scope = declare(scope, node.name, parameter.type, "parameter")
    return scope


# ---------------------------------------------------------------- values


def lower_value(context: Context, node: syntax.Value) -> d.Value:
    """Return a named value; its type is declared, or the join of its cases."""
    declared = parameters(context, node.parameters)
    head = scope = with_parameters(Scope(context).pure("a value"), node.parameters, declared)
    wanted = lower_type(context, node.type) if node.type is not None else None
    lets, scope = _lets(scope, node.lets)
    cases, type = _cases(scope, node, wanted)
    if node.table is not None:
        cases, type = table_cases(scope, node.table, wanted)
    final = wanted if wanted is not None else _as_modified(context, node, stored(type))
    context.value_types.setdefault(node.name.text, final)
    origin = context.origin(node.span, node.marks)
    decided = decided_by(context, node.decided_by)
    value = d.Value(node.name.text, (), declared, final, lets, cases, origin, decided)
    return with_locals(context, value, slots_of(head))


def _as_modified(context: Context, node: syntax.Value, type: t.Type) -> t.Type:
    """Return the inferred type of a value, widened by its modifiers."""
    if node.name.text not in context.symbols.modified:
        return type
    match type:
        case t.Number():
            return t.Number(-MOST, MOST)
        case t.SetOf(inner, _):
            return t.SetOf(inner)
        case t.Optional(t.Number()):
            return t.Optional(t.Number(-MOST, MOST))
        case _:
            return type


def _lets(scope: Scope, nodes: tuple[syntax.ValueLet, ...]) -> tuple[tuple[d.ValueLet, ...], Scope]:
    lets: list[d.ValueLet] = []
    for node in nodes:
        wanted = lower_type(scope.context, node.type) if node.type is not None else None
        typed = lower(scope, node.value, wanted)
        scope = declare(scope, node.name, wanted if wanted is not None else typed.type, "let")
        lets.append(d.ValueLet(scope.slot(node.name.text), typed.expr))
    return tuple(lets), scope


def _cases(
    scope: Scope, node: syntax.Value, wanted: t.Type | None
) -> tuple[tuple[d.ValueCase, ...], t.Type]:
    if node.expression is not None:
        typed = _sets_too(scope, node.expression, wanted)
        return (d.ValueCase(None, typed.expr),), typed.type
    report_twice(scope.context, [case.condition for case in node.cases if case.condition])
    cases: list[d.ValueCase] = []
    type: t.Type | None = None
    for case in node.cases:
        test, inner = (None, scope) if case.condition is None else condition(scope, case.condition)
        typed = _sets_too(inner, case.value, wanted)
        cases.append(d.ValueCase(test, typed.expr, scope.context.origin(case.span, case.marks)))
        type = (
            typed.type
            if type is None
            else join(type, typed.type, scope.context.kinds) or t.Unknown()
        )
        if case.condition is not None:
            scope = denied(scope, case.condition)
    if node.table is None and (not node.cases or node.cases[-1].condition is not None):
        scope.context.report(errors.missing_otherwise(node.name.span, name=node.name.text))
    return tuple(cases), type or t.Unknown()


def _sets_too(scope: Scope, node: x.Expression, wanted: t.Type | None) -> Typed:
    """Return the expression of a value; if undeclared also a set of sets."""
    return raw(scope, node) if wanted is None else lower(scope, node, wanted)


def infer_value(context: Context, name: str) -> t.Type:
    """Return the type of a value that is not lowered yet."""
    node = context.symbols.declared(name, syntax.CardList, syntax.Value)
    if isinstance(node, syntax.CardList):
        return type_of_list(node)
    if not isinstance(node, syntax.Value):
        return t.Unknown()
    if node.type is not None:
        return lower_type(context, node.type)
    known = None if context.kept is None else context.kept.known(node, lower_value.__name__)
    if known is not None:
        type: t.Type = known.lowered.type
        return type
    if context.counters.get(f"{INFERRED}{name}"):
        context.report(errors.value_in_circle(node.name.span, name=node.name.text))
        return t.Unknown()
    if len(context.looked_into) > MOST_INSIDE:
        context.too_deep.append(node.name.span)
        return t.Unknown()
    context.counters[f"{INFERRED}{name}"] = 1
    mark = context.mark()
    type = lower_value(context, node).type
    context.rewind(mark)  # its errors are reported when the value itself is lowered
    return type


# ---------------------------------------------------------------- procedures, actions, windows


def lower_procedure(context: Context, node: syntax.Procedure) -> d.Procedure:
    """Return a procedure, phase or check."""
    declared = parameters(context, node.parameters)
    answers = lower_type(context, node.answers) if node.answers is not None else None
    scope = with_parameters(Scope(context, answers=answers), node.parameters, declared)
    procedure = d.Procedure(
        node.name.text,
        one_of(node.word, PROCEDURE_WORDS),
        (),
        declared,
        answers,
        body(scope, node.body, action_or_play=False),
        context.origin(node.span, node.marks),
        decided_by(context, node.decided_by),
        only_under(context, node.only_under),
    )
    return with_locals(context, procedure, slots_of(scope))


def lower_action(context: Context, node: syntax.Action) -> d.Action:
    """Return an action that a player may be offered."""
    head = declare(Scope(context), node.by, t.Player(), "you")
    uses, test, scope = windows(head, node.windows)
    choices, scope = lower_choices(scope, node.choices)
    action = d.Action(
        node.name.text,
        (),
        head.slot(node.by.text),
        uses,
        test,
        choices,
        _chosen_body(scope, with_conditions(context, node.body), node),
        context.text(node.text),
        context.origin(node.span, node.marks),
    )
    return with_locals(context, action)


def _chosen_body(scope: Scope, written: Body, node: syntax.Action | syntax.Play) -> s.Body:
    return body(scope, written, action_or_play=True, choices=node.choices)


def lower_choices(scope: Scope, nodes: tuple[Choice, ...]) -> tuple[tuple[s.Choice, ...], Scope]:
    """Lower choices in the written order; each may read earlier ones."""
    choices: list[s.Choice] = []
    for node in nodes:
        lowered, scope = choice(scope, node)
        choices.append(lowered)
    return tuple(choices), scope


def lower_window(context: Context, node: syntax.Window) -> d.Window | None:
    """Return a window, in which players may react; None when a line is missing."""
    declared = parameters(context, node.parameters)
    scope = with_parameters(Scope(context).pure("the line `asks`"), node.parameters, declared)
    lines = {
        "asks": (node.asks, "asks {opponent(p)}"),
        "offers": (node.offers, "offers play_card"),
        "closes": (node.closes, "closes after one use"),
    }
    for line, (written, example) in lines.items():
        if written is None:
            context.report(
                errors.window_lacks(node.name.span, name=node.name.text, line=line, example=example)
            )
    for problem in check_text(node, context.symbols.texts):
        context.report(problem)
    if node.asks is None or node.offers is None or node.closes is None:
        return None
    window = d.Window(
        node.name.text,
        (),
        declared,
        _asked_players(scope, node.asks.players),
        actions_named(context, node.offers.actions),
        one_of(node.closes.when, CLOSINGS),
        context.text(node.text),
        context.origin(node.span, node.marks),
    )
    return with_locals(context, window, slots_of(scope))


def _asked_players(scope: Scope, node: x.Expression) -> Expr:
    typed = subject(scope, node)
    member = element(typed.type)
    if member is not None and not fits(member, t.Player(), scope.context.kinds):
        players, symbols = t.SetOf(t.Player()), scope.context.symbols
        scope.context.report(wrong_type(node.span, typed.type, players, symbols))
    return typed.expr


# ---------------------------------------------------------------- cards' texts


def card_scope(context: Context, kind: str) -> Scope:
    """Return the scope of a card's text, with `you` and `this`."""
    scope = Scope(context).with_local("you", t.Player(), None, "you")
    return scope.with_local("this", t.Card(kind), None, "this")


def lower_play(context: Context, node: syntax.Play, name: str, kind: str, owner: str) -> d.Play:
    """Return one way to play a card of a kind."""
    head = card_scope(context, kind)
    uses, test, scope = windows(head, node.windows)
    choices, scope = lower_choices(scope, node.choices)
    written = None if node.body is None else with_conditions(context, node.body)
    lowered = s.Body() if written is None else _chosen_body(scope, written, node)
    _check_needed(context, node.body)
    play = d.Play(
        name,
        (),
        head.slot("you"),
        head.slot("this"),
        uses,
        test,
        choices,
        lowered,
        context.text(node.text),
        context.origin(node.span, node.marks),
    )
    return with_locals(context, play)


def _check_needed(context: Context, written: Body | None) -> None:
    """Report a play whose body is only `nothing`; the line can be left out."""
    match written:
        case Body((), (DoNothing(marks=marks) as only,), None) if is_unmarked(marks):
            context.report(needless_nothing(only.span))


def lower_standing(
    context: Context, node: syntax.Standing, name: str, kind: str | None
) -> d.Standing:
    """Lower effects that hold while a condition does; `kind` is None in the rulebook itself."""
    scope = (
        Scope(context)
        if kind is None
        else Scope(context).with_local("this", t.Card(kind), None, "this")
    )
    this = scope.slot("this") if kind is not None else None
    zone, index, you = None, None, None
    if node.zone is not None:
        if kind is None:
            context.report(errors.while_in_at_the_margin(node.zone.span))
        zone, index, you, scope = _standing_zone(scope, node.zone)
    test = None
    if node.condition is not None:
        test, scope = condition(scope.pure("a condition"), node.condition)
    standing = d.Standing(
        name,
        (),
        this,
        you,
        zone,
        index,
        test,
        effects(scope, node.effects, name),
        context.origin(node.span, node.marks),
    )
    return with_locals(context, standing)


def _standing_zone(
    scope: Scope, node: Name | x.Apply
) -> tuple[str | None, patterns.Pattern, Slot | None, Scope]:
    """Lower `while in worn(you, any)`: the zone, its index, the local of its owner, the scope."""
    context = scope.context
    name = name_of(node)
    symbol = context.symbols.get(name.text)
    if symbol is None or not isinstance(symbol.node, syntax.Zone):
        known = [symbol.name for symbol in context.symbols.of("zone")]
        context.report(unknown_zone(node, known))
        return None, None, None, scope.with_local("you", t.Player(), None, "you")
    places = index_places(context, symbol.node.index)
    holder = next((i for i, place in enumerate(places) if place.type == t.Player()), None)
    if holder is not None:
        scope = scope.with_local("you", t.Player(), None, "you")
    you = scope.slot("you") if holder is not None else None
    if isinstance(node, Name):
        return name.text, None, you, scope
    written = Pattern(
        tuple(item for item in node.arguments if not isinstance(item, x.NamedArgument)),
        span=node.span,
    )
    entries, scope = pattern(
        scope, written, [(place.name, place.type) for place in places], name.text
    )
    return name.text, _holder_is_any(entries, holder, you), you, scope


def _holder_is_any(
    entries: patterns.Pattern, holder: int | None, you: Slot | None
) -> patterns.Pattern:
    if entries is None or holder is None or you is None or holder >= len(entries):
        return entries
    if entries[holder] == patterns.EqualEntry(Local(you)):
        return (*entries[:holder], patterns.AnyEntry(), *entries[holder + 1 :])
    return entries
