"""Lowers the patterns of heads: a test or a new name for each parameter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import evolve

from ruleslang.language.lower.arguments import (
    Fits,
    Parameters,
    likely,
    parameters_of,
    proposed_parameters,
    readable,
)
from ruleslang.language.lower.choices import choice
from ruleslang.language.lower.conditions import chain, condition
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.diagnostics import heads as errors
from ruleslang.language.lower.diagnostics.declarations import unknown_action
from ruleslang.language.lower.diagnostics.types import repeated_action
from ruleslang.language.lower.dispatch import raw
from ruleslang.language.lower.lone_names import declare
from ruleslang.language.lower.recorded_types import LocalName
from ruleslang.language.lower.scope import Scope, Typed, Uses
from ruleslang.language.lower.types import lower_type
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.simple_statements import Open
from ruleslang.language.syntax.statements import Hook, Lasting, Modify, Pattern
from ruleslang.language.syntax.walk import find, innermost
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.builtins import BUILT_IN_NAMES
from ruleslang.program.events import PLAY, ActionRun, CardPlay, Event, ProcedureRun
from ruleslang.program.expressions import Expr
from ruleslang.program.locals import Slot
from ruleslang.program.operation_variants_by_type import asked_of, comparing, comparing_member
from ruleslang.program.slot_uses import defined_in, used_in, with_slots
from ruleslang.program.typing.lattice import element, fits, join, plain, related, stored
from ruleslang.program.typing.type_names import describe
from ruleslang.source.span import Span

Places: TypeAlias = "Sequence[tuple[str, t.Type]]"  # the parameters of a head: name and type

PHRASES = (x.Where, x.EachWhere, x.AsFarAs, x.UpToAndWith, x.SpreadBy, x.With, x.Ranked)
HEADS = (Hook, Modify, Lasting, syntax.Play, syntax.Standing)
SETS = (x.Braces, x.Range, *PHRASES)


def pattern(
    scope: Scope, node: Pattern | None, places: Places | None, head: str, *, binds: bool = True
) -> tuple[patterns.Pattern, Scope]:
    """
    Lower the pattern of a head; also the scope with the names it binds.

    `places` is None when the head names nothing known: then any number of entries is accepted.
    """
    if node is None:
        return None, scope
    if places is not None and len(places) != len(node.entries):
        names = readable([name for name, _ in places], places)
        help = _other_head(scope, node, head, places) or _intended_head(scope, node, head, places)
        scope.context.report(
            errors.wrong_entry_count(node.span, head, len(node.entries), names, help)
        )
        scope = evolve(scope, wrong_head=node.span)
        places = None
    entries: list[patterns.Entry] = []
    before = scope
    mistakes = len(scope.context.diagnostics)
    for number, item in enumerate(node.entries):
        type = t.Unknown() if places is None else places[number][1]
        lowered, scope = entry(scope, item, type, binds=binds)
        entries.append(lowered)
        if places is None and isinstance(lowered, patterns.BindEntry):
            scope.uses.read.add(item.span.text)  # the head has an error already
    if len(scope.context.diagnostics) > mistakes:
        scope = _of_any_type(scope, entries)
        _blame_order(before, node, head, places, mistakes)
    return tuple(entries), scope


def _intended_head(scope: Scope, node: Pattern, head: str, places: Places) -> str | None:
    """Return the head with an entry for each parameter, keeping the written entries that fit."""
    written = likely(node.entries, [name for name, _ in places], _fitting(scope, places))
    if written is None:
        return None
    names = ", ".join(readable([name for name, _ in places], places))
    return f"write `{head}({', '.join(written)})`: the places are ({names})"


def _fitting(scope: Scope, places: Places) -> Fits:
    """Return a predicate: whether an entry fits a parameter by its type; a new name fits any."""

    def fits_there(node: x.Expression, at: int) -> bool:
        new = isinstance(node, Name) and not is_known(scope, node.text)
        if new or isinstance(node, x.AnyPlace):
            return True
        mark = scope.context.mark()
        tested(scope, node, places[at][1])
        fitting = scope.context.mark()[0] == mark[0]
        scope.context.rewind(mark)
        return fitting

    return fits_there


def _blame_order(scope: Scope, node: Pattern, head: str, places: Places | None, since: int) -> None:
    """Report entries in the wrong order once, if that is the only error."""
    reported = scope.context.diagnostics[since:]
    if places is None or any(diagnostic.slug != "entry-mismatch" for diagnostic in reported):
        return
    scope.context.forget(since)  # not reported twice
    written = likely(node.entries, [name for name, _ in places], _fitting(scope, places))
    if written is None:
        for diagnostic in reported:
            scope.context.report(diagnostic)
        return
    scope.context.report(errors.entries_in_another_order(node.span, head, written))


def _of_any_type(scope: Scope, entries: Sequence[patterns.Entry]) -> Scope:
    """Return the scope with the head's bindings of unknown type, as entries may be out of order."""
    for entry in entries:
        if isinstance(entry, patterns.BindEntry):
            local = next(
                candidate for candidate in scope.locals.values() if candidate.slot == entry.slot
            )
            scope = scope.with_local(local.name, t.Unknown(), local.span, local.role)
    return scope


