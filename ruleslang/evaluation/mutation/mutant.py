"""A mutant: one or two declarations of a rulebook with their text changed in one place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from attrs import frozen

from ruleslang.language.syntax.declarations import Declaration, Tree
from ruleslang.language.syntax.node import Marks, Name, Node
from ruleslang.language.syntax.walk import find, walk
from ruleslang.source.span import Span

AUDIENCE = "another audience"  # the kind of a change that concerns who sees something


def _lines(file: str, first: int, text: str) -> frozenset[tuple[str, int]]:
    return frozenset((file, first + number) for number in range(text.count("\n") + 1))


@frozen(eq=False)
class Site:
    """
    Declarations that can be mutated: the number of their file, and the number of the first in it.

    `below` is the site of its last declaration and the next: there lines of both can be exchanged.
    """

    tree: int
    place: int
    declarations: tuple[Declaration, ...]
    below: Site | None = None

    @property
    def span(self) -> Span:
        """The place of a site, and the text between its declarations."""
        return self.declarations[0].span.cover(self.declarations[-1].span)

    @property
    def text(self) -> str:
        """All that is written there."""
        return self.span.text

    @property
    def lines(self) -> frozenset[tuple[str, int]]:
        """All its lines, with their file."""
        return _lines(self.span.source.name, self.span.line, self.text)

    @property
    def first(self) -> Declaration:
        """Its only declaration, or the first of two."""
        return self.declarations[0]


@frozen(eq=False)
class Mutant:
    """
    A change of a site: `kind` in a word or two; `before` and `after` are the old and the new text,
    from `start` on in the text of the site; `text` is all of the new text.
    """

    site: Site
    kind: str
    start: int
    before: str
    after: str

    @property
    def text(self) -> str:
        """The site as it is now."""
        original = self.site.text
        return original[: self.start] + self.after + original[self.start + len(self.before) :]

    @property
    def line(self) -> int:
        """The one-based line of its file where it is mutated."""
        span = self.site.span
        return span.source.line_and_column(span.start + self.start)[0]

    @property
    def file(self) -> str:
        """The file it is in."""
        return self.site.span.source.name

    @property
    def lines(self) -> frozenset[tuple[str, int]]:
        """The lines of its file that it changes."""
        return _lines(self.file, self.line, self.before.rstrip("\n"))

    @property
    def key(self) -> tuple[object, ...]:
        """A key that is equal for the same change at the same place."""
        return self.file, self.site.span.start + self.start, self.before, self.after

    @property
    def changed_lines(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The lines of the text that it touches, as they were and as they are."""
        text, end = self.site.text, self.start + len(self.before)
        first = text.rfind("\n", 0, self.start) + 1
        last = text.find("\n", end - self.before.endswith("\n"))
        last = len(text) if last < 0 else last
        old, new = text[first:last], text[first : self.start] + self.after + text[end:last]
        return tuple(old.splitlines()), tuple(line for line in new.splitlines() if line.strip())


def sites(trees: tuple[Tree, ...]) -> tuple[Site, ...]:
    """Return every declaration of every text; a table in its own file is one too."""
    return tuple(site for number, tree in enumerate(trees) for site in _sites(number, tree))


def _sites(number: int, tree: Tree) -> tuple[Site, ...]:
    below: list[Site | None] = [
        Site(number, place, pair) for place, pair in enumerate(pairwise(tree.declarations))
    ]
    return tuple(
        Site(number, place, (declaration,), pair)
        for place, (declaration, pair) in enumerate(
            zip(tree.declarations, [*below, None], strict=True)
        )
    )


TOKEN = re.compile(r'"[^"\n]*"|[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+|[A-Za-z_]\w*|\d+|\.\.|<=|>=|[^\s\w]')
WORD = re.compile(r"[^\W\d]\w*")
NUMBER = re.compile(r"(?<![^\W\dxd])\d+")
REMARK = re.compile(r'("[^"\n]*")|#[^\n]*')


@frozen
class Part:
    """A stretch of the text of a site; of a clause, also the class of its node."""

    start: int
    text: str
    sort: type[Node] | None = None

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


@frozen(eq=False)
class Replacements:
    """The replacements that a rulebook offers: names, clauses by their class."""

    names: Sequence[str]
    clauses: Mapping[type[Node], Sequence[str]]


def replacements(trees: Sequence[Tree]) -> Replacements:
    """Return all names and clauses of a rulebook, each once."""
    names: set[str] = set()
    clauses: dict[type[Node], dict[str, None]] = {}
    for tree in trees:
        for declaration in tree.declarations:
            cited = {id(cite) for marks in find(declaration, Marks) for cite in marks.cites}
            for node in walk(declaration):
                if isinstance(node, Name) and id(node) not in cited:
                    names.add(node.text)
                if node.span.text.strip():
                    clauses.setdefault(type(node), {})[node.span.text] = None
    return Replacements(
        tuple(sorted(names)), {sort: tuple(texts) for sort, texts in clauses.items()}
    )


def without_remarks(site: Site) -> str:
    """Return the text of a site, with blanks in place of comments; a CSV file has none."""
    if site.span.source.is_table:
        return site.text
    return REMARK.sub(lambda match: match[1] or " " * len(match[0]), site.text)


def words(site: Site) -> list[Part]:
    """Return its words and signs, one by one."""
    parts: list[Part] = []
    for token in TOKEN.finditer(without_remarks(site)):
        if token[0][0] == '"':
            inner = WORD.finditer(token[0])
            parts += [Part(token.start() + word.start(), word[0]) for word in inner]
        elif not token[0].isdigit():
            parts.append(Part(token.start(), token[0]))
    return parts


def numbers(site: Site) -> list[Part]:
    """Return its numbers, those of copies (`x4`), dice (`d6`) and citations too."""
    return [Part(match.start(), match[0]) for match in NUMBER.finditer(without_remarks(site))]


def lines(site: Site) -> list[Part]:
    """Return its lines, without their ends; lines with only a comment are left out."""
    parts, start = [], 0
    for line in without_remarks(site).split("\n"):
        if line.strip():
            parts.append(Part(start, site.text[start : start + len(line)]))
        start += len(line) + 1
    return parts


def clauses(site: Site) -> list[Part]:
    """Return the texts of its nodes, each smaller than the declaration."""
    begin = site.span.start
    parts: dict[tuple[int, str, type[Node]], None] = {}
    for declaration in site.declarations:
        for node in walk(declaration):
            text = node.span.text
            if text.strip() and node is not declaration:
                parts[node.span.start - begin, text, type(node)] = None
    return [Part(*clause) for clause in parts]
