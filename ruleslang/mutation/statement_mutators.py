"""
Slips with whole statements, all that a text can have.

Of order: two neighbouring statements of a block, or two lines that change the same value, change
places, or a card goes to the other end of an ordered zone. Of omission: one of the parts that are
said in a line or block of their own is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.mutation.mutant import Mutant, Site
from ruleslang.mutation.text_parts import without_remarks
from ruleslang.syntax.declarations import (
    Declaration,
    Kind,
    Standing,
    TopHook,
    TopModify,
    TopWhenever,
    Tree,
    Value,
    Zone,
)
from ruleslang.syntax.node import Node
from ruleslang.syntax.simple_statements import Move
from ruleslang.syntax.statements import (
    Block,
    Body,
    Hook,
    Lasting,
    Limit,
    Menu,
    MenuItem,
    Modify,
    OnlyIf,
    Pays,
)
from ruleslang.syntax.walk import find, walk

EXCHANGED = "statements exchanged"
OTHER_END = "other end of a zone"
LEFT_OUT = "statement left out"
ENDS = {"top": "bottom", "bottom": "top", "on top": "at bottom", "at bottom": "on top"}
END = re.compile(r'"[^"\n]*"|\bon top\b|\bat bottom\b|\btop\b|\bbottom\b')


def some_slips(found: Sequence[Mutant], number: int, seed: int) -> list[Mutant]:
    """So many of these slips, each once; all, if there are no more."""
    order = Stream(derive(seed, stream_number("mutants"))).permutation(len(found))
    return [found[place] for place in sorted(order[:number])]


# ---------------------------------------------------------------- order


def order_slips(among: Sequence[Site], trees: Sequence[Tree] = ()) -> Iterator[Mutant]:
    """Every slip of order in these declarations; of `trees`, rivals that stand apart as well."""
    zones = (each for site in among for each in site.declarations if isinstance(each, Zone))
    ordered = frozenset(zone.name.text for zone in zones if zone.ordered)
    for site in among:
        yield from _exchanged(site)
        yield from _other_ends(site, ordered)
    for number, tree in enumerate(trees):
        yield from _rivals_exchanged(number, tree)


def _exchanged(site: Site) -> Iterator[Mutant]:
    for node in _nodes(site):
        for one, other in pairwise(_sequence(node)):
            if one.span.text != other.span.text:
                yield _exchange(site, one, other)


def _sequence(node: Node) -> tuple[Node, ...]:
    """The parts of a node that are carried out, or tried, in the order in which they stand."""
    if isinstance(node, Block | Body):
        return node.statements
    if isinstance(node, Lasting | Standing):
        return node.effects
    if isinstance(node, Value):
        return tuple(case for case in node.cases if case.condition is not None)
    return ()


def _rivals_exchanged(number: int, tree: Tree) -> Iterator[Mutant]:
    """Of the declarations that change the same thing, each two in the other order."""
    changes = [_changes(each) for each in tree.declarations]
    for first, last in combinations(range(len(changes)), 2):
        if changes[first] & changes[last]:
            site = Site(number, first, tuple(tree.declarations[first : last + 1]))
            yield _exchange(site, tree.declarations[first], tree.declarations[last])


def _changes(declaration: Declaration) -> frozenset[tuple[str, str]]:
    """The values and procedures that a declaration at the left margin changes, and how."""
    if not isinstance(declaration, Standing | TopHook | TopModify):
        return frozenset()
    hooks = ((each.moment, each.procedure.text) for each in find(declaration, Hook))
    values = (("modify", each.value.text) for each in find(declaration, Modify))
    return frozenset((*hooks, *values))


def _exchange(site: Site, one: Node, other: Node) -> Mutant:
    begin, text = site.span.start, site.text
    before = text[one.span.start - begin : other.span.end - begin]
    between = text[one.span.end - begin : other.span.start - begin]
    after = other.span.text + between + one.span.text
    return Mutant(site, EXCHANGED, one.span.start - begin, before, after)


def _nodes(site: Site) -> Iterator[Node]:
    return (each for top in site.declarations for each in walk(top))


def _other_ends(site: Site, ordered: frozenset[str]) -> Iterator[Mutant]:
    for each in END.finditer(without_remarks(site)):
        if each[0] in ENDS:
            yield Mutant(site, OTHER_END, each.start(), each[0], ENDS[each[0]])
    for move in _nodes(site):
        if isinstance(move, Move) and move.position is None:  # on top, without a word
            to = move.target.span
            if to.text.partition("(")[0] in ordered:
                yield Mutant(site, OTHER_END, to.end - site.span.start, "", " at bottom")


# ---------------------------------------------------------------- left out


def omissions(among: Sequence[Site]) -> Iterator[Mutant]:
    """Every statement, clause, effect, case of a value and branch of a menu, left out."""
    for site in among:
        for node in _nodes(site):
            for part, instead in _dispensable(node):
                yield _without(site, part, instead)


def _dispensable(node: Node) -> Iterator[tuple[Node, str]]:
    """The parts of a node that can go, and what has to stand there instead."""
    if isinstance(node, Block | Body):
        alone = len(node.statements) == 1
        yield from ((each, "nothing" if alone else "") for each in node.statements)
    if isinstance(node, Body):
        yield from ((each, "") for each in node.clauses)
    elif isinstance(node, Lasting | Standing) and len(node.effects) > 1:
        yield from ((each, "") for each in node.effects)
    elif isinstance(node, Standing | TopHook | TopModify | TopWhenever):
        yield node, ""
    elif isinstance(node, Value):
        yield from ((each, "") for each in node.cases if each.condition is not None)
    elif isinstance(node, Menu) and len(node.items) > 1:
        yield from ((each, "") for each in node.items)
    elif isinstance(node, MenuItem) and node.pays is not None:
        yield node.pays, ""
    elif isinstance(node, Kind):
        yield from ((each, "") for each in node.items if isinstance(each, OnlyIf | Pays | Limit))


def _without(site: Site, part: Node, instead: str) -> Mutant:
    """A part goes with the rest of its lines; something else stands in its own place alone."""
    text = site.text
    start, end = part.span.start - site.span.start, part.span.end - site.span.start
    if not instead:
        indented = text[:start].rpartition("\n")[2]
        line_ends = text.find("\n", end)
        start, end = start - len(indented), len(text) if line_ends < 0 else line_ends + 1
    return Mutant(site, LEFT_OUT, start, text[start:end], instead)