def entry(
    scope: Scope, node: x.Expression, type: t.Type, *, binds: bool = True
) -> tuple[patterns.Entry, Scope]:
    """Return one entry: `any`, a new name, or a test."""
    if isinstance(node, x.AnyPlace):
        return patterns.AnyEntry(), scope
    if isinstance(node, Name) and not is_known(scope, node.text):
        return _bound(scope, node, type, binds)
    return tested(scope, node, type), scope


def is_known(scope: Scope, name: str) -> bool:
    """Return whether a word is already declared, and so binds no new name."""
    symbols = scope.context.symbols
    return (
        name in scope.locals or name in symbols or name in symbols.words or name in BUILT_IN_NAMES
    )


def _bound(scope: Scope, node: Name, type: t.Type, binds: bool) -> tuple[patterns.Entry, Scope]:
    if not binds:
        known = {*scope.names(), *scope.context.symbols.known()}
        scope.context.report(errors.binding_not_allowed(node, known=known))
        return patterns.AnyEntry(), scope
    after = declare(scope, node, type, "bound")
    return patterns.BindEntry(after.slot(node.text)), after


def tested(scope: Scope, node: x.Expression, type: t.Type) -> patterns.Entry:
    """Return a test at a parameter: equality, membership, or a kind."""
    kind = _kind(scope, node, type)
    if kind is not None:
        return kind
    if isinstance(node, x.Or) and not isinstance(plain(type), t.Truth | t.Unknown):
        scope.context.report(
            errors.joined_by_or(node.span, [part.span.text for part in chain(node, x.Or)])
        )
        return patterns.AnyEntry()
    typed = _read(scope.pure("a head"), node, type)
    if isinstance(typed.type, t.Unknown) or may_equal(scope, typed.type, type):
        return patterns.EqualEntry(typed.expr, comparing(stored(type), stored(typed.type)))
    inner = element(typed.type)
    if inner is not None and may_equal(scope, inner, type):
        return patterns.MemberEntry(typed.expr, comparing_member(stored(type), stored(typed.type)))
    field = _field_of(scope, typed.type) if isinstance(plain(type), t.Card) else None
    help = f"write `c` here, and after the brackets `where {field}(c) is {node.span.text}`"
    scope.context.report(
        errors.entry_mismatch(node.span, typed.type, type, help if field is not None else None)
    )
    return patterns.AnyEntry()


def _other_head(scope: Scope, node: Pattern, head: str, places: Places) -> str | None:
    """Return the head with a test of a card's field, if its only entry is a word of its list."""
    if len(node.entries) != 1 or len(places) < 2:
        return None
    written = node.entries[0].span.text
    cards = [number for number, (_, type) in enumerate(places) if isinstance(plain(type), t.Card)]
    entries = ["any"] * len(places)
    uses = scope.context.symbols.words.get(written, ())
    field = _field_of(scope, t.WordOf(uses[0].list)) if len(uses) == 1 else None
    if field is None or len(cards) != 1:
        return None
    entries[cards[0]] = "c"
    return f"write `{head}({', '.join(entries)}) where {field}(c) is {written}`"


def _field_of(scope: Scope, type: t.Type) -> str | None:
    """Return the only card field whose type is this list of words, or None."""
    wanted = plain(type)
    names = [
        name
        for name, uses in scope.context.symbols.fields.items()
        if isinstance(wanted, t.WordOf)
        and isinstance(uses[0].node.type, x.NamedType)
        and uses[0].node.type.name.text == wanted.list
        and not uses[0].node.index
    ]
    return names[0] if len(names) == 1 else None


