"""
Exports the cards of a rulebook as tables, one for each kind, in the format in which tables are
imported.

Always: a rulebook with its own tables laid over it keeps its digest.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ruleslang.language.resolve.tables import DIGESTS, OWN_COLUMNS, digest_of_texts
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.looks import Looks
from ruleslang.program.program import Program
from ruleslang.simulation.sides import seat_name

DEFAULT = "-"


@frozen
class CardTable:
    """The cards of one kind: the names of the columns, and a row of cells for each card."""

    kind: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def filled(self) -> tuple[int, ...]:
        """The indices of the columns in which some row differs from the default."""
        return tuple(
            place
            for place, head in enumerate(self.heads)
            if head in ("id", "name") or any(row[place] not in ("", DEFAULT) for row in self.rows)
        )


@frozen
class CardTables:
    """All tables; `of_text` are the cards that only the text can define, such as those of decks."""

    tables: tuple[CardTable, ...]
    of_text: tuple[str, ...]


def card_tables(program: Program, kind: str = "") -> CardTables:
    """Return the tables of a kind and its subkinds; without a kind, of all."""
    writer = Writer.of(program)
    below = writer.below(kind) if kind else set(writer.kinds)
    tables: list[CardTable] = []
    of_text: list[str] = []
    for name in writer.kinds:
        cards = [
            definition
            for definition in program.definitions
            if definition.kind == name and name in below
        ]
        fit = [card for card in cards if writer.can_write(card)]
        of_text += [card.written or card.name for card in cards if card not in fit]
        if fit:
            tables.append(writer.table(name, fit))
    return CardTables(tuple(tables), tuple(of_text))


def with_digests(table: CardTable) -> CardTable:
    """Return the table with a digest of each card's texts, so that `check` reports changed ones."""
    rows = []
    for row in table.rows:
        cells = dict(zip(table.heads, row, strict=True))
        rows.append((*row, digest_of_texts(cells["id"], cells["name"], cells.get("text", ""))))
    return CardTable(table.kind, (*table.heads, DIGESTS), tuple(rows))


def delimited(table: CardTable, separator: str) -> str:
    """Return the table as CSV, or with another separator."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=separator, lineterminator="\n")
    writer.writerow(table.heads)
    writer.writerows(table.rows)
    return stream.getvalue()


def fields_of(program: Program, kind: str) -> tuple[d.FieldType, ...]:
    """Return the fields of a kind, inherited ones first."""
    by_name = {declared.name: declared.fields for declared in program.kinds}
    chain = Looks.of(program).chain(kind)
    return tuple(field for above in reversed(chain) for field in by_name.get(above, ()))


@frozen
class Writer:
    """Formats cells, given the words, boards and kinds of a program by name."""

    program: Program
    words: Mapping[str, Sequence[str]]
    boards: Mapping[str, Sequence[str]]
    kinds: Mapping[str, d.Kind]

    @staticmethod
    def of(program: Program) -> Writer:
        return Writer(
            program,
            {word.name: word.words for word in program.words},
            {board.name: board.spaces for board in program.boards},
            {kind.name: kind for kind in program.kinds},
        )

    def below(self, kind: str) -> set[str]:
        """Return a kind and all its subkinds."""
        kinds = {kind}
        while more := {k.name for k in self.kinds.values() if k.parent in kinds} - kinds:
            kinds |= more
        return kinds

    def can_write(self, card: d.Definition) -> bool:
        """Return whether a row can define the card: of no deck, with constants for cells."""
        values = (part for field in card.fields for part in (field.value, *field.index))
        return not card.deck and all(self.cell(value) is not None for value in values)

    def table(self, kind: str, cards: Sequence[d.Definition]) -> CardTable:
        columns = [
            column for of in fields_of(self.program, kind) for column in self._columns(of, cards)
        ]
        has_text = any(card.rules_text for card in cards)
        heads = [name for name in OWN_COLUMNS if name != "text" or has_text]
        rows = (tuple(self._row(card, heads, columns)) for card in cards)
        return CardTable(kind, (*heads, *(head for head, *_ in columns)), tuple(rows))

    def _columns(
        self, of: d.FieldType, cards: Sequence[d.Definition]
    ) -> Iterator[tuple[str, d.FieldType, tuple[e.Expr, ...]]]:
        """Yield the columns of a field: one, or one for each index that a card sets."""
        if not of.index:
            yield of.name, of, ()
            return
        filled = [field.index for card in cards for field in card.fields if field.name == of.name]
        for index in dict.fromkeys(index for index in filled if index):
            places = ", ".join(self.cell(part) or "" for part in index)
            yield f"{of.name}({places})", of, index

    def _row(
        self,
        card: d.Definition,
        heads: Sequence[str],
        columns: Sequence[tuple[str, d.FieldType, tuple[e.Expr, ...]]],
    ) -> Iterator[str]:
        cells = {
            "id": card.name,
            "name": card.text.text if card.text else "",
            "copies": str(card.copies),
            "text": card.rules_text.text if card.rules_text else "",
        }
        yield from (cells[head] for head in heads)
        values = {(field.name, field.index): field.value for field in card.fields}
        for _, of, index in columns:
            value = values.get((of.name, index))
            is_default = value is None or (not index and value == of.default)
            yield DEFAULT if value is None or is_default else self.cell(value) or ""

    def cell(self, value: e.Expr) -> str | None:
        """Return a constant as the text of a cell; `None` if only the language can express it."""
        match value:
            case e.Literal(None):
                return "none"
            case e.Literal(bool(truth)):
                return "yes" if truth else "no"
            case e.Literal(number):
                return str(number)
            case e.WordValue(of, place):
                return self.words[of][place]
            case e.SpaceValue(board, place):
                return self.boards[board][place]
            case e.TitleValue(name):
                return name if name.isidentifier() else None
            case e.SeatValue(seat):
                return seat_name(self.program, seat)
            case e.TeamValue(team):
                return self.program.teams.names[team]
            case e.Range(low, high):
                ends = self.cell(low), self.cell(high)
                return None if None in ends else f"{ends[0]}..{ends[1]}"
            case e.ListAsSet(operand):
                return self.cell(operand)
            case e.MakeSet(items) | e.MakeList(items):
                parts = [self.cell(item) for item in items]
                return None if None in parts else "{" + ", ".join(map(str, parts)) + "}"
            case _:
                return None
