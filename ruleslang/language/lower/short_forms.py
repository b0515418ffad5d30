"""
Desugars short forms to declarations and lines that one could write by hand, so that engines do not
know them: limits of hooks, turns that end when all pass, states that only count in one zone,
modified fields. Each function returns None if nothing has its form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import Factory, define, evolve

from ruleslang.language.lower.diagnostics import declarations as declaration_errors
from ruleslang.language.lower.diagnostics import heads
from ruleslang.language.lower.diagnostics import statements as errors
from ruleslang.language.lower.diagnostics.cards import TYPES
from ruleslang.language.resolve.diagnostics import unknown_kind
from ruleslang.language.resolve.symbol_table import FieldUse, Symbols
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.node import Marks, Name, Node
from ruleslang.language.syntax.simple_statements import Add, Do, DoNothing, Set
from ruleslang.language.syntax.statements import (
    Block,
    Body,
    Hook,
    Limit,
    Modify,
    Statement,
    TakeTurns,
)
from ruleslang.language.syntax.walk import find, rewritten
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Span

WrittenOut: TypeAlias = "tuple[tuple[d.Tree, ...], tuple[Diagnostic, ...]] | None"
"""The trees without a short form, and what is wrong with it."""

MOST = 9999  # the range of a counter without a literal limit


def _counter(
    name: str,
    most: x.Expression,
    *,
    index: Sequence[x.TypeNode] = (),
    reset_each: tuple[Name, ...] = (),
    stops_at_the_ends: bool = True,
    only_in: Name | None = None,
    marks: Marks,
    at: Span,
) -> d.State:
    zero = x.Number(0, span=at)
    return d.State(
        name=Name(name, span=at),
        index=tuple(d.Index(None, type, span=at) for type in index),
        type=x.RangeType(zero, most, span=at),
        start=zero,
        stops_at_the_ends=stops_at_the_ends,
        reset_each=reset_each,
        kept_in_mind=True,
        only_in=only_in,
        seen_by=None,
        marks=marks,
        span=at,
    )


# ---------------------------------------------------------------- limits of hooks


def with_counted_hooks(trees: Sequence[d.Tree], symbols: Symbols) -> WrittenOut:
    """
    Give each hook with a `limit` a counter, a test and a first line that counts.

    `after draw(p)` with `limit 1 per round for each p` has a `state … (player): 0..1 = 0, reset
    each round`, tested in its `where`. On a card each copy counts its own.
    """
    writer = _HookCounters(symbols)
    changed = tuple(
        evolve(tree, declarations=tuple(writer.declarations(tree.declarations))) for tree in trees
    )
    return (changed, tuple(writer.mistakes)) if writer.number else None


@define
class _HookCounters:
    """Rewrites hooks, and collects the states that they need."""

    symbols: Symbols
    number: int = 0
    states: list[d.State] = Factory(list)
    mistakes: list[Diagnostic] = Factory(list)

    def declarations(self, nodes: Sequence[d.Declaration]) -> Iterator[d.Declaration]:
        for node in nodes:
            limited = any(hook.limit is not None for hook in find(node, Hook))
            yield rewritten(node, self._changed(node)) if limited else node
            yield from self.states
            self.states.clear()

    def _changed(self, declaration: d.Declaration) -> Callable[[Node, str], Sequence[Node]]:
        on_card = isinstance(declaration, d.Card | d.Kind | d.RowRules)
        zone: Name | None = None

        def changed(node: Node, _: str) -> Sequence[Node]:
            nonlocal zone
            if isinstance(node, Body | Block):  # lasting effects have no limit
                return [node]
            if isinstance(node, d.Standing):
                zone = node.zone.function if isinstance(node.zone, x.Apply) else node.zone
            if isinstance(node, Hook) and node.limit is not None:
                return [self._hook(node, node.limit, on_card, zone)]
            return [rewritten(node, changed)]

        return changed

    def _hook(self, node: Hook, limit: Limit, on_card: bool, zone: Name | None) -> Hook:
        self.number += 1
        at, name = limit.span, f"uses {self.number} of {node.moment} {node.procedure.text}"
        types: list[x.TypeNode] = []
        places: list[x.Expression] = []
        if on_card:
            types.append(x.NamedType(Name("card", span=at), span=at))
            places.append(x.This(span=at))
        bound = self._bound(node)
        for chosen in limit.for_each:
            if chosen.text not in bound:
                self.mistakes.append(heads.unknown_limit_choice(chosen, known=bound))
                return evolve(node, limit=None)
            types.append(bound[chosen.text])
            places.append(chosen)
        plain = isinstance(limit.number, x.Number)
        self.states.append(
            _counter(
                name,
                limit.number if plain else x.Number(MOST, span=at),
                index=types,
                reset_each=(limit.procedure,),
                stops_at_the_ends=not plain,
                only_in=zone if on_card else None,
                marks=limit.marks,
                at=at,
            )
        )
        called = Name(name, span=at)
        count = x.Apply(called, tuple(places), span=at) if places else called
        test: x.Expression = x.Compare("<", count, limit.number, span=at)
        if node.condition is not None:
            test = x.And(test, node.condition, span=at)
        counted = Add(x.Number(1, span=at), count, marks=limit.marks, span=at)
        written = node.block.statements
        rest = () if isinstance(written[0], DoNothing) and len(written) == 1 else written
        block = Block((counted, *rest), span=node.block.span)
        return evolve(node, condition=test, block=block, limit=None)

    def _bound(self, node: Hook) -> dict[str, x.TypeNode]:
        """Return the names that the head binds, with their types."""
        bound: dict[str, x.TypeNode] = {}
        if isinstance(node.by, Name):
            bound[node.by.text] = x.NamedType(Name("player", span=node.by.span), span=node.by.span)
        procedure = self.symbols.declared(node.procedure.text, d.Procedure)
        if node.pattern is not None and procedure is not None:
            for entry, place in zip(node.pattern.entries, procedure.parameters, strict=False):
                if isinstance(entry, Name) and entry.text not in self.symbols:
                    bound[entry.text] = place.type
        return bound


# ---------------------------------------------------------------- turns until all pass


def with_counted_passes(trees: Sequence[d.Tree], symbols: Symbols) -> WrittenOut:
    """
    Give turns that end `until all pass` a counter of passes.

    A turn is a pass if its player does none of the actions offered in it. The counter is a state
    that each turn increments and each of these actions resets to 0.
    """
    writer = _PassCounters(symbols)
    counted = [tuple(map(writer.turns, tree.declarations)) for tree in trees]
    if not writer.states and not writer.mistakes:
        return None
    changed = tuple(
        evolve(tree, declarations=tuple(map(writer.acting, nodes)))
        for tree, nodes in zip(trees, counted, strict=True)
    )
    first = evolve(changed[0], declarations=(*changed[0].declarations, *writer.states))
    return (first, *changed[1:]), tuple(writer.mistakes)


@define
class _PassCounters:
    """Rewrites turns, and collects the states and what each action resets."""

    symbols: Symbols
    states: list[d.State] = Factory(list)
    set_back: dict[str, list[str]] = Factory(dict)  # by action, the counters it resets
    mistakes: list[Diagnostic] = Factory(list)

    def turns(self, node: d.Declaration) -> d.Declaration:
        """Return a declaration with such turns rewritten."""
        return rewritten(node, self._members) if _ends_when_all_pass(node) else node

    def acting(self, node: d.Declaration) -> d.Declaration:
        """Return an action that first resets its counters."""
        counts = self.set_back.get(node.name.text, ()) if isinstance(node, d.Action) else ()
        if not isinstance(node, d.Action) or not counts:
            return node
        lines = tuple(_set_to_none(count, node.name.span) for count in counts)
        return evolve(node, body=evolve(node.body, statements=(*lines, *node.body.statements)))

    def _members(self, node: Node, _: str) -> Sequence[Node]:
        """Return the two statements that replace such a turn."""
        replaced = rewritten(node, self._members)
        return (
            self._counted(replaced)
            if isinstance(replaced, TakeTurns) and replaced.all_pass
            else (replaced,)
        )

    def _counted(self, node: TakeTurns) -> tuple[Statement, ...]:
        actions = self._offered(node, set())
        if not actions:
            self.mistakes.append(errors.nobody_acts(node.span))
            return (evolve(node, all_pass=False),)
        name, at = f"passes {len(self.states) + 1}", node.span
        most = x.Number(MOST, span=at)  # more than there are players
        self.states.append(_counter(name, most, marks=node.marks, at=at))
        for action in actions:
            self.set_back.setdefault(action, []).append(name)
        count = Name(name, span=at)
        place = node.among.span  # not that of the count: equal texts would be equal sides
        everybody = x.NumberOf(x.Paren(node.among, span=place), span=place)
        until = x.Compare(">=", count, everybody, span=at)
        one_more = Add(x.Number(1, span=at), count, marks=node.marks, span=at)
        block = evolve(node.block, statements=(one_more, *node.block.statements), inline=False)
        turns = evolve(node, until=until, all_pass=False, block=block)
        return (_set_to_none(name, at, node.marks), turns)

    def _offered(self, node: Node, seen: set[str]) -> list[str]:
        """Return the actions offered in a turn, also by procedures that it calls."""
        offered = [name.text for do in find(node, Do) for name in do.offered]
        for name in find(node, Name):
            called = self.symbols.declared(name.text, d.Procedure)
            if called is not None and name.text not in seen:
                seen.add(name.text)
                offered += self._offered(called.body, seen)
        return list(dict.fromkeys(offered))


def _ends_when_all_pass(node: Node) -> bool:
    return any(turns.all_pass for turns in find(node, TakeTurns))


def _set_to_none(count: str, at: Span, marks: Marks | None = None) -> Set:
    name, none = Name(count, span=at), x.Number(0, span=at)
    return Set(name, none, marks=marks or Marks(span=at), span=at)


# ---------------------------------------------------------------- states that count in one zone


def with_states_in_zones(trees: Sequence[d.Tree], symbols: Symbols) -> WrittenOut:
    """Change nothing; reports states `only in ZONE` that are not of one card with a start."""
    mistakes = tuple(
        _undeclared(state, symbols) or declaration_errors.bad_only_in(state.span)
        for state in symbols.each(d.State)
        if state.only_in and not _is_of_a_card(state, symbols)
    )
    return (tuple(trees), mistakes) if mistakes else None


def _undeclared(node: d.State, symbols: Symbols) -> Diagnostic | None:
    """Return the kind or zone of such a state that is not declared, if there is one."""
    for place in node.index:
        match place.type:
            case x.NamedType(name) if name.text not in symbols and name.text not in TYPES:
                return unknown_kind(name, symbols.names_of("kind"))
    if node.only_in and node.only_in.text not in symbols:
        return errors.unknown_zone(node.only_in, symbols.names_of("zone"))
    return None


def _is_of_a_card(node: d.State, symbols: Symbols) -> bool:
    zone = node.only_in and symbols.declared(node.only_in.text, d.Zone)
    type = node.index[0].type if node.index else None
    kind = type.name.text if isinstance(type, x.NamedType) else ""
    is_single = len(node.index) == 1 or node.kept_in_mind  # a counter of uses may have more
    return bool(
        node.start is not None and zone and is_single and (kind == "card" or kind in symbols.kinds)
    )


# ---------------------------------------------------------------- modified fields


def with_modified_fields(trees: Sequence[d.Tree], symbols: Symbols) -> WrittenOut:
    """Add to a kind a value for each of its fields that some `modify` names."""
    modified = {
        name: uses[0]
        for name, uses in symbols.fields.items()
        if name in symbols.modified and name not in symbols and len(uses) == 1
    }
    if not modified:
        return None
    return tuple(
        evolve(tree, declarations=tuple(_with_values(tree.declarations, modified)))
        for tree in trees
    ), ()


def value_of_field(symbols: Symbols, field: str, about: Node) -> str | None:
    """Return the value for a modified field; None if the field is only printed."""
    uses = symbols.fields.get(field, ())
    name = _value_name(uses[0]) if len(uses) == 1 else ""
    return name if name in symbols and not is_printed(field, about) else None


def is_printed(field: str, about: Node) -> bool:
    """Return whether this is what the value of a modified field reads, of any card."""
    return isinstance(about, Name) and about.text == _card_name(field)


def _value_name(field: FieldUse) -> str:
    return f"{field.node.name.text} of {field.kind}"


def _card_name(field: str) -> str:
    """Return the value's name for its card, which no written name can equal."""
    return f"card of {field}"


