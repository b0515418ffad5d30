"""Lowers built-in functions, and the forms that look like them: `subsets`, `playable`, `payoff`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from attrs import evolve

from ruleslang.language.lower.arguments import arguments, parameters_of
from ruleslang.language.lower.blocks import Step, lowers
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.conversions import faces, fit
from ruleslang.language.lower.diagnostics import calls as errors
from ruleslang.language.lower.diagnostics import setup
from ruleslang.language.lower.diagnostics import types as type_errors
from ruleslang.language.lower.dispatch import lower, member_type, raw, subject
from ruleslang.language.lower.reads import READERS
from ruleslang.language.lower.scope import Scope, Typed, is_there
from ruleslang.language.lower.sets import in_order
from ruleslang.language.lower.typing import game_sizes, typed
from ruleslang.language.lower.widen_word_lists import in_one_list
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.expressions import Apply, unwrapped
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Note
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.builtins import CELL_OF_BOARD, FUNCTIONS, Place, Signature, Takes, measured
from ruleslang.program.operation_variants_by_type import asked_of, standard_order
from ruleslang.program.typing.lattice import fits, is_collection, join, plain, stored
from ruleslang.program.typing.type_names import describe


@lowers(Note)
def note(scope: Scope, node: Note) -> Step:
    name = history_named(scope.context, node.history)
    origin = scope.context.origin(node.span, node.marks)
    return [] if name is None else [s.Note(name, origin)], scope


def lower_times(scope: Scope, node: Apply, expected: t.Type | None) -> Typed:
    """Lower `times(position)`."""
    argument = node.arguments[0]
    if len(node.arguments) != 1 or not isinstance(argument, Name):
        scope.context.report(setup.times_of_a_history(node.span))
        return Typed(e.Literal(0), t.Unknown())
    name = history_named(scope.context, argument)
    return Typed(e.Literal(0), t.Unknown()) if name is None else typed(scope, e.TimesNoted(name))


def history_named(context: Context, name: Name) -> str | None:
    """Return the history of that name; reports a name that is none."""
    known = context.symbols.names_of("history")
    if name.text in known:
        return name.text
    context.report(setup.no_history(name, known=known))
    return None


Given: TypeAlias = "list[tuple[syntax.Expression, Typed]]"


def lower_built_in(scope: Scope, node: syntax.Apply) -> Typed:
    """Return a built-in function; checks its arguments against its signature."""
    name = node.function.text
    arguments = _given_arguments(scope, node)
    signature = _signature(scope, node, arguments)
    if not _counted(scope, node, signature, len(arguments)):
        return Typed(e.Literal(None), t.Unknown())
    arguments = _in_order(scope, node, arguments, signature)
    checked = [
        _argument(scope, argument, typed, place)
        for (argument, typed), place in zip(arguments, signature, strict=False)
    ]
    if name in ("top", "bottom") and not _is_one_zone(checked[0].expr):
        scope.context.report(errors.needs_zone(arguments[0][0].span, word=name))
    if FUNCTIONS[name].compares:
        checked = in_one_list(scope, checked)
    _check_alike(scope, node, checked)
    _check_directed(scope, node, checked[0].type)
    if name == "remainder" and plain(checked[1].type) == t.Number(0, 0):
        scope.context.report(type_errors.by_zero(arguments[1][0].span))
    if name == "shifted":
        checked = _from_his_side(checked)
    board = _board_of_cell(scope, node, checked) if name == "cell" else None
    handed = checked[1:] if name == "cell" and signature is CELL_OF_BOARD else checked
    expr = e.CallBuiltIn(
        name,
        tuple(typed.expr for typed in handed),
        measured(name, tuple(stored(typed.type) for typed in checked)),
        board,
        scope.context.origin(node.span),
    )
    return _without_none(scope, node, typed(scope, expr, *handed))


def _from_his_side(checked: list[Typed]) -> list[Typed]:
    """Lower `shifted(s, x, y, p)`: rows from p's side: up for the first seat, else down."""
    if len(checked) < len(FUNCTIONS["shifted"].takes):
        return checked
    space, columns, rows, player = checked
    is_first = e.Equal(e.CallBuiltIn("seat", (player.expr,)), e.Literal(1))
    turned = e.WhenOtherwise(rows.expr, is_first, e.Negate(rows.expr), made=True)
    return [space, columns, Typed(turned, rows.type)]


