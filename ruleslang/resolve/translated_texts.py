"""Display texts in other languages, as the tables of texts have them."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping

from attrs import field, frozen

from ruleslang.source.span import Source
from ruleslang.syntax.declarations import Cell
from ruleslang.syntax.node import Text

Key = tuple[str, str]
"""The name of a declaration (empty where it has none), and the words of a text in it."""


@frozen
class TextRow:
    """A row of a table of texts; `texts` are the languages whose cells are filled."""

    what: Cell
    original: Cell
    texts: tuple[tuple[str, Cell], ...]

    @property
    def key(self) -> Key:
        """The text that it stands for."""
        return self.what.text, self.original.text


@frozen(eq=False)
class Texts:
    """
    All texts in other languages; `languages` are those of the header, the rulebook's own first.

    `heads` are the places and names of the declarations in each file, in the order of the text.
    """

    languages: tuple[str, ...] = ()
    rows: tuple[TextRow, ...] = ()
    known: Mapping[Key, tuple[tuple[str, Cell], ...]] = field(factory=dict)
    heads: Mapping[Source, tuple[list[int], list[str]]] = field(factory=dict)

    def of(self, node: Text) -> tuple[tuple[str, Cell], ...]:
        """A text of the rulebook in other languages."""
        return self.named(self.owner(node), node.text) if self.known else ()

    def named(self, what: str, original: str) -> tuple[tuple[str, Cell], ...]:
        """What a declaration says with these words, in other languages."""
        return self.known.get((what, original), ())

    def owner(self, node: Text) -> str:
        """The name of the declaration in which a text stands; empty where it has none."""
        starts, names = self.heads[node.span.source]
        return names[bisect(starts, node.span.start) - 1]
