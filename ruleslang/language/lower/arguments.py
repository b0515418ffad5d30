"""Matches arguments to parameters, by position or by name; proposes those of what is undeclared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import TypeAlias

from attrs import define, field

from ruleslang.language.lower.context import Context
from ruleslang.language.lower.conversions import front
from ruleslang.language.lower.diagnostics import calls as errors
from ruleslang.language.lower.diagnostics.calls import GAP
from ruleslang.language.lower.dispatch import inner, lower
from ruleslang.language.lower.scope import Scope, Typed
from ruleslang.language.lower.types import index_places, lower_type, parameter_type
from ruleslang.language.resolve.symbol_table import Symbol
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.expressions import Apply
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.simple_statements import Answer
from ruleslang.language.syntax.walk import walk
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Role, Slot
from ruleslang.program.typing.lattice import element, plain
from ruleslang.program.typing.type_names import written
from ruleslang.source.span import Span
from ruleslang.source.suggest import is_one_typo

Fits: TypeAlias = Callable[[syntax.Expression, int], bool]  # whether an entry fits a parameter

MOST = 5  # most entries or parameters of which all orders are tried
ANY = "any"


def likely(
    entries: Sequence[syntax.Expression], names: Sequence[str], fits: Fits
) -> list[str] | None:
    """
    Return the most likely assignment of entries to parameters; None where nothing fits.

    Entries keep their order as far as they fit, and one named like a parameter goes there. If there
    are too few, `any` fills the rest; if there are too many, some are left out.
    """
    if max(len(entries), len(names)) > MOST or not names:
        return None
    fitting = [
        assignment
        for assignment in _ways(len(entries), len(names))
        if all(fits(entries[n], at) for n, at in assignment)
    ]
    if not fitting:
        return None
    best = max(
        fitting, key=lambda way: sum(_name(entries[number]) == names[at] for number, at in way)
    )
    entry_at = {at: entries[number].span.text for number, at in best}
    return [entry_at.get(at, ANY) for at in range(len(names))]


def _ways(entries: int, places: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the assignments of entries to parameters: in any order if their numbers agree."""
    if entries == places:
        for order in permutations(range(entries)):
            yield tuple(zip(order, range(places), strict=True))
        return
    few = min(entries, places)
    for chosen in combinations(range(max(entries, places)), few):
        taken = tuple(range(few))
        yield tuple(
            zip(taken, chosen, strict=True) if entries < places else zip(chosen, taken, strict=True)
        )


def _name(entry: syntax.Expression) -> str | None:
    return entry.text if isinstance(entry, Name) else None


Parameters: TypeAlias = Sequence[tuple[str, t.Type]]
Matched: TypeAlias = "dict[str, syntax.Expression]"
Argument: TypeAlias = "syntax.Expression | syntax.NamedArgument"

MISFITS = ("wrong-type", "out-of-range")


def arguments(
    scope: Scope, node: Name | syntax.Apply, parameters: Parameters
) -> tuple[e.Expr, ...]:
    """
    Return the arguments in the order of the parameters.

    Missing and superfluous arguments are reported; the others are still lowered.
    """
    index = indices(scope, node, parameters, any_allowed=False)
    return tuple(
        e.Literal(None) if isinstance(argument, e.AnyIndex) else argument for argument in index
    )


def indices(
    scope: Scope, node: Name | syntax.Apply, parameters: Parameters, *, any_allowed: bool
) -> tuple[e.Expr | e.AnyIndex, ...]:
    """Return the arguments of an index; `any` stands for every value where it is allowed."""
    mistakes = len(scope.context.diagnostics)
    matched = _match(scope, node, parameters)
    if len(scope.context.diagnostics) > mistakes:  # the argument may belong to another parameter
        parameters = [(name, t.Unknown()) for name, _ in parameters]
    lowered = _arguments(scope, matched, parameters, any_allowed)
    if len(scope.context.diagnostics) > mistakes + 1:
        _blame_order(scope, node, matched, parameters, mistakes)
    return lowered