def _in_order(scope: Scope, node: syntax.Apply, arguments: Given, signature: Signature) -> Given:
    """Return the arguments; reports two that are exchanged, and exchanges them."""
    if len(arguments) != 2 or len(signature) != 2:
        return arguments
    takes = [_takes(scope, place) for place in signature]
    first, second = (faces(scope.context, typed).type for _, typed in arguments)
    if takes[0](first) or takes[1](second) or not (takes[0](second) and takes[1](first)):
        return arguments
    intended = [argument.span for argument, _ in reversed(arguments)]
    scope.context.report(errors.in_another_order(node.span, node.function.text, intended))
    return [arguments[1], arguments[0]]


def _takes(scope: Scope, place: Place) -> Callable[[t.Type], bool]:
    if isinstance(place, Takes):
        return partial(_accepts, place)
    return lambda type: fits(type, place, scope.context.kinds)


def _given_arguments(scope: Scope, node: syntax.Apply) -> list[tuple[syntax.Expression, Typed]]:
    arguments: list[tuple[syntax.Expression, Typed]] = []
    for argument in node.arguments:
        if isinstance(argument, syntax.NamedArgument):
            function = node.function.text
            diagnostic = errors.unknown_argument(argument.name, function=function, places="none")
            scope.context.report(diagnostic)
            argument = argument.value
        if isinstance(argument, syntax.AnyPlace):
            scope.context.report(errors.misplaced_any(argument.span))
            arguments.append((argument, Typed(e.Literal(None), t.Unknown())))
        else:
            arguments.append((argument, _read(scope, node.function.text, argument, arguments)))
    return arguments


def _read(
    scope: Scope,
    name: str,
    argument: syntax.Expression,
    before: Sequence[tuple[syntax.Expression, Typed]],
) -> Typed:
    row = in_order(scope, argument) if FUNCTIONS[name].in_order and not before else None
    if row is not None:
        return row
    guide = _expected(before)
    return lower(scope, argument) if guide is None else raw(scope, argument, guide)


def _expected(before: Sequence[tuple[syntax.Expression, Typed]]) -> t.Type | None:
    """Return the type for a word after a word, from the same list: `distance(left, right)`."""
    first = before[0][1].type if before else None
    return first if isinstance(first, t.WordOf) else None


def _signature(
    scope: Scope, node: syntax.Apply, arguments: Sequence[tuple[syntax.Expression, Typed]]
) -> Signature:
    name = node.function.text
    if name != "cell":
        return FUNCTIONS[name].takes
    if arguments and isinstance(arguments[0][1].type, t.SetOf):
        return CELL_OF_BOARD
    if _of_unknown_board([argument.type for _, argument in arguments]):
        return CELL_OF_BOARD
    if game_sizes(scope.context).board is None:
        scope.context.report(errors.needs_board(node.span))
    return FUNCTIONS[name].takes


def _board_of_cell(scope: Scope, node: syntax.Apply, checked: Sequence[Typed]) -> str | None:
    at = _element(checked[0].type)
    if isinstance(at, t.Space) and at.board is not None:
        return at.board
    only = game_sizes(scope.context).board
    if only is None and isinstance(at, t.Space):
        scope.context.report(errors.needs_board(node.span))
    return only


def _of_unknown_board(types: Sequence[t.Type]) -> bool:
    """Return whether `cell` has an undeclared name before two numbers, meant as a board."""
    return len(types) > 2 and isinstance(types[0], t.Unknown) and isinstance(types[2], t.Number)


def _counted(scope: Scope, node: syntax.Apply, signature: Signature, found: int) -> bool:
    name = node.function.text
    most = len(signature)
    least = most - FUNCTIONS[name].optional
    places = [_phrase(place) for place in signature]
    if found > most:
        scope.context.report(errors.wrong_argument_count(node.span, name, found, places))
    elif found < least:
        half = name == "shifted" and found == 2
        scope.context.report(
            errors.shifted_along(node.span, without_end=node.span.text[:-1].rstrip())
            if half
            else errors.missing_argument(node.span, name, places[found:least])
        )
    return least <= found <= most


