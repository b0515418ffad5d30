"""
Ways to change a text: leave out, double, exchange or alter a word, a number, a line, a clause.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, pairwise
from typing import TypeAlias, TypeVar

from attrs import evolve, frozen

from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.evaluation.mutation.mutant import (
    Mutant,
    Part,
    Replacements,
    Site,
    clauses,
    lines,
    numbers,
    without_remarks,
    words,
)
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import statements as s
from ruleslang.language.syntax.node import Node
from ruleslang.language.syntax.simple_statements import Move
from ruleslang.language.syntax.walk import find, walk

MOST_LEFT_OUT = 4  # words in a row
ATTEMPTS = 20  # before a site is given up
BETWEEN = (" ", ", ", " and ")  # a clause and its double
INDENTATION = "    "

RELATED: tuple[tuple[str, ...], ...] = (
    ("and", "or"),
    ("up", "down"),
    ("highest", "lowest"),
    ("before", "after"),
    ("all", "owner", "nobody"),
    ("top", "bottom"),
    ("yes", "no"),
    ("must", "may"),
    ("+", "-"),
    ("<", "<=", ">", ">="),
    ("next", "previous"),
    ("larger", "smaller"),
    ("starts", "ends"),
    ("while", "until"),
    ("chance", "order"),
    ("sum", "highest"),
    ("option", "reading"),
    ("phase", "procedure"),
    ("stop", "nothing"),
    ("add", "subtract"),
    ("times", "at least"),
    ("include", "exclude"),
    ("becomes", "starts from"),
    ("when all pass", "after one use", "when all were asked"),
)

T = TypeVar("T")


class NothingThere(Exception):
    """A site has nothing that could be changed in this way."""


@frozen(eq=False)
class Work:
    """A site, the possible replacements, and a source of random numbers."""

    site: Site
    replacements: Replacements
    stream: Stream

    def one(self, among: Sequence[T]) -> T:
        """Return a random member; raises `NothingThere` if there is none."""
        if not among:
            raise NothingThere
        return among[self.stream.below(len(among))]

    def happens(self, one_in: int) -> bool:
        """Return whether a draw succeeds, once in this many times."""
        return self.stream.below(one_in) == 0

    def instead(self, kind: str, part: Part, after: str) -> Mutant:
        """Return the mutant with something else in place of a part."""
        before = self.site.text[part.start : part.end]
        return Mutant(self.site, kind, part.start, before, after)


Way: TypeAlias = Callable[[Work], Mutant]
Parts: TypeAlias = Callable[[Site], list[Part]]


def mutated(site: Site, replacements: Replacements, stream: Stream) -> Mutant | None:
    """Return a mutant of a site; None when many attempts failed."""
    work = Work(site, replacements, stream)
    for _ in range(ATTEMPTS):
        with suppress(NothingThere):
            mutant = work.one(WAYS)(work)
            if mutant.before != mutant.after:
                return mutant
    return None


# ---------------------------------------------------------------- left out and doubled


def _leave_out(work: Work, noun: str, parts: Parts) -> Mutant:
    candidates = parts(work.site)
    part = work.one(candidates)
    if noun == "word":
        last = min(candidates.index(part) + work.stream.below(MOST_LEFT_OUT), len(candidates) - 1)
        part = _joined_span(work.site, part, candidates[last])
    if noun == "line":
        part = evolve(part, text=part.text + work.site.text[part.end : part.end + 1])
    return work.instead(f"{noun} left out", part, "")


def _double(work: Work, noun: str, parts: Parts) -> Mutant:
    candidates = parts(work.site)
    part = work.one(candidates)
    head = work.site.text[: part.start].rpartition("\n")[2]
    between = " "
    if noun == "line":
        between = "\n"
    elif noun == "clause":
        between = f"\n{head}" if not head.strip() else work.one(BETWEEN)
    return work.instead(f"{noun} doubled", part, part.text + between + part.text)


def _joined_span(site: Site, first: Part, last: Part) -> Part:
    """Return the span from one part to the end of another."""
    return Part(first.start, site.text[first.start : last.end])


# ---------------------------------------------------------------- exchanged


def _exchange(work: Work, noun: str, parts: Parts) -> Mutant:
    """Exchange two of a sort: usually neighbours, because these are the likelier mistakes."""
    below = work.site.below
    if noun == "line" and below and (len(parts(work.site)) < 2 or work.happens(4)):
        work = evolve(work, site=below)
    candidates, near = parts(work.site), not work.happens(4)
    pairs = [
        (first, second)
        for place, first in enumerate(candidates)
        for second in _parts_after(first, candidates[place + 1 :], near=near)
    ]
    first, second = work.one(pairs)
    between = work.site.text[first.end : second.start]
    part = _joined_span(work.site, first, second)
    return work.instead(f"{noun} exchanged", part, second.text + between + first.text)


def _parts_after(part: Part, parts: Sequence[Part], *, near: bool) -> Iterator[Part]:
    """Yield the parts of the same sort, with another text, that come wholly after this one."""
    for other in parts:
        if other.sort is part.sort and other.start >= part.end and other.text != part.text:
            yield other
            if near:
                return


# ---------------------------------------------------------------- altered


def _alter_number(work: Work) -> Mutant:
    candidates = numbers(work.site)
    part = work.one(candidates)
    value = int(part.text)
    other = work.one((value + 1, max(value - 1, 0), 0, value + 10))
    written = str(other).zfill(len(part.text) if part.text.startswith("0") else 1)
    return work.instead("number altered", part, written)


def _alter_word(work: Work) -> Mutant:
    """Replace a word of the language by one that is possible in its place."""
    group = work.one(RELATED)
    tokens = words(work.site)
    candidates = [
        Part(match.start(), word)
        for word in group
        for match in re.finditer(rf"(?<![\w\"<>]){re.escape(word)}(?![\w\"=])", work.site.text)
        if any(match.start() == other.start for other in tokens)
    ]
    part = work.one(candidates)
    return work.instead(
        "word altered", part, work.one([word for word in group if word != part.text])
    )


def _alter_name(work: Work) -> Mutant:
    """Replace a name by that of something else."""
    known = [part for part in words(work.site) if part.text in work.replacements.names]
    return work.instead("word altered", work.one(known), work.one(work.replacements.names))


def _misspell(work: Work) -> Mutant:
    """Leave out a letter of a word, or exchange two of its letters."""
    parts = [part for part in words(work.site) if len(part.text) > 1]
    part = work.one(parts)
    at = work.stream.below(len(part.text) - 1)
    letter, following = part.text[at], part.text[at + 1]
    slip = following if work.happens(2) else following + letter
    return work.instead("word altered", part, part.text[:at] + slip + part.text[at + 2 :])


def _alter_line(work: Work) -> Mutant:
    """Indent a line more, or less, or give it the text of another."""
    candidates = lines(work.site)
    part = work.one(candidates)
    deeper = INDENTATION + part.text
    after = work.one((deeper, part.text.removeprefix(INDENTATION), work.one(candidates).text))
    return work.instead("line altered", part, after)


def _alter_clause(work: Work) -> Mutant:
    """Replace a clause by one of its sort from anywhere in the rulebook, or by its opposite."""
    candidates = clauses(work.site)
    part = work.one(candidates)
    if work.happens(4):
        return work.instead("clause altered", part, f"not ({part.text})")
    assert part.sort is not None
    return work.instead("clause altered", part, work.one(work.replacements.clauses[part.sort]))


# ---------------------------------------------------------------- all of them

SORTS: tuple[tuple[str, Parts], ...] = (
    ("word", words),
    ("number", numbers),
    ("line", lines),
    ("clause", clauses),
)
WAYS: tuple[Way, ...] = (
    *(partial(_leave_out, noun=noun, parts=parts) for noun, parts in SORTS),
    *(partial(_double, noun=noun, parts=parts) for noun, parts in SORTS),
    *(partial(_exchange, noun=noun, parts=parts) for noun, parts in SORTS),
    _alter_word,
    _alter_name,
    _misspell,
    _alter_number,
    _alter_number,
    _alter_line,
    _alter_clause,
    _alter_clause,
)


EXCHANGED = "statements exchanged"
OTHER_END = "other end of a zone"
LEFT_OUT = "statement left out"
ENDS = {"top": "bottom", "bottom": "top", "on top": "at bottom", "at bottom": "on top"}
END = re.compile(r'"[^"\n]*"|\bon top\b|\bat bottom\b|\btop\b|\bbottom\b')


def sample(slips: Sequence[Mutant], number: int, seed: int) -> list[Mutant]:
    """Return at most this many of these mistakes, each once."""
    order = Stream(derive(seed, stream_number("mutants"))).permutation(len(slips))
    return [slips[place] for place in sorted(order[:number])]


# ---------------------------------------------------------------- order


def order_slips(among: Sequence[Site], trees: Sequence[d.Tree] = ()) -> Iterator[Mutant]:
    """Yield every mistake of order in these declarations; `trees` adds rivals that are apart."""
    zones = (
        declaration
        for site in among
        for declaration in site.declarations
        if isinstance(declaration, d.Zone)
    )
    ordered = frozenset(zone.name.text for zone in zones if zone.ordered)
    for site in among:
        yield from _exchanged(site)
        yield from _other_ends(site, ordered)
    for number, tree in enumerate(trees):
        yield from _rivals_exchanged(number, tree)


def _exchanged(site: Site) -> Iterator[Mutant]:
    for node in _nodes(site):
        for first, second in pairwise(_sequence(node)):
            if first.span.text != second.span.text:
                yield exchanged(site, first, second)


def _sequence(node: Node) -> tuple[Node, ...]:
    """Return the parts of a node that are carried out, or tried, in the order of the text."""
    if isinstance(node, s.Block | s.Body):
        return node.statements
    if isinstance(node, s.Lasting | d.Standing):
        return node.effects
    if isinstance(node, d.Value):
        return tuple(case for case in node.cases if case.condition is not None)
    return ()


def _rivals_exchanged(number: int, tree: d.Tree) -> Iterator[Mutant]:
    """Exchange the order of two declarations that change the same thing."""
    changes = [_changes(declaration) for declaration in tree.declarations]
    for first, last in combinations(range(len(changes)), 2):
        if changes[first] & changes[last]:
            site = Site(number, first, tuple(tree.declarations[first : last + 1]))
            yield exchanged(site, tree.declarations[first], tree.declarations[last])


def _changes(declaration: d.Declaration) -> frozenset[tuple[str, str]]:
    """Return the values and procedures that a declaration at the left margin changes, and how."""
    if not isinstance(declaration, d.Standing | d.TopHook | d.TopModify):
        return frozenset()
    hooks = ((hook.moment, hook.procedure.text) for hook in find(declaration, s.Hook))
    values = (("modify", modify.value.text) for modify in find(declaration, s.Modify))
    return frozenset((*hooks, *values))


def exchanged(site: Site, first: Node, second: Node) -> Mutant:
    """Return two parts, each in the place of the other."""
    begin, text = site.span.start, site.text
    before = text[first.span.start - begin : second.span.end - begin]
    between = text[first.span.end - begin : second.span.start - begin]
    after = second.span.text + between + first.span.text
    return Mutant(site, EXCHANGED, first.span.start - begin, before, after)


def _nodes(site: Site) -> Iterator[Node]:
    return (node for top in site.declarations for node in walk(top))


def _other_ends(site: Site, ordered: frozenset[str]) -> Iterator[Mutant]:
    for match in END.finditer(without_remarks(site)):
        if match[0] in ENDS:
            yield Mutant(site, OTHER_END, match.start(), match[0], ENDS[match[0]])
    for move in _nodes(site):
        if isinstance(move, Move) and move.position is None:  # on top, without a word
            to = move.target.span
            if to.text.partition("(")[0] in ordered:
                yield Mutant(site, OTHER_END, to.end - site.span.start, "", " at bottom")


# ---------------------------------------------------------------- left out


def omissions(among: Sequence[Site]) -> Iterator[Mutant]:
    """Yield every statement, clause, effect, case of a value and branch of a menu, left out."""
    for site in among:
        for node in _nodes(site):
            for part, instead in dispensable(node):
                yield without(site, part, instead)


def dispensable(node: Node) -> Iterator[tuple[Node, str]]:
    """Yield the parts of a node that can go, and their replacements."""
    if isinstance(node, s.Block | s.Body):
        alone = len(node.statements) == 1
        yield from ((statement, "nothing" if alone else "") for statement in node.statements)
    if isinstance(node, s.Body):
        yield from ((clause, "") for clause in node.clauses)
    elif isinstance(node, s.Lasting | d.Standing) and len(node.effects) > 1:
        yield from ((effect, "") for effect in node.effects)
    elif isinstance(node, d.Standing | d.TopHook | d.TopModify | d.TopWhenever):
        yield node, ""
    elif isinstance(node, d.Value):
        yield from ((case, "") for case in node.cases if case.condition is not None)
    elif isinstance(node, s.Menu) and len(node.items) > 1:
        yield from ((item, "") for item in node.items)
    elif isinstance(node, s.MenuItem) and node.pays is not None:
        yield node.pays, ""
    elif isinstance(node, d.Kind):
        yield from (
            (item, "") for item in node.items if isinstance(item, s.OnlyIf | s.Pays | s.Limit)
        )


def without(site: Site, part: Node, instead: str) -> Mutant:
    """Remove a part with the rest of its lines; a replacement takes only its own place."""
    text = site.text
    start, end = part.span.start - site.span.start, part.span.end - site.span.start
    if not instead:
        indented = text[:start].rpartition("\n")[2]
        line_ends = text.find("\n", end)
        start, end = start - len(indented), len(text) if line_ends < 0 else line_ends + 1
    return Mutant(site, LEFT_OUT, start, text[start:end], instead)
