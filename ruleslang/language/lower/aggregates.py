"""Lowers aggregates of a set: `number of`, `sum of`, `highest of`, `set of`, `chance of`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from attrs import evolve

from ruleslang.language.lower.arguments import (
    answer_of,
    arguments,
    called_before,
    fresh,
    parameters_of,
    proposed_parameters,
)
from ruleslang.language.lower.arithmetic import bounded
from ruleslang.language.lower.builtins import FORMS, lower_built_in
from ruleslang.language.lower.comparisons import has_order
from ruleslang.language.lower.conditions import condition
from ruleslang.language.lower.context import Context, NamedCard
from ruleslang.language.lower.conversions import faces, front
from ruleslang.language.lower.diagnostics import calls as call_errors
from ruleslang.language.lower.diagnostics import names as name_errors
from ruleslang.language.lower.diagnostics import types as errors
from ruleslang.language.lower.dispatch import inner, lower, lowers, member_type, raw, subject
from ruleslang.language.lower.lone_names import declare
from ruleslang.language.lower.reads import READERS, read_field
from ruleslang.language.lower.reads_under_way import choices_or_parameters, read_place
from ruleslang.language.lower.scope import Scope, Typed, found, is_there
from ruleslang.language.lower.sets import check_counted, in_order
from ruleslang.language.lower.types import lower_type
from ruleslang.language.lower.typing import typed
from ruleslang.language.resolve.symbol_table import Symbol
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.expressions import unwrapped
from ruleslang.language.syntax.node import Name
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.builtins import CALLED_NAMES, FUNCTION_NAMES
from ruleslang.program.events import PLAY, CardPlay
from ruleslang.program.operation_variants_by_type import ordering, standard_order
from ruleslang.program.references import FOLDINGS, one_of
from ruleslang.program.typing.lattice import is_collection, plain, stored
from ruleslang.source.diagnostic import with_article
from ruleslang.source.suggest import is_one_typo


@lowers(syntax.NumberOf)
def lower_number_of(scope: Scope, node: syntax.NumberOf, expected: t.Type | None) -> Typed:
    """Lower `number of S`; `number of choices` is what the pending decision offers."""
    inside = unwrapped(node.operand)
    if isinstance(inside, Name) and inside.text == "choices" and "choices" not in scope.locals:
        if not scope.claim:
            scope.context.report(
                name_errors.not_known_here(
                    inside.span, word="choices", meaning=name_errors.MEANINGS["choices"]
                )
            )
        return typed(scope, e.NumberOfChoices())
    members = subject(scope, node.operand)
    check_counted(scope, node.operand, members)
    return typed(scope, e.NumberOf(members.expr), members)


# ---------------------------------------------------------------- sum, highest, lowest


@lowers(syntax.Fold)
def lower_fold(scope: Scope, node: syntax.Fold, expected: t.Type | None) -> Typed:
    """Lower `sum of E over x in S`, `highest of S`."""
    if node.variable is None or node.subject is None:
        members = in_order(scope, node.operand) or subject(scope, node.operand)
        variable = fresh(scope.context, member_type(members.type), "member")
        value = Typed(e.Local(variable), member_type(members.type))
    else:
        members = subject(scope, node.subject)
        if node.word == "sum":
            check_counted(scope, node.subject, members)
        inside = declare(scope, node.variable, member_type(members.type), "member")
        variable = inside.slot(node.variable.text)
        value = faces(scope.context, lower(inside, node.operand))
    word = one_of(node.word, FOLDINGS)
    expr = e.Fold(word, variable, members.expr, value.expr, ordering(stored(value.type)))
    if node.word == "sum":
        return _sum(scope, node, expr, members, value)
    return _extreme(scope, node, expr, members, value)


def _sum(scope: Scope, node: syntax.Fold, expr: e.Fold, over: Typed, value: Typed) -> Typed:
    if isinstance(plain(value.type), (t.Number, t.Fraction, t.Never, t.Unknown)):
        return bounded(scope, node.span, typed(scope, expr, over, value))
    if not isinstance(over.type, t.Unknown):
        wanted = "name the summand: `sum of f(x) over x in S`"
        scope.context.report(errors.wrong_sort(node.operand.span, value.type, "a number", wanted))
    return Typed(expr, t.Unknown())


def _extreme(scope: Scope, node: syntax.Fold, expr: e.Fold, over: Typed, value: Typed) -> Typed:
    if isinstance(over.type, t.Unknown):
        return Typed(expr, t.Unknown())
    inner = plain(value.type)
    if isinstance(inner, (t.Unknown, t.Fraction, t.Never)):
        return Typed(expr, inner)
    if not has_order(inner):
        scope.context.report(call_errors.not_comparable(node.operand.span, value.type))
        return Typed(expr, t.Unknown())
    certain = inner is value.type and _has_some(scope, node.subject or node.operand, over)
    return Typed(expr, inner if certain else t.Maybe(stored(inner)))


def _has_some(scope: Scope, node: syntax.Expression, members: Typed) -> bool:
    match members.expr:
        case e.Everything("all players" | "teams" | "words" | "spaces"):
            return True
        case e.MakeSet() | e.MakeList():
            return _has_member(scope, unwrapped(node))
        case e.Range(e.Literal(), e.Literal()):
            return True
        case _:
            return is_there(scope, node)


def _has_member(scope: Scope, braces: syntax.Expression) -> bool:
    """Test whether braces always have a member that is neither none nor left out."""
    items = braces.items if isinstance(braces, syntax.Braces) else ()
    before = scope.context.mark()
    types = [raw(inner(scope), item).type for item in items]
    scope.context.rewind(before)  # already lowered with the braces
    return any(not isinstance(type, t.Optional | t.Maybe) for type in types)


# ---------------------------------------------------------------- set of, chance of


@lowers(syntax.ImageOf)
def lower_image(scope: Scope, node: syntax.ImageOf, expected: t.Type | None) -> Typed:
    """Lower `set of E over x in S`: the distinct values of E, or the union of the sets E."""
    members = subject(scope, node.subject)
    inside = declare(scope, node.variable, member_type(members.type), "member")
    value = faces(scope.context, lower(inside, node.operand))
    slot = inside.slot(node.variable.text)
    if not is_collection(value.type):
        sorting = standard_order(stored(value.type))
        return typed(scope, e.Image(slot, members.expr, value.expr, sorting), members, value)
    # there are no sets of sets: the members of each are collected
    sorting = standard_order(stored(member_type(value.type)))
    return typed(scope, e.UnionOver(slot, members.expr, value.expr, sorting), members, value)


@lowers(syntax.ChanceOf)
def lower_chance(scope: Scope, node: syntax.ChanceOf, expected: t.Type | None) -> Typed:
    """Lower `chance of (check >= 7)`: the calls in it are run first, each once."""
    if not scope.claim:
        scope.context.report(call_errors.chance_outside_claim(node.span))
    lifted: list[s.Statement] = []
    test, _ = condition(evolve(scope, lifted=lifted), node.operand)
    calls = tuple(
        e.ProcedureCall(statement.procedure, statement.arguments, statement.into)
        for statement in lifted
        if isinstance(statement, s.Call) and statement.into is not None
    )
    return typed(scope, e.ChanceOf(calls, test))


@lowers(syntax.Apply)
def lower_apply(scope: Scope, node: syntax.Apply, expected: t.Type | None) -> Typed:
    """Lower `name(…)`: an element, state, zone, value, field, built-in function or call."""
    read = read_place(scope, node) or _by_name(scope, node, expected)
    return Typed(read.expr, found(scope, node, read.type))


def _by_name(scope: Scope, node: syntax.Apply, expected: t.Type | None) -> Typed:
    name = node.function.text
    symbols = scope.context.symbols
    symbol = symbols.get(name)
    if symbol is not None and symbol.what in READERS:
        return READERS[symbol.what](scope, symbol, node, expected)
    declared = symbol.node if symbol is not None else None
    decks = (declared,) if isinstance(declared, d.Deck) else symbols.own_decks.get(name)
    if decks:
        return _deck_card(scope, decks, node)
    if name in symbols.fields:
        return read_field(inner(scope), node)
    if name in FORMS:
        return FORMS[name](inner(scope), node, expected)
    if name in FUNCTION_NAMES:
        return lower_built_in(inner(scope), node)
    return _unknown(scope, node, symbol, expected)


def _unknown(
    scope: Scope, node: syntax.Apply, symbol: Symbol | None, expected: t.Type | None
) -> Typed:
    name = node.function
    local = scope.locals.get(name.text)
    if symbol is not None or local is not None:
        kind_of_name = symbol.what if symbol is not None else "local name"
        done = kind_of_name == "action" and node.arguments
        written = ", ".join([name.text, *(argument.span.text for argument in node.arguments)])
        several = local is not None and is_collection(local.type)
        way = f"its choices follow a comma: `{written}`" if done else None
        if several and written:
            way = f"an entry of a list is `item({written})`, counted from 1"
        if kind_of_name == "piece":
            way = f"all are `{name.text}`, those of p `(pieces(p) where it is {name.text})`"
        if not done and (alike := _similar_function(scope, node)) is not None:
            way = f"did you mean `{alike}`?"
        what = with_article(kind_of_name)
        scope.context.report(name_errors.takes_nothing(name, help=way, what=what))
    else:
        known, fields = _taking(scope, len(node.arguments)), scope.context.symbols.fields
        declared = _value_to_declare(scope, node, expected)
        scope.context.report(name_errors.unknown_function(name, known, fields, declared))
    return Typed(e.Literal(None), t.Unknown())


def _value_to_declare(scope: Scope, node: syntax.Apply, expected: t.Type | None) -> str | None:
    """Return the declaration of a value read like this; `None` if its types are not known."""
    parameters = proposed_parameters(scope, node.arguments)
    match expected:
        case None | t.Number():
            answer = "0..9 = 0"
        case t.Truth():
            answer = "yes or no = no"
        case _:
            return None
    return f"value {node.function.text}{parameters}: {answer}" if parameters else None


def _similar_function(scope: Scope, node: syntax.Apply) -> str | None:
    """Return what is called like the name before brackets but for a letter, and takes as many."""
    taking = sorted(_taking(scope, len(node.arguments)))
    return next((name for name in taking if is_one_typo(node.function.text, name)), None)


def _taking(scope: Scope, arguments: int) -> set[str]:
    """Return the names that may precede brackets with this many entries."""
    symbols = scope.context.symbols
    declared = (
        symbol.name
        for symbol in symbols.of(*READERS)
        if len(parameters_of(scope.context, symbol.node)) == arguments
    )
    return {*symbols.fields, *CALLED_NAMES, *declared}


# ---------------------------------------------------------------- one definition of a deck


def _deck_card(scope: Scope, decks: Sequence[d.Deck], node: syntax.Apply) -> Typed:
    """Lower `french(hearts, 8)`: the definition whose fields have these values."""
    deck = decks[0]
    kind = deck.kind.text
    fields = {
        use.node.name.text: use.node
        for uses in scope.context.symbols.fields.values()
        for use in uses
        if use.kind in scope.context.kinds.get(kind, ())
    }
    axes = [axis.name.text for axis in deck.axes if axis.name.text in fields]
    mark = scope.context.mark()
    values = arguments(
        scope, node, [(axis, front(lower_type(scope.context, fields[axis].type))) for axis in axes]
    )
    if len(scope.context.diagnostics) > mark[0]:
        return Typed(e.Literal(None), t.Unknown())
    known = [part for part in (_part(scope.context, value) for value in values) if part is not None]
    is_constant = len(known) == len(axes)
    name = "_".join((deck.name.text, *known)) if is_constant else deck.name.text
    if all(each.copies in (None, 1) and len(axes) == len(each.axes) for each in decks):
        scope.context.sole_cards.add(name)
    if not is_constant:
        return _computed_card(scope, name, kind, dict(zip(axes, values, strict=True)))
    scope.context.named_cards.append(
        NamedCard(node.span, deck.name.text, tuple(axes), tuple(known))
    )
    return Typed(e.TitleValue(name), t.Title(kind))


def _computed_card(scope: Scope, deck: str, kind: str, values: Mapping[str, e.Expr]) -> Typed:
    """Lower `french(s, n + 1)`: the first definition of the deck whose fields have these values."""
    slot = fresh(scope.context, t.Title(kind), "member")
    printed = {axis: e.ReadField(axis, e.Local(slot), (), "title") for axis in values}
    tests: list[e.Expr] = [e.Equal(printed[axis], value) for axis, value in values.items()]
    having = e.Where(slot, e.Everything("definitions of", kind, deck), reduce(e.And, tests))
    return Typed(e.CallBuiltIn("first", (having,)), t.Maybe(t.Title(kind)))


def _part(context: Context, value: e.Expr) -> str | None:
    match value:
        case e.Literal(int() as number):
            return str(number)
        case e.TitleValue(name):
            return name
        case e.WordValue(list, place):
            return next(
                (
                    word
                    for word, uses in context.symbols.words.items()
                    if any(use.list == list and use.place == place for use in uses)
                ),
                None,
            )
        case _:
            return None


# ---------------------------------------------------------------- under way


@lowers(syntax.ThisProcedure)
def lower_this_procedure(
    scope: Scope, node: syntax.ThisProcedure, expected: t.Type | None
) -> Typed:
    """Lower `this fight`: the running invocation."""
    name = node.procedure
    event = CardPlay() if name.text == PLAY else scope.context.event(name.text)
    if event is None:
        known = {PLAY, *scope.context.names_of_events()}
        scope.context.report(name_errors.unknown_name(name, known, scope.context.symbols))
        return Typed(e.Literal(None), t.Unknown())
    return Typed(e.ThisUnderWay(event), t.UnderWay(event))


@lowers(syntax.AsUsual)
def lower_as_usual(scope: Scope, node: syntax.AsUsual, expected: t.Type | None) -> Typed:
    """Lower `throw as usual` as a value: the call is lifted into a statement before it."""
    call = node.call
    name = call if isinstance(call, Name) else call.function
    symbol = scope.context.symbols.get(name.text)
    arguments = as_usual_arguments(scope, node)
    if symbol is None or scope.replaces != name.text:
        return Typed(e.Literal(None), t.Unknown())
    type = answer_of(scope.context, symbol, name)
    origin = scope.context.origin(node.span)
    return called_before(scope, name, type, lambda into: s.AsUsual(arguments, into, origin))


def as_usual_arguments(scope: Scope, node: syntax.AsUsual) -> tuple[e.Expr, ...] | None:
    """Lower the arguments of `P(…) as usual`, `None` without; reports a P that isn't replaced."""
    call = node.call
    name = call if isinstance(call, Name) else call.function
    if scope.replaces != name.text:
        scope.context.report(call_errors.as_usual_outside(node.span, name=name.text))
        return None
    if isinstance(call, Name):
        return None
    wanted = choices_or_parameters(scope.context, name.text)
    return arguments(inner(scope), call, wanted)
