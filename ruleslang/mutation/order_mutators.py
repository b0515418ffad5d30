"""
Slips of order, all that a text can have: two neighbouring statements of a block change places, or
a card goes to the other end of an ordered zone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.mutation.mutant import Mutant, Site
from ruleslang.mutation.text_parts import without_remarks
from ruleslang.syntax.declarations import Zone
from ruleslang.syntax.simple_statements import Move
from ruleslang.syntax.statements import Block, Body
from ruleslang.syntax.walk import walk

EXCHANGED = "statements exchanged"
OTHER_END = "other end of a zone"
ENDS = {"top": "bottom", "bottom": "top", "on top": "at bottom", "at bottom": "on top"}
END = re.compile(r'"[^"\n]*"|\bon top\b|\bat bottom\b|\btop\b|\bbottom\b')


def some_order_slips(among: Sequence[Site], number: int, seed: int) -> list[Mutant]:
    """So many slips of order in these declarations, each once; all, if there are no more."""
    found = list(order_slips(among))
    order = Stream(derive(seed, stream_number("mutants"))).permutation(len(found))
    return [found[place] for place in sorted(order[:number])]


def order_slips(among: Sequence[Site]) -> Iterator[Mutant]:
    """Every slip of order in these declarations."""
    zones = (each for site in among for each in site.declarations if isinstance(each, Zone))
    ordered = frozenset(zone.name.text for zone in zones if zone.ordered)
    for site in among:
        yield from _exchanged(site)
        yield from _other_ends(site, ordered)


def _exchanged(site: Site) -> Iterator[Mutant]:
    begin, text = site.span.start, site.text
    for block in (each for top in site.declarations for each in walk(top)):
        if not isinstance(block, Block | Body):
            continue
        for one, other in pairwise(block.statements):
            if one.span.text == other.span.text:
                continue
            before = text[one.span.start - begin : other.span.end - begin]
            between = text[one.span.end - begin : other.span.start - begin]
            after = other.span.text + between + one.span.text
            yield Mutant(site, EXCHANGED, one.span.start - begin, before, after)


def _other_ends(site: Site, ordered: frozenset[str]) -> Iterator[Mutant]:
    for each in END.finditer(without_remarks(site)):
        if each[0] in ENDS:
            yield Mutant(site, OTHER_END, each.start(), each[0], ENDS[each[0]])
    for move in (each for top in site.declarations for each in walk(top)):
        if isinstance(move, Move) and move.position is None:  # on top, without a word
            to = move.target.span
            if to.text.partition("(")[0] in ordered:
                yield Mutant(site, OTHER_END, to.end - site.span.start, "", " at bottom")
