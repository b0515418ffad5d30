"""
Ways to spoil a text: leave out, double, exchange or alter a word, a number, a line, a clause.

Comments and display strings stay as they are: what they say is for the eye.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeAlias

from attrs import frozen

from ruleslang.meaning.chance import Stream
from ruleslang.mutation.mutant import Mutant, Site
from ruleslang.syntax.node import Marks, Node
from ruleslang.syntax.walk import walk

TOKEN = re.compile(
    r'"[^"\n]*"|#[^\n]*|[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+|[A-Za-z_]\w*|\d+|\.\.|<=|>=|[^\s\w]'
)
MOST_DELETED = 4  # words in a row
ATTEMPTS = 20  # before a site is given up

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


@frozen
class Token:
    """A word, a number or a sign, and where it stands in its site."""

    start: int
    text: str

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


@frozen(eq=False)
class Work:
    """A site with its tokens, names to put in the place of others, and what draws."""

    site: Site
    tokens: Sequence[Token]
    names: Sequence[str]
    stream: Stream

    def one(self, among: Sequence[Token]) -> Token:
        """Any of these."""
        return among[self.stream.below(len(among))]


Way: TypeAlias = Callable[[Work], Mutant | None]


def tokens(site: Site) -> tuple[Token, ...]:
    """The words, numbers and signs of a site that mean something."""
    found = (Token(each.start(), each[0]) for each in TOKEN.finditer(site.text))
    return tuple(token for token in found if token.text[0] not in '#"')


def spoilt(site: Site, names: Sequence[str], stream: Stream) -> Mutant | None:
    """A mutant of a site; None when nothing came of many attempts."""
    work = Work(site, tokens(site), names, stream)
    if not work.tokens:
        return None
    for _ in range(ATTEMPTS):
        mutant = WAYS[stream.below(len(WAYS))](work)
        if mutant is not None and mutant.before != mutant.after:
            return mutant
    return None


# ---------------------------------------------------------------- words


def _delete_words(work: Work) -> Mutant | None:
    first = work.stream.below(len(work.tokens))
    last = min(first + work.stream.below(MOST_DELETED), len(work.tokens) - 1)
    start, end = work.tokens[first].start, work.tokens[last].end
    return Mutant(work.site, "left out", start, work.site.text[start:end], "")


def _double_word(work: Work) -> Mutant | None:
    token = work.one(work.tokens)
    return Mutant(work.site, "doubled", token.start, token.text, f"{token.text} {token.text}")


def _swap_words(work: Work) -> Mutant | None:
    if len(work.tokens) < 2:
        return None
    place = work.stream.below(len(work.tokens) - 1)
    one, other = work.tokens[place : place + 2]
    text = work.site.text
    between = text[one.end : other.start]
    return Mutant(
        work.site,
        "exchanged",
        one.start,
        text[one.start : other.end],
        f"{other.text}{between}{one.text}",
    )


def _alter_number(work: Work) -> Mutant | None:
    numbers = [token for token in work.tokens if token.text.isdigit()]
    if not numbers:
        return None
    token = work.one(numbers)
    value = int(token.text)
    other = (value + 1, max(value - 1, 0), 0, value + 10)[work.stream.below(4)]
    return Mutant(work.site, "another number", token.start, token.text, str(other))


def _alter_word(work: Work) -> Mutant | None:
    """A word of the language becomes one that may stand in its place."""
    text = work.site.text
    group = RELATED[work.stream.below(len(RELATED))]
    found = [
        (each.start(), word)
        for word in group
        for each in re.finditer(rf"(?<![\w\"]){re.escape(word)}(?![\w\"=])", text)
        if not _is_said(text, each.start())
    ]
    if not found:
        return None
    start, word = found[work.stream.below(len(found))]
    others = [other for other in group if other != word]
    return Mutant(work.site, "another word", start, word, others[work.stream.below(len(others))])


def _is_said(text: str, start: int) -> bool:
    """Whether a place lies in a string or a comment."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return line.count('"') % 2 == 1 or "#" in line


def _alter_name(work: Work) -> Mutant | None:
    """A name becomes that of something else."""
    known = [token for token in work.tokens if token.text in work.names]
    if not known:
        return None
    token = work.one(known)
    other = work.names[work.stream.below(len(work.names))]
    return Mutant(work.site, "another name", token.start, token.text, other)


# ---------------------------------------------------------------- lines


def _lines(work: Work) -> list[tuple[int, str]]:
    """Where each line starts, and its text with its newline."""
    found, start = [], 0
    for line in work.site.text.splitlines(keepends=True):
        if line.strip() and not line.lstrip().startswith("#"):
            found.append((start, line))
        start += len(line)
    return found


def _delete_line(work: Work) -> Mutant | None:
    lines = _lines(work)
    start, line = lines[work.stream.below(len(lines))]
    return Mutant(work.site, "line left out", start, line, "")


def _double_line(work: Work) -> Mutant | None:
    lines = _lines(work)
    start, line = lines[work.stream.below(len(lines))]
    whole = line if line.endswith("\n") else f"{line}\n"
    return Mutant(work.site, "line doubled", start, line, whole + line)


def _swap_lines(work: Work) -> Mutant | None:
    lines = _lines(work)
    if len(lines) < 2:
        return None
    place = work.stream.below(len(lines) - 1)
    (start, one), (next_start, other) = lines[place : place + 2]
    before = work.site.text[start : next_start + len(other)]
    if next_start != start + len(one):
        return None
    after = other if other.endswith("\n") else f"{other}\n"
    after += one if other.endswith("\n") else one.rstrip("\n")
    return Mutant(work.site, "lines exchanged", start, before, after)


# ---------------------------------------------------------------- clauses


def _nodes(work: Work) -> list[tuple[int, str]]:
    """Where each part of the tree starts, and its text; smaller than the declaration."""
    begin = work.site.declaration.span.start
    found = {}
    for node in walk(work.site.declaration):
        span, text = node.span, node.span.text
        if not isinstance(node, Marks) and text.strip() and text != work.site.text:
            found[span.start - begin, text] = node
    return list(found)


def _delete_node(work: Work) -> Mutant | None:
    nodes = _nodes(work)
    if not nodes:
        return None
    start, text = nodes[work.stream.below(len(nodes))]
    return Mutant(work.site, "clause left out", start, text, "")


def _swap_nodes(work: Work) -> Mutant | None:
    """Two parts of one sort, side by side, change places."""
    siblings = _siblings(work)
    if not siblings:
        return None
    one, other = siblings[work.stream.below(len(siblings))]
    begin, text = work.site.declaration.span.start, work.site.text
    a, b, c, d = (
        x - begin for x in (one.span.start, one.span.end, other.span.start, other.span.end)
    )
    return Mutant(work.site, "clauses exchanged", a, text[a:d], text[c:d] + text[b:c] + text[a:b])


def _siblings(work: Work) -> list[tuple[Node, Node]]:
    nodes = [node for node in walk(work.site.declaration) if not isinstance(node, Marks)]
    return [
        (one, other)
        for one, other in pairwise(nodes)
        if type(one) is type(other)
        and one.span.end <= other.span.start
        and one.span.text != other.span.text
    ]


WAYS: tuple[Way, ...] = (
    _delete_words,
    _delete_words,
    _double_word,
    _swap_words,
    _alter_number,
    _alter_number,
    _alter_word,
    _alter_word,
    _alter_name,
    _alter_name,
    _delete_line,
    _delete_line,
    _double_line,
    _swap_lines,
    _delete_node,
    _delete_node,
    _swap_nodes,
)