def _kind(scope: Scope, node: x.Expression, type: t.Type) -> patterns.Entry | None:
    symbol = scope.context.symbols.get(node.text) if isinstance(node, Name) else None
    if symbol is None or symbol.what not in ("kind", "piece") or symbol.name in scope.locals:
        return None
    found = t.Card(symbol.name) if symbol.what == "kind" else t.Piece(symbol.name)
    expected = plain(type)
    fitting = (t.Card, t.Title, t.UnderWay) if symbol.what == "kind" else (t.Piece,)
    if not isinstance(expected, (t.Unknown, *fitting)):
        scope.context.report(errors.entry_mismatch(node.span, found, type))
    return patterns.KindEntry(symbol.name, asked_of(stored(type)))


def _read(scope: Scope, node: x.Expression, type: t.Type) -> Typed:
    """Return an entry as an expression; the parameter's type disambiguates words."""
    wanted = plain(type)
    if isinstance(node, SETS) and not isinstance(wanted, (t.Unknown, t.SetOf, t.ListOf)):
        return raw(scope, node, t.SetOf(stored(wanted)))
    return raw(scope, node, wanted)


def may_equal(scope: Scope, found: t.Type, wanted: t.Type) -> bool:
    """Return whether values of two types can be equal; a card can equal a title."""
    kinds = scope.context.kinds
    if fits(found, wanted, kinds):
        return True
    found_type, wanted_type = plain(found), plain(wanted)
    if isinstance(found_type, t.Title) and isinstance(wanted_type, t.Card):
        return related(found_type.kind, wanted_type.kind, kinds)
    return fits(found_type, wanted_type, kinds)


# ---------------------------------------------------------------- bound names must be read


def opened(scope: Scope) -> Scope:
    """Return the scope of a head, with an empty record of what is read."""
    return evolve(scope, uses=Uses())


def closed(outer: Scope, inner: Scope) -> None:
    """Report unread names that a head bound; `inner` was `opened` from `outer`."""
    bound = {name for name in inner.locals if name not in outer.locals}
    report_unused(inner, bound)
    outer.uses.read |= inner.uses.read - bound


def report_unused(scope: Scope, names: set[str]) -> None:
    """Report the names bound by a head and never read."""
    known = {*scope.context.symbols.known(), *scope.locals}
    for name in scope.locals:
        local = scope.locals[name]
        if name not in names or name in scope.uses.read or local.role != "bound":
            continue
        symbols = scope.context.symbols
        if local.span is not None and not _is_below(name, symbols.around(local.span)):
            scope.context.report(errors.unused_binding(name, local.span, known - {name}, symbols))


def _is_below(name: str, head: Sequence[Node]) -> bool:
    """Test whether a name that a head binds occurs below it: then its reader has its own error."""
    binding = innermost(head, syntax.Windows) or innermost(head, Pattern)
    trees = [node for node in head if isinstance(node, HEADS)][-1:] or head[:1]
    names = (node for tree in trees for node in find(tree, Name) if node.text == name)
    return any(binding is None or node.span.start >= binding.span.end for node in names)


def windows(
    scope: Scope, node: syntax.Windows | None
) -> tuple[tuple[s.WindowUse, ...], Expr | None, Scope]:
    """Return the windows of a head, their condition, and the scope with names bound by all."""
    if node is None:
        return (), None, scope
    uses: list[s.WindowUse] = []
    inner: list[Scope] = []
    for use in node.uses:
        passed = use.pattern.entries if use.pattern else ()
        places = window_places(scope, use.window, passed)
        entries, after = pattern(scope, use.pattern, places, use.window.text)
        uses.append(s.WindowUse(use.window.text, entries))
        inner.append(after)
    known = {local.slot for local in scope.locals.values()}
    scope = _common(scope, inner)
    uses = [
        _bound_as(scope, use, use_scope, known) for use, use_scope in zip(uses, inner, strict=True)
    ]
    if node.condition is None:
        return tuple(uses), None, scope
    test, after = condition(scope.pure("a condition"), node.condition)
    return tuple(uses), test, evolve(scope, facts=after.facts)


def window_places(scope: Scope, name: Name, arguments: Sequence[Node]) -> Places | None:
    """Return the parameters of a window; reports an unknown window."""
    symbols = scope.context.symbols
    window = symbols.declared(name.text, syntax.Window)
    if window is not None:
        return parameters_of(scope.context, window)
    declared_as = scope.context.what_is(name.text)
    opened = innermost(symbols.around(name.span), Open) is not None
    brackets = proposed_parameters(scope, arguments)
    scope.context.report(errors.unknown_window(name, declared_as, symbols, brackets, opened=opened))
    return None


