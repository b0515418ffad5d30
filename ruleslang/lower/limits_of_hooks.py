"""
Writes the counter that `limit N per P` of a hook implies: a state, a test and a line that counts.

    after draw(p)
        limit 1 per round for each p

is lowered as if it read a `state … (player): 0..1 = 0, reset each round` in its `where`, and added
1 to it in its first line, so no engine knows of the short form. On a card each copy counts its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import Factory, define, evolve

from ruleslang.lower.diagnostics import heads as say
from ruleslang.resolve.symbol_table import Symbols
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.syntax import declarations as d
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name
from ruleslang.syntax.simple_statements import Add
from ruleslang.syntax.statements import Block, Effect, Hook, Limit

MOST = 9999  # uses that are counted where the limit is no plain number


def with_counted_hooks(
    trees: Sequence[d.Tree], symbols: Symbols
) -> tuple[tuple[d.Tree, ...], tuple[Diagnostic, ...]] | None:
    """The trees with these counters, and what is wrong; None: no hook has a limit."""
    writer = _Writer(symbols)
    changed = tuple(
        evolve(tree, declarations=tuple(writer.declarations(tree.declarations))) for tree in trees
    )
    return (changed, tuple(writer.found)) if writer.number else None


@define
class _Writer:
    """Rewrites declarations, and gathers the states that they need."""

    symbols: Symbols
    number: int = 0
    states: list[d.State] = Factory(list)
    found: list[Diagnostic] = Factory(list)

    def declarations(self, nodes: Sequence[d.Declaration]) -> Iterator[d.Declaration]:
        for node in nodes:
            match node:
                case d.TopHook():
                    yield evolve(node, hook=self._hook(node.hook, on_card=False))
                case d.Standing():
                    yield self._standing(node, on_card=False)
                case d.Card() | d.Kind() | d.RowRules():
                    yield evolve(node, items=tuple(self._item(item) for item in node.items))
                case _:
                    yield node
            yield from self.states
            self.states.clear()

    def _item(self, node: Any) -> Any:
        return self._standing(node, on_card=True) if isinstance(node, d.Standing) else node

    def _standing(self, node: d.Standing, *, on_card: bool) -> d.Standing:
        return evolve(node, effects=tuple(self._effect(each, on_card) for each in node.effects))

    def _effect(self, node: Effect, on_card: bool) -> Effect:
        return self._hook(node, on_card=on_card) if isinstance(node, Hook) else node

    def _hook(self, node: Hook, *, on_card: bool) -> Hook:
        limit = node.limit
        if limit is None:
            return node
        self.number += 1
        at, name = limit.span, f"uses {self.number} of {node.moment} {node.procedure.text}"
        types: list[x.TypeNode] = []
        places: list[x.Expression] = []
        if on_card:
            types.append(x.NamedType(Name("card", span=at), span=at))
            places.append(x.This(span=at))
        for each in limit.for_each:
            type = self._type_of(node, each)
            if type is None:
                self.found.append(say.unknown_limit_choice(each, list(self._bound(node))))
                return evolve(node, limit=None)
            types.append(type)
            places.append(each)
        self.states.append(_state(name, limit, types))
        called = Name(name, span=at)
        count = x.Apply(called, tuple(places), span=at) if places else called
        test: x.Expression = x.Compare("<", count, limit.number, span=at)
        if node.condition is not None:
            test = x.And(test, node.condition, span=at)
        counted = Add(x.Number(1, span=at), count, marks=limit.marks, span=at)
        block = Block((counted, *node.block.statements), span=node.block.span)
        return evolve(node, condition=test, block=block, limit=None)

    def _type_of(self, node: Hook, name: Name) -> x.TypeNode | None:
        return self._bound(node).get(name.text)

    def _bound(self, node: Hook) -> dict[str, x.TypeNode]:
        """The names that the head binds, with their types."""
        bound: dict[str, x.TypeNode] = {}
        if isinstance(node.by, Name):
            bound[node.by.text] = x.NamedType(Name("player", span=node.by.span), span=node.by.span)
        symbol = self.symbols.globals.get(node.procedure.text)
        declared = symbol.node if symbol is not None else None
        if node.pattern is not None and isinstance(declared, d.Procedure):
            for entry, place in zip(node.pattern.entries, declared.parameters, strict=False):
                if isinstance(entry, Name) and entry.text not in self.symbols.globals:
                    bound[entry.text] = place.type
        return bound


def _state(name: str, limit: Limit, types: Sequence[x.TypeNode]) -> d.State:
    at = limit.span
    plain = isinstance(limit.number, x.Number)
    low, high = x.Number(0, span=at), limit.number if plain else x.Number(MOST, span=at)
    return d.State(
        name=Name(name, span=at),
        index=tuple(d.Index(None, type, span=at) for type in types),
        type=x.RangeType(low, high, span=at),
        start=low,
        stops_at_the_ends=not plain,
        reset_each=(limit.procedure,),
        kept_in_mind=True,
        only_in=None,
        seen_by=None,
        marks=limit.marks,
        span=at,
    )