def _phrase(place: Place) -> str:
    return place.phrase if isinstance(place, Takes) else describe(place)


def _accepts(place: Takes, type: t.Type) -> bool:
    """
    Return whether an argument fits a parameter.

    A value declared `or none` must be tested first, unless the parameter takes none; one that is
    rarely none, such as the top of a zone, need not.
    """
    if place.how == "one" and isinstance(type, (t.Optional, t.Never)):
        return False
    return place.takes(type)


def _argument(scope: Scope, node: syntax.Expression, typed: Typed, place: Place) -> Typed:
    if not isinstance(place, Takes):
        return fit(scope, typed, place, node.span)
    typed = faces(scope.context, typed)
    if _accepts(place, typed.type):
        return typed
    if isinstance(typed.type, t.Optional) and _accepts(place, typed.type.inner):
        scope.context.report(
            type_errors.may_be_none(node.span, expected=describe(typed.type.inner))
        )
    else:
        scope.context.report(type_errors.wrong_sort(node.span, typed.type, place.phrase))
    return Typed(typed.expr, t.Unknown())


def _check_alike(scope: Scope, node: syntax.Apply, checked: Sequence[Typed]) -> None:
    """Report arguments of a distance that are not both numbers, words or spaces."""
    if FUNCTIONS[node.function.text].compares:
        first, second = checked[0].type, checked[1].type
        if join(first, second, scope.context.kinds) is None:
            scope.context.report(errors.unlike_sides(node.span, first, second))
    one_of = {at.board: at for typed in checked if isinstance(at := _element(typed.type), t.Space)}
    if len(one_of.keys() - {None}) > 1:
        first, second, *_ = (at for at in one_of.values() if at.board)
        scope.context.report(errors.unlike_sides(node.span, first, second))


def _element(type: t.Type) -> t.Type | None:
    """Return the type of a parameter, or of its members."""
    return member_type(type) if isinstance(type, t.SetOf | t.ListOf) else plain(type)


def _check_directed(scope: Scope, node: syntax.Apply, at: t.Type) -> None:
    """Report a function of directions that is applied to a map."""
    name, inner = node.function.text, plain(at)
    if (
        FUNCTIONS[name].directed
        and isinstance(inner, t.Space)
        and inner.board in game_sizes(scope.context).maps
    ):
        the_map = f"the map `{inner.board}`" if inner.board else "the map"
        scope.context.report(errors.no_directions(node.span, word=name, the_map=the_map))


def _is_one_zone(expr: e.Expr) -> bool:
    set_makers = (e.Where, e.AsFarAs, e.SpreadBy, e.Union, e.Except, e.MakeSet, e.Everything)
    return not isinstance(expr, set_makers) and not (
        isinstance(expr, e.ReadZone) and e.AnyIndex() in expr.index
    )


def _without_none(scope: Scope, node: syntax.Apply, answer: Typed) -> Typed:
    """Remove `or none` from an answer that a sound rulebook, or a set with members, rules out."""
    function, type = FUNCTIONS[node.function.text], answer.type
    if type == t.Never():
        return Typed(answer.expr, t.Unknown())
    if isinstance(type, t.Optional) and _goes_round(scope, node, type.inner):
        return Typed(answer.expr, t.Maybe(type.inner))
    if not function.there or not isinstance(type, t.Optional):
        return answer
    first = node.arguments[0]
    some = not isinstance(first, syntax.NamedArgument) and is_there(scope, first)
    certain = some and function.of_members and function.name != "item"
    return Typed(answer.expr, type.inner if certain else t.Maybe(type.inner))


def _goes_round(scope: Scope, node: syntax.Apply, space: t.Type) -> bool:
    """Return whether it is `shifted(s, n, 0)` on a ring, which has no edge."""
    if node.function.text != "shifted" or not isinstance(space, t.Space) or not space.board:
        return False
    rows, board = node.arguments[2], scope.context.symbols.declared(space.board, d.Board)
    straight = isinstance(rows, syntax.Number) and rows.value == 0
    return straight and board is not None and board.shape.word == "ring"