def _arguments(
    scope: Scope, matched: Matched, parameters: Parameters, any_allowed: bool
) -> tuple[e.Expr | e.AnyIndex, ...]:
    return tuple(
        _argument(inner(scope), matched.get(name), type, any_allowed) for name, type in parameters
    )


def _blame_order(
    scope: Scope, node: Name | syntax.Apply, matched: Matched, parameters: Parameters, since: int
) -> None:
    """Report two exchanged arguments once, if exchanging them is the only error."""
    context = scope.context
    wrong = {
        diagnostic.span for diagnostic in context.diagnostics[since:] if diagnostic.slug in MISFITS
    }
    names = [name for name, value in matched.items() if value.span in wrong]
    if len(names) != 2 or len(context.diagnostics) != since + 2:
        return
    first, second = names
    exchanged = {**matched, first: matched[second], second: matched[first]}
    reported = context.diagnostics[since:]
    context.forget(since)
    _arguments(scope, exchanged, parameters, any_allowed=False)
    still = {diagnostic.span for diagnostic in context.diagnostics[since:]}
    context.forget(since)
    titles = [
        exchanged[name].span
        for name, type in parameters
        if name in exchanged and _is_title_for_card(scope, exchanged[name], type)
    ]
    if len(still) > 1 or not still <= set(titles):
        for error in reported:
            context.report(error)
        return
    spans = [exchanged[name].span for name, _ in parameters if name in exchanged]
    context.report(errors.in_another_order(node.span, name_of(node).text, spans, titles))


def _is_title_for_card(scope: Scope, node: syntax.Expression, type: t.Type) -> bool:
    """Return whether a definition is given where one of its copies is expected."""
    mark = scope.context.mark()
    found = plain(lower(inner(scope), node).type)
    scope.context.rewind(mark)
    wanted = plain(type)
    return isinstance(plain(element(wanted) or wanted), t.Card) and isinstance(
        plain(element(found) or found), t.Title
    )


def name_of(node: Name | syntax.Apply) -> Name:
    """Return the name in front of the brackets."""
    return node if isinstance(node, Name) else node.function


def _argument(
    scope: Scope, node: syntax.Expression | None, type: t.Type, any_allowed: bool
) -> e.Expr | e.AnyIndex:
    if node is None:
        return e.Literal(None)
    if isinstance(node, syntax.AnyPlace):
        if not any_allowed:
            scope.context.report(errors.misplaced_any(node.span))
        return e.AnyIndex()
    return lower(scope, node, type).expr


@define
class _Matching:
    """The arguments assigned to parameters, and where each was written."""

    values: dict[str, syntax.Expression] = field(factory=dict)
    spans: dict[str, Span] = field(factory=dict)
    refused: bool = False  # one was not assigned, and may be the missing one

    def take(self, scope: Scope, name: str, value: syntax.Expression, span: Span) -> None:
        """Assign an argument to a parameter, unless that has one."""
        if name in self.values:
            scope.context.report(errors.repeated_argument(span, at=self.spans[name], name=name))
            self.refused = True
            return
        self.values[name] = value
        self.spans[name] = span


def _match(
    scope: Scope, node: Name | syntax.Apply, parameters: Parameters
) -> dict[str, syntax.Expression]:
    values: tuple[Argument, ...] = node.arguments if isinstance(node, syntax.Apply) else ()
    names = [name for name, _ in parameters]
    function = name_of(node).text
    matching = _Matching()
    if any(not isinstance(surplus, syntax.NamedArgument) for surplus in values[len(names) :]):
        matching.refused = True
        takes = readable(names, parameters)
        help = _other_reading(scope, function, values, parameters)
        scope.context.report(
            errors.wrong_argument_count(node.span, function, len(values), takes, help)
        )
    for place, argument in enumerate(values):
        if isinstance(argument, syntax.NamedArgument):
            if argument.name.text not in names:
                listed = ", ".join(names) or "none"
                scope.context.report(
                    errors.unknown_argument(
                        argument.name, known=names, function=function, places=listed
                    )
                )
                matching.refused = True
                continue
            matching.take(scope, argument.name.text, argument.value, argument.span)
        elif place < len(names):
            matching.take(scope, names[place], argument, argument.span)
    missing = [name for name in names if name not in matching.values]
    if missing and not matching.refused:
        written = _with_gaps(scope, values, parameters)
        missing = [
            n for n, surplus in zip(names, written, strict=True) if surplus == GAP
        ] or missing
        alike = None if values else _similar_name(scope, function)
        filled = [_name_for(scope, name, type) for name, type in parameters]
        lacking = readable(missing, parameters)
        diagnostic = errors.missing_argument(node.span, function, lacking, written, alike, filled)
        scope.context.report(diagnostic)
    return matching.values