def _with_values(
    nodes: Sequence[d.Declaration], modified: Mapping[str, FieldUse]
) -> Iterator[d.Declaration]:
    def changed(node: Node, _: str) -> Sequence[Node]:
        if isinstance(node, Modify) and node.value.text in modified:
            name = Name(_value_name(modified[node.value.text]), span=node.value.span)
            return [evolve(node, value=name)]
        return [rewritten(node, changed)]

    for node in nodes:
        concerns = any(modify.value.text in modified for modify in find(node, Modify))
        yield rewritten(node, changed) if concerns else node
        if isinstance(node, d.Kind):
            yield from (_value(use) for use in modified.values() if use.node in node.items)


def _value(field: FieldUse) -> d.Value:
    node, at = field.node, field.node.name.span
    card = Name(_card_name(node.name.text), span=at)
    numbers = range(1, len(node.index) + 1)
    places = [Name(f"place {number} of {node.name.text}", span=at) for number in numbers]
    parameters = (
        d.Parameter(card, x.NamedType(Name(field.kind, span=at), span=at), False, span=at),
        *(
            d.Parameter(name, place.type, False, span=at)
            for name, place in zip(places, node.index, strict=True)
        ),
    )
    printed = x.Apply(Name(node.name.text, span=at), (card, *places), span=at)
    name = Name(_value_name(field), span=at)
    return d.Value(name, parameters, node.type, printed, marks=node.marks, span=at)
