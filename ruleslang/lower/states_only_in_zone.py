"""
Writes the rule that `only in ZONE` of a state implies: elsewhere a card has its start value.

`state damage(creature): 0..9 = 0, only in field` is the state, and beside it a `whenever` that sets
it back. It is lowered like one that was written, so no engine knows of the short form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ruleslang.lower.diagnostics import declarations as say
from ruleslang.resolve.symbol_table import Symbols
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Span
from ruleslang.syntax import declarations as d
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name
from ruleslang.syntax.simple_statements import Set
from ruleslang.syntax.statements import Block, Whenever


def with_implied_rules(
    trees: Sequence[d.Tree], symbols: Symbols
) -> tuple[tuple[d.Tree, ...], tuple[Diagnostic, ...]] | None:
    """The trees with these rules behind the states, and what is wrong; None: there are none."""
    bound = [each for each in symbols.order if isinstance(each, d.State) and each.only_in]
    if not bound:
        return None
    found = [say.bad_only_in(each.span) for each in bound if _rule(each, symbols) is None]
    return tuple(
        evolve(tree, declarations=tuple(_with_rules(tree.declarations, symbols))) for tree in trees
    ), tuple(found)


def _with_rules(nodes: Sequence[d.Declaration], symbols: Symbols) -> Iterator[d.Declaration]:
    for node in nodes:
        yield node
        rule = _rule(node, symbols) if isinstance(node, d.State) else None
        if rule is not None:
            yield rule


def _rule(node: d.State, symbols: Symbols) -> d.TopWhenever | None:
    """The rule that sets a state of cards back; None where it is no such state."""
    if node.only_in is None or node.start is None or len(node.index) != 1:
        return None
    symbol = symbols.globals.get(node.only_in.text)
    zone = symbol.node if symbol is not None else None
    type = node.index[0].type
    kind = type.name.text if isinstance(type, x.NamedType) else ""
    if not isinstance(zone, d.Zone) or (kind != "card" and kind not in symbols.kinds):
        return None
    at = node.only_in.span
    card = Name(f"card of {node.name.text}", span=at)
    strays = _Strays(node, zone, kind, node.start, at)
    condition = x.ThereIs(card, x.Paren(strays.all(), span=at), None, span=at)
    back = Set(strays.state(card), node.start, marks=node.marks, span=at)
    block = Block((back,), span=at)
    whenever = Whenever(condition, block, node.marks, span=node.span)
    return d.TopWhenever(whenever, marks=node.marks, span=node.span)


class _Strays:
    """The cards that lie elsewhere, and have another value than at the start."""

    def __init__(
        self, node: d.State, zone: d.Zone, kind: str, start: x.Expression, at: Span
    ) -> None:
        self._node, self._zone, self._kind, self._start, self._at = node, zone, kind, start, at

    def all(self) -> x.Where:
        it, at = Name("it", span=self._at), self._at
        condition: x.Expression = x.And(self._differs(it), self._is_elsewhere(it), span=at)
        if self._kind != "card":
            of_kind = x.Is(it, Name(self._kind, span=at), span=at)
            condition = x.And(of_kind, condition, span=at)
        return x.Where(Name("cards", span=at), condition, span=at)

    def state(self, card: Name) -> x.Apply:
        return x.Apply(Name(self._node.name.text, span=self._at), (card,), span=self._at)

    def _differs(self, it: Name) -> x.Expression:
        read = self.state(it)
        if isinstance(self._start, x.Truth):
            return x.Not(read, span=self._at) if self._start.value else read
        return x.Is(read, self._start, True, span=self._at)

    def _is_elsewhere(self, it: Name) -> x.Expression:
        name = Name(self._zone.name.text, span=self._at)
        any_place = tuple(x.AnyPlace(span=self._at) for _ in self._zone.index)
        zone = x.Apply(name, any_place, span=self._at) if any_place else name
        return x.IsIn(it, zone, True, span=self._at)