def _name_for(scope: Scope, name: str, type: t.Type) -> str:
    """Return a name in scope for a parameter: the card's player, that name, or the only fitting."""
    fitting = [local for local, known in scope.locals.items() if known.type == type]
    fitting = [local for local in fitting if local.isidentifier()]
    first = [known for known in ("you", name) if known in fitting] or fitting
    return first[0] if len(fitting) == 1 or first != fitting else GAP


def _similar_name(scope: Scope, name: str) -> str | None:
    """Return a state, zone or value with a similar name that takes no brackets."""
    known = (
        symbol
        for symbol in scope.context.symbols.of("state", "zone", "value")
        if is_one_typo(name, symbol.name)
    )
    return next(
        (symbol.name for symbol in known if not parameters_of(scope.context, symbol.node)), None
    )


def _with_gaps(scope: Scope, arguments: Sequence[Argument], parameters: Parameters) -> list[str]:
    """Return the arguments, each at a parameter that its type fits, with gaps at the others."""
    names = [name for name, _ in parameters]
    plain = [argument for argument in arguments if not isinstance(argument, syntax.NamedArgument)]
    written = likely(plain, names, lambda entry, at: _fits(scope, entry, parameters[at][1]))
    if written is None or len(plain) < len(arguments):
        written = [argument.span.text for argument in plain] + [GAP] * (len(names) - len(plain))
    return [GAP if entry == ANY else entry for entry in written]


def _fits(scope: Scope, node: syntax.Expression, type: t.Type) -> bool:
    """Return whether an expression fits a type; reports nothing."""
    mark = scope.context.mark()
    lower(inner(scope), node, type)
    fitting = scope.context.mark()[0] == mark[0]
    scope.context.rewind(mark)
    return fitting


def _other_reading(
    scope: Scope, function: str, arguments: Sequence[Argument], parameters: Parameters
) -> str | None:
    """
    Return what surplus arguments suggest: a space given by two numbers, or a state that should be
    declared for each.
    """
    values = [argument for argument in arguments if not isinstance(argument, syntax.NamedArgument)]
    written = ", ".join(value.span.text for value in values)
    if len(parameters) == 1 and isinstance(parameters[0][1], t.Space) and len(values) == 2:
        return f"a space is written by its column and row: `{function}(cell({written}))`"
    declared_as = scope.context.what_is(function)
    if parameters or declared_as not in ("zone", "state", "dice") or len(values) < len(arguments):
        return None
    mark = scope.context.mark()
    words = [_index_word(plain(lower(inner(scope), value).type)) for value in values]
    scope.context.rewind(mark)
    index = ", ".join(word for word in words if word)
    several = (
        f", or declare one for each: `{declared_as} {function}({index})`" if all(words) else ""
    )
    return f"write `{function}` without brackets{several}"


def _index_word(type: t.Type) -> str | None:
    match type:
        case t.Player():
            return "player"
        case t.WordOf():
            return type.list
        case t.Space(board=str() as board):
            return board
    return None


def readable(missing: Sequence[str], parameters: Parameters) -> list[str]:
    """Return the names of parameters for a message; those without a name by their type."""
    from_types = {name: _plain_name(name, type) for name, type in parameters}
    return [from_types[name] for name in missing]


def _plain_name(name: str, type: t.Type) -> str:
    if not name.startswith("_"):
        return name
    list_name = getattr(type, "list", None) or getattr(type, "kind", None)
    return str(list_name or type.__class__.__name__.lower())


def parameters_of(context: Context, node: Node) -> Parameters:
    """Return the parameters of what takes arguments, with names and types; memoised."""
    return context.once(context.parameters, node, lambda: _parameters(context, node))