def _bound_as(scope: Scope, use: s.WindowUse, inner: Scope, known: set[Slot]) -> s.WindowUse:
    """Return a window use whose pattern binds the head's shared local slots instead of its own."""
    slots = {slot: slot for slot in (*defined_in(use), *used_in(use))}
    slots |= {
        local.slot: scope.slot(name)
        for name, local in inner.locals.items()
        if local.slot not in known and name in scope.locals
    }
    return with_slots(use, slots)


def _common(scope: Scope, inner: Sequence[Scope]) -> Scope:
    """
    Return the scope with the names that the patterns of all windows bind, each with a type that
    fits all of them; a name that only some bind is reported.
    """
    new = {name for use_scope in inner for name in use_scope.locals} - set(scope.locals)
    for name in sorted(new):
        bindings = [use_scope.locals[name] for use_scope in inner if name in use_scope.locals]
        if len(bindings) < len(inner):
            for local in bindings:
                if local.span is not None:
                    scope.context.report(errors.half_bound_name(local.span, name=name))
            scope = scope.with_local(name, t.Unknown(), bindings[0].span, "bound")
            scope.uses.read.add(name)  # reported already
            continue
        scope = _joined(scope, bindings)
    return scope


def _joined(scope: Scope, names: Sequence[LocalName]) -> Scope:
    first, type = names[0], names[0].type
    for other in names[1:]:
        both = join(type, other.type, scope.context.kinds)
        if both is None:
            if other.span is not None:
                scope.context.report(
                    errors.unlike_bindings(
                        other.span, name=other.name, one=describe(type), other=describe(other.type)
                    )
                )
            break
        type = both
    slot = first.slot if len(names) == 1 else None
    return scope.with_local(first.name, type, first.span, first.role, slot=slot)


def actions_named(context: Context, names: Sequence[Name]) -> tuple[str, ...]:
    """Return the names as texts; reports a name that is not an action or is listed twice."""
    known = [symbol.name for symbol in context.symbols.of("action")]
    first: dict[str, Span] = {}
    for name in names:
        if name.text not in known:
            context.report(unknown_action(name, context.what_is(name.text), known))
        elif name.text in first:
            context.report(repeated_action(name.span, at=first[name.text]))
        first.setdefault(name.text, name.span)
    return tuple(name.text for name in names)


def event_of(context: Context, name: Name) -> tuple[Event | None, Parameters]:
    """
    Return the event of that name and its parameters with types.

    Reports an unknown name or one that is not an event; then None and no parameters.
    """
    if name.text == PLAY:
        return CardPlay(), (("card", t.Card()),)
    symbol = context.symbols.get(name.text)
    match symbol.node if symbol else None:
        case syntax.Procedure() as node:
            return ProcedureRun(name.text), parameters_of(context, node)
        case syntax.Action() as node:
            return ActionRun(name.text), choices_of(context, node)
    known = [PLAY, *context.names_of_events()]
    found = symbol.what if symbol else None
    context.report(errors.not_hookable(name, found, known, context.symbols))
    return None, ()


def choices_of(
    context: Context, node: syntax.Action | syntax.Play, kind: str | None = None
) -> Parameters:
    """
    Return the choices of an action, or of a play of a kind's card, with their types.

    Their types are unknown while being inferred, so that circles end.
    """

    def compute() -> Parameters:
        context.choice_types[node] = [(chosen.name.text, t.Unknown()) for chosen in node.choices]
        return _choices(context, node, kind)

    return context.once(context.choice_types, node, compute)


def _choices(context: Context, node: syntax.Action | syntax.Play, kind: str | None) -> Parameters:
    """
    Lower the head only for the types of its choices, and discard the diagnostics, which are
    reported when the head itself is lowered.
    """
    mark = context.mark()
    if isinstance(node, syntax.Action):
        scope = declare(Scope(context), node.by, t.Player(), "you")
    else:
        scope = Scope(context).with_local("you", t.Player(), None, "you")
        scope = scope.with_local("this", t.Card(kind), None, "this")
    _, _, scope = windows(scope, node.windows)
    for chosen in node.choices:
        _, scope = choice(scope, chosen)
    context.rewind(mark)
    return [(chosen.name.text, scope.locals[chosen.name.text].type) for chosen in node.choices]


def answer_type(context: Context, name: Name) -> t.Type | None:
    """Return the type of a procedure's answer; None if it has none."""
    node = context.symbols.declared(name.text, syntax.Procedure)
    if node is None or node.answers is None:
        return None
    return lower_type(context, node.answers)