# ---------------------------------------------------------------- forms of their own


def _values(node: syntax.Apply) -> list[syntax.Expression]:
    """Return the arguments, without their names."""
    return [
        argument.value if isinstance(argument, syntax.NamedArgument) else argument
        for argument in node.arguments
    ]


def _playable(scope: Scope, node: syntax.Apply, expected: t.Type | None) -> Typed:
    """Lower `playable(k, p)`, for a card or a title."""
    values = _values(node)
    if len(values) != 2:
        report = errors.wrong_argument_count if len(values) > 2 else None
        scope.context.report(
            report(node.span, "playable", len(values), ("a card or title", "a player"))
            if report
            else errors.missing_argument(
                node.span,
                "playable",
                ("card", "player")[len(values) :],
                [*(argument.span.text for argument in node.arguments), *("…", "…")][:2],
            )
        )
        return Typed(e.Literal(False), t.Truth())
    card = lower(scope, values[0])
    inner = card.type.inner if isinstance(card.type, t.Maybe) else card.type
    if not isinstance(inner, (t.Card, t.Title, t.Unknown)):
        card = fit(scope, card, t.Card(), values[0].span)
    player = lower(scope, values[1], t.Player())
    return Typed(e.Playable(card.expr, player.expr, asked_of(stored(inner))), t.Truth())


def _subsets(scope: Scope, node: syntax.Apply, expected: t.Type | None) -> Typed:
    """Lower `subsets(S, 2..4)`: a set of sets, which can only be iterated."""
    values = _values(node)
    if len(values) != 2:
        scope.context.report(errors.subsets_of_what(node.span))
        return Typed(e.MakeSet(()), t.Unknown())
    members = subject(scope, values[0])
    low, high = _sizes(scope, values[1])
    inner = member_type(members.type)
    if is_collection(inner) and not isinstance(inner, t.Unknown):
        scope.context.report(type_errors.set_of_sets(values[0].span))
        inner = t.Unknown()
    sorting = standard_order(stored(inner))
    expr = e.Subsets(members.expr, low.expr, high.expr, sorting)
    if isinstance(inner, t.Unknown):
        return Typed(expr, t.Unknown())
    return typed(scope, expr, members, high)


def _sizes(scope: Scope, node: syntax.Expression) -> tuple[Typed, Typed]:
    size = t.Number(0, 10_000)
    inside = unwrapped(node)
    if isinstance(inside, syntax.Range):
        return lower(scope, inside.low, size), lower(scope, inside.high, size)
    number = lower(scope, node, size)
    return number, number


def _payoff(scope: Scope, node: syntax.Apply, expected: t.Type | None) -> Typed:
    """Lower `payoff(p)`: the header's payoff of p; without one, 1 for a winner and 0 for others."""
    context = scope.context
    line = _payoff_line(context)
    if line is None:
        (who,) = arguments(scope, node, [("player", t.Player())])
        if not context.symbols.header_is_whole:  # an unreadable line may name the payoff
            return Typed(e.Literal(0), t.Unknown())
        won = e.In(who, e.Everything("winners"))
        return Typed(e.WhenOtherwise(e.Literal(1), won, e.Literal(0), made=True), t.Number(0, 1))
    symbol = context.symbols.get(line.name.text)
    if symbol is None or not isinstance(symbol.node, d.State | d.Value):
        return Typed(e.Literal(0), t.Unknown())
    if [type for _, type in parameters_of(context, symbol.node)] != [t.Player()]:
        return Typed(e.Literal(0), t.Unknown())
    lowered = READERS[symbol.what](scope, symbol, node, expected)
    if isinstance(lowered.expr, e.CallValue | e.ReadState):
        return evolve(lowered, expr=evolve(lowered.expr, written_as=node.function.text))
    return lowered


def _payoff_line(context: Context) -> d.Payoff | None:
    header = context.symbols.header
    lines = header.items if header is not None else ()
    return next((line for line in lines if isinstance(line, d.Payoff)), None)


FORMS: dict[str, Callable[[Scope, syntax.Apply, t.Type | None], Typed]] = {
    "payoff": _payoff,
    "times": lower_times,
    "playable": _playable,
    "subsets": _subsets,
}
