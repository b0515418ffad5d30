"""The table of everything that has a name in the whole rulebook."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar, overload

from attrs import evolve, field, frozen

from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.declarations import Cell
from ruleslang.language.syntax.node import Name, Node, Text
from ruleslang.language.syntax.walk import around
from ruleslang.source.diagnostic import Cause, Diagnostic, Need
from ruleslang.source.span import Source, Span

D = TypeVar("D", bound=Node)


@frozen
class Poison:
    """
    Names that may be missing because of an earlier mistake, with the place of that mistake.

    `names` may be declared where something is wrong; `taken` are names that two things have, so
    that nobody knows what they take; `offered` are words of which some may be choices and branches.
    `needs` are parts of the rulebook of which something could not be read.
    """

    names: Mapping[str, Span] = field(factory=dict)
    taken: Mapping[str, Span] = field(factory=dict)
    offered: Mapping[str, Span] = field(factory=dict)
    needs: Mapping[Need, Span] = field(factory=dict)

    def with_cause(self, diagnostic: Diagnostic, *, offers: bool = False) -> Diagnostic:
        """Return a diagnostic with the mistake that it follows from, if there is one."""
        span = self._mistake(diagnostic, offers)
        return diagnostic if span is None else evolve(diagnostic, cause=Cause(span))

    def _mistake(self, diagnostic: Diagnostic, offers: bool) -> Span | None:
        about = diagnostic.subject
        if about is None:
            return None
        if about.name in self.names and about.sort in ("name", "field", "call"):
            return self.names[about.name]
        if about.sort == "call" and about.name in self.taken:
            return self.taken[about.name]
        if about.sort == "name" and offers and about.name in self.offered:
            return self.offered[about.name]
        return next((self.needs[need] for need in about.needs if need in self.needs), None)


@frozen
class Symbol:
    """
    One declared name.

    `what` is how the rulebook calls it: `zone`, `state`, `value`, `procedure`, `phase`, `check`,
    `action`, `window`, `words`, `die`, `dice`, `kind`, `card`, `deck`, `board`, `piece`, `option`,
    `reading`, `player` (a seat), `team`, `space` (of a map), `region` (of a drawn board) or
    `player program` (a `player` of the language).
    `node` is the declaration; for a card of a table its row, for a seat or team its name.
    `detail` is the place from 0 of a seat, team or space; the board's name is in `of`.
    """

    name: str
    what: str
    node: Node
    span: Span
    detail: int = 0
    of: str = ""


@frozen
class WordUse:
    """A word of a list (`words`, a die with words, an option), at its place from 0."""

    list: str
    place: int
    span: Span


@frozen
class FieldUse:
    """A field that the cards of a kind have."""

    kind: str
    node: syntax.KindField


@frozen
class TableCard:
    """
    A card that a row of a table, or of a CSV file, makes.

    `cells` are column heading and cell, of fields alone; `printed` is the rules text, None: none.
    """

    kind: Name
    id: Name
    title: str
    copies: int
    cells: tuple[tuple[syntax.Cell, syntax.Cell], ...]
    span: Span
    node: Node
    printed: str | None = None


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
        """Return a text of the rulebook in other languages."""
        return self.named(self.owner(node), node.text) if self.known else ()

    def named(self, what: str, original: str) -> tuple[tuple[str, Cell], ...]:
        """Return the translations of a declaration's words into other languages."""
        return self.known.get((what, original), ())

    def owner(self, node: Text) -> str:
        """
        Return the name of the declaration in which a text stands.

        Empty where it has none, and in a declaration that is tried out beside the files.
        """
        starts, names = self.heads.get(node.span.source, ([0], [""]))
        return names[bisect(starts, node.span.start) - 1]


@frozen(eq=False)
class Symbols:
    """
    All names of a rulebook.

    `order` is the order of the text: declarations of all files, the rulebook first, then card files
    by name. `kinds` gives each kind its ancestors, itself first. `modified` are the values with a
    `modify`, `branches` the names of all branches of menus; `acts_at_once`: there is a `whenever`.
    `row_rules` has, by the name of a row, the lines under `card NAME`. `poison` are the names that
    mistakes leave unknown. `texts` are the display texts in other languages. `lists` has, by the
    name of a list of words, the lists that it contains. `own_decks` are the decks that are named as
    their kind, by that name.
    """

    _symbols: Mapping[str, Symbol]
    words: Mapping[str, tuple[WordUse, ...]]
    fields: Mapping[str, tuple[FieldUse, ...]]
    order: tuple[syntax.Declaration, ...] = field(repr=False)
    header: syntax.Header | None
    kinds: dict[str, tuple[str, ...]]
    table_cards: tuple[TableCard, ...] = ()
    modified: frozenset[str] = frozenset()
    branches: frozenset[str] = frozenset()
    acts_at_once: bool = False
    row_rules: Mapping[str, syntax.RowRules] = field(factory=dict)
    poison: Poison = field(factory=Poison)
    texts: Texts = field(factory=Texts)
    lists: Mapping[str, frozenset[str]] = field(factory=dict)
    own_decks: Mapping[str, tuple[syntax.Deck, ...]] = field(factory=dict)

    @property
    def header_is_whole(self) -> bool:
        """Whether all lines of the header could be read."""
        unread = any(isinstance(node, syntax.Junk) and node.in_header for node in self.order)
        return self.header is not None and not unread

    def __contains__(self, name: str) -> bool:
        return name in self._symbols

    def get(self, name: str) -> Symbol | None:
        """Return the declared name."""
        return self._symbols.get(name)

    def declared(self, name: str, *classes: type[D]) -> D | None:
        """Return the declaration of this name, where it is of one of these classes."""
        symbol = self._symbols.get(name)
        return symbol.node if symbol is not None and isinstance(symbol.node, classes) else None

    def with_symbol(self, symbol: Symbol) -> Symbols:
        """Return the table with one more name, or with another declaration of one."""
        return evolve(self, symbols={**self._symbols, symbol.name: symbol})

    def innermost(self, lists: Collection[str]) -> str | None:
        """Return the list of words that all the others contain; `None`: no such list."""
        return next(
            (
                list
                for list in lists
                if all(other == list or list in self.lists.get(other, ()) for other in lists)
            ),
            None,
        )

    @property
    def all(self) -> Iterable[Symbol]:
        """Every declared name, in the order of the text."""
        return self._symbols.values()

    def of(self, *what: str) -> Iterator[Symbol]:
        """Return the declared names of some sorts, in the order of the text."""
        return (symbol for symbol in self.all if symbol.what in what)

    def names_of(self, *what: str) -> list[str]:
        """Return the names of some sorts, in the order of the text."""
        return [symbol.name for symbol in self.of(*what)]

    @overload
    def each(self, kind: type[D], /) -> Iterator[D]: ...
    @overload
    def each(self, *classes: type[Node]) -> Iterator[Any]: ...

    def each(self, *classes: type[Node]) -> Iterator[Any]:
        """Return the declarations of some classes, in the order of the text."""
        return (node for node in self.order if isinstance(node, classes))

    def words_of(self, list: str) -> tuple[str, ...]:
        """Return the words of a list, in its order."""
        places = {
            use.place: word for word, all in self.words.items() for use in all if use.list == list
        }
        return tuple(places[place] for place in sorted(places))

    def around(self, place: Span) -> tuple[Node, ...]:
        """Return the nodes that contain a place of the text, its declaration first."""
        return around(self.order, place)

    def known(self) -> set[str]:
        """Return every name there is, for suggestions."""
        return {*self._symbols, *self.words, *self.fields}
