"""
Writes the count of passes that `take turns … until all pass` implies.

A turn is a pass if its player does none of the actions that are offered in it. The count is a state
that each turn raises and each of these actions sets back to 0, as one would write it by hand, so no
engine knows of the short form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from attrs import Factory, define, evolve

from ruleslang.lower.diagnostics import statements as say
from ruleslang.lower.zone_parameters import annotated
from ruleslang.resolve.symbol_table import Symbols
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Span
from ruleslang.syntax import declarations as d
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Marks, Name, Node
from ruleslang.syntax.simple_statements import Add, Do, Set
from ruleslang.syntax.statements import Statement, TakeTurns
from ruleslang.syntax.walk import find

MOST = 9999  # turns in a row that are counted: more than there are players


def with_counted_passes(
    trees: Sequence[d.Tree], symbols: Symbols
) -> tuple[tuple[d.Tree, ...], tuple[Diagnostic, ...]] | None:
    """The trees with these counts, and what is wrong; None: no turns end when all pass."""
    writer = _Writer(symbols)
    counted = [tuple(map(writer.declaration, tree.declarations)) for tree in trees]
    if not writer.states and not writer.found:
        return None
    changed = tuple(
        evolve(tree, declarations=tuple(map(writer.acting, nodes)))
        for tree, nodes in zip(trees, counted, strict=True)
    )
    first = evolve(changed[0], declarations=(*changed[0].declarations, *writer.states))
    return (first, *changed[1:]), tuple(writer.found)


@define
class _Writer:
    """Rewrites turns, and gathers the states and what each action sets back."""

    symbols: Symbols
    states: list[d.State] = Factory(list)
    set_back: dict[str, list[str]] = Factory(dict)  # of each action, the counts
    found: list[Diagnostic] = Factory(list)

    def declaration(self, node: d.Declaration) -> d.Declaration:
        if not any(each.all_pass for each in find(node, TakeTurns)):
            return node
        return cast("d.Declaration", self._rewritten(node))

    def acting(self, node: d.Declaration) -> d.Declaration:
        """An action that sets counts back in its first lines."""
        counts = self.set_back.get(node.name.text, ()) if isinstance(node, d.Action) else ()
        if not isinstance(node, d.Action) or not counts:
            return node
        lines = tuple(_set_to_none(count, node.name.span) for count in counts)
        return evolve(node, body=evolve(node.body, statements=(*lines, *node.body.statements)))

    def _rewritten(self, node: Node) -> Node:
        """A node in which such turns are counted; itself if it has none."""
        changes: dict[str, Any] = {}
        for part in annotated(type(node)):
            old = getattr(node, part)
            if isinstance(old, Node):
                new: object = self._rewritten(old)
            elif isinstance(old, tuple):
                new = tuple(made for each in old for made in self._members(each))
                new = old if list(map(id, new)) == list(map(id, old)) else new
            else:
                continue
            if new is not old:
                changes[part] = new
        return evolve(node, **changes) if changes else node

    def _members(self, node: object) -> Iterator[object]:
        """What stands for a member of a list of nodes: of such turns, two statements."""
        made = self._rewritten(node) if isinstance(node, Node) else node
        if isinstance(made, TakeTurns) and made.all_pass:
            yield from self._counted(made)
        else:
            yield made

    def _counted(self, node: TakeTurns) -> tuple[Statement, ...]:
        actions = self._offered(node, set())
        if not actions:
            self.found.append(say.nobody_acts(node.span))
            return (evolve(node, all_pass=False),)
        name, at = f"passes {len(self.states) + 1}", node.span
        self.states.append(_state(name, node.marks, at))
        for action in actions:
            self.set_back.setdefault(action, []).append(name)
        count = Name(name, span=at)
        there = node.among.span  # not that of the count: equal texts would be equal sides
        everybody = x.NumberOf(x.Paren(node.among, span=there), span=there)
        until = x.Compare(">=", count, everybody, span=at)
        one_more = Add(x.Number(1, span=at), count, marks=node.marks, span=at)
        block = evolve(node.block, statements=(one_more, *node.block.statements), inline=False)
        turns = evolve(node, until=until, all_pass=False, block=block)
        return (_set_to_none(name, at, node.marks), turns)

    def _offered(self, node: Node, seen: set[str]) -> list[str]:
        """The actions that are offered in a turn, also by the procedures that it calls."""
        found = [name.text for each in find(node, Do) for name in each.actions]
        for name in find(node, Name):
            symbol = self.symbols.globals.get(name.text)
            called = None if symbol is None or name.text in seen else symbol.node
            if isinstance(called, d.Procedure):
                seen.add(name.text)
                found += self._offered(called.body, seen)
        return list(dict.fromkeys(found))


def _set_to_none(count: str, at: Span, marks: Marks | None = None) -> Set:
    name, none = Name(count, span=at), x.Number(0, span=at)
    return Set(name, none, marks=marks or Marks(span=at), span=at)


def _state(name: str, marks: Marks, at: Span) -> d.State:
    zero = x.Number(0, span=at)
    return d.State(
        name=Name(name, span=at),
        index=(),
        type=x.RangeType(zero, x.Number(MOST, span=at), span=at),
        start=zero,
        stops_at_the_ends=True,
        reset_each=(),
        kept_in_mind=True,
        only_in=None,
        seen_by=None,
        marks=marks,
        span=at,
    )
