"""A mutant: one or two declarations of a rulebook with their text changed in one place."""

from __future__ import annotations

from itertools import pairwise

from attrs import frozen

from ruleslang.source.span import Span
from ruleslang.syntax.declarations import Declaration, Tree


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
        """Where it stands, with what stands between its declarations."""
        return self.declarations[0].span.cover(self.declarations[-1].span)

    @property
    def text(self) -> str:
        """All that is written there."""
        return self.span.text

    @property
    def first(self) -> Declaration:
        """Its only declaration, or the first of two."""
        return self.declarations[0]


@frozen(eq=False)
class Mutant:
    """
    What was done to a site: `kind` in a word or two; `before` and `after` what stood there, and
    stands there now, from `start` on in the text of the site; `text` is the whole of it.
    """

    site: Site
    kind: str
    start: int
    before: str
    after: str

    @property
    def text(self) -> str:
        """The site as it now stands."""
        whole = self.site.text
        return whole[: self.start] + self.after + whole[self.start + len(self.before) :]

    @property
    def line(self) -> int:
        """The one-based line of its file where it is mutated."""
        span = self.site.span
        return span.source.line_and_column(span.start + self.start)[0]

    @property
    def file(self) -> str:
        """The file it is in."""
        return self.site.span.source.name


def sites(trees: tuple[Tree, ...]) -> tuple[Site, ...]:
    """Every declaration of every text; a table in a file of its own is one too."""
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
