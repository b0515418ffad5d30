"""A mutant: one declaration of a rulebook with its text spoilt in one place."""

from __future__ import annotations

from attrs import frozen

from ruleslang.syntax.declarations import Declaration, Tree


@frozen(eq=False)
class Site:
    """A declaration that can be spoilt: the place of its tree, and its own in the tree."""

    tree: int
    place: int
    declaration: Declaration
    text: str


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
        """The declaration as it now stands."""
        whole = self.site.text
        return whole[: self.start] + self.after + whole[self.start + len(self.before) :]

    @property
    def line(self) -> int:
        """The one-based line of its file where it is spoilt."""
        span = self.site.declaration.span
        return span.source.line_and_column(span.start + self.start)[0]

    @property
    def file(self) -> str:
        """The file it is in."""
        return self.site.declaration.span.source.name


def sites(trees: tuple[Tree, ...]) -> tuple[Site, ...]:
    """Every declaration of every text; tables in files of their own have no words of ours."""
    return tuple(
        Site(i, j, declaration, declaration.span.text)
        for i, tree in enumerate(trees)
        if not tree.source.name.endswith(".csv")
        for j, declaration in enumerate(tree.declarations)
    )