def _parameters(context: Context, node: Node) -> tuple[tuple[str, t.Type], ...]:
    match node:
        case d.State() | d.Zone() | d.Dice() | d.KindField():
            return tuple(
                (place.name, front(place.type)) for place in index_places(context, node.index)
            )
        case d.Value() | d.Procedure() | d.Window():
            return tuple(
                (parameter.name.text, front(parameter_type(context, parameter.type)))
                for parameter in node.parameters
            )
        case _:
            return ()


def call_in_expression(
    scope: Scope, symbol: Symbol, node: Name | Apply, parameters: Parameters
) -> Typed:
    """Return the answer of a procedure, which is called before the expression is evaluated."""
    name = name_of(node)
    passed = arguments(scope, node, parameters)
    type = answer_of(scope.context, symbol, name)
    origin = scope.context.origin(node.span)
    return called_before(scope, name, type, lambda into: s.Call(symbol.name, passed, into, origin))


def called_before(
    scope: Scope, name: Name, type: t.Type | None, call: Callable[[Slot], s.Statement]
) -> Typed:
    """Return the answer of a call, made a statement before the expression; `None`: no answer."""
    if type is None:
        return Typed(e.Literal(None), t.Unknown())
    if scope.lifted is None:
        scope.context.report(errors.procedure_in_expression(name, scope.why_pure))
        return Typed(e.Literal(None), type)
    into = fresh(scope.context, type, "result")
    scope.lifted.append(call(into))
    return Typed(e.Local(into), type)


def answer_of(context: Context, symbol: Symbol, name: Name) -> t.Type | None:
    """Return the type of a procedure's answer; reports a procedure without one."""
    node = symbol.node
    if isinstance(node, d.Procedure) and node.answers is not None:
        return front(lower_type(context, node.answers))
    if not (isinstance(node, d.Procedure) and _answers(node)):  # reported at the `answer` line
        context.report(errors.answers_nothing(name, symbol.what))
    return None


def _answers(node: d.Procedure) -> bool:
    """Return whether a procedure has an `answer` line although its head declares no answer."""
    return any(isinstance(part, Answer) for part in walk(node.body))


def fresh(context: Context, type: t.Type, role: Role) -> Slot:
    """Return a new local without a name in the rulebook."""
    return context.new_slot("_", type, role)


# ---------------------------------------------------------------- what is undeclared

ACTING = ("you", "active")


def arguments_of(node: Name | Apply) -> Sequence[Node]:
    """Return the entries in the brackets after a name."""
    return node.arguments if isinstance(node, Apply) else ()


def proposed_parameters(scope: Scope, arguments: Sequence[Node]) -> str | None:
    """
    Return the parameters, `(p: player, n: 0..9)`; `None` if a type is unknown, or a name twice.
    """
    given = _names_and_types(scope, arguments)
    if given is None or len({argument for argument, _ in given}) < len(given):
        return None
    listed = ", ".join(f"{argument}: {type}" for argument, type in given)
    return f"({listed})" if given else ""


def proposed_index(scope: Scope, arguments: Sequence[Node]) -> str | None:
    """Return the types alone, `(player, 0..9)`; None if one is not known."""
    given = _names_and_types(scope, arguments)
    if given is None:
        return None
    return f"({', '.join(type for _, type in given)})" if given else ""


def _names_and_types(scope: Scope, arguments: Sequence[Node]) -> list[tuple[str, str]] | None:
    """Return the names and types of arguments; None if one is not known."""
    typed = [_name_and_type(scope, argument.span.text) for argument in arguments]
    known = [argument for argument in typed if argument is not None]
    return known if len(known) == len(typed) else None


def _name_and_type(scope: Scope, argument: str) -> tuple[str, str] | None:
    if argument.isdecimal():
        return "n", "0..9"
    symbol = scope.context.symbols.get(argument)
    if argument in ACTING or (symbol is not None and symbol.what == "player"):
        return "p", "player"
    local = scope.locals.get(argument)
    type = written(plain(local.type)) if local is not None else ""
    return (argument, type) if type else None
