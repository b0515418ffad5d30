"""Tables of cards, decks and translations with gaps, and titles that occur twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from ruleslang.language.checks.subject import Subject
from ruleslang.language.resolve.symbol_table import Key, TextRow, Texts
from ruleslang.language.resolve.tables import (
    is_outside,
    name_of,
    read_looks,
    read_table,
    read_texts,
)
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.declarations import Cell, Deck, Kind, KindField, Table, Tree
from ruleslang.language.syntax.examples import Claim, Example, Property
from ruleslang.language.syntax.expressions import Number, Range
from ruleslang.language.syntax.node import Name, Text
from ruleslang.language.syntax.walk import walk
from ruleslang.program import declarations as d
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import AdviceMessage, Diagnostic, Label, advice
from ruleslang.source.fix import Certainty, Edit, Fix
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name, nearest

COPIES, NOTHING = "copies", "-"
FOR_THE_EYE = ("id", "name", "text")  # columns whose empty cells have a default elsewhere


def half_empty_column(
    empty: Sequence[Cell], column: str, implied: str, same: Cell | None
) -> Diagnostic:
    """Report that a cell is empty; another states its meaning, or most others are filled."""
    diagnostic = advice(
        "half-empty-column",
        empty[0].span,
        f"a cell of `{column}` is empty, but others aren't",
        help=f"an empty cell means `{implied}`: write it, so no cell looks forgotten",
        labels=(Label(same.span, "this means the same as an empty cell"),) if same else (),
    )
    edits = tuple(_fill_of_cell(cell.span, implied) for cell in empty)
    return evolve(diagnostic, fix=Fix(edits, Certainty.SURE))


def _fill_of_cell(span: Span, implied: str) -> Edit:
    """Return the edit that replaces an empty cell by its meaning."""
    before = span.source.text[: span.start]
    blanks = len(before) - len(before.rstrip(" "))
    written = f" {implied} ".ljust(blanks) if blanks else implied
    return Edit(Span(span.source, span.start - blanks, span.start), written)


def find_half_empty_column(trees: Sequence[Tree], _: Program) -> Iterator[Diagnostic]:
    """Report the first empty cell beside filled ones, in every column."""
    kinds = {
        node.name.text: node
        for tree in trees
        for node in tree.declarations
        if isinstance(node, Kind)
    }
    for tree in trees:
        for table in tree.declarations:
            if isinstance(table, Table) and table.rows:
                yield from _half_empty_in_table(table, _defaults_of_fields(kinds, table.kind.text))


def _half_empty_in_table(table: Table, defaults: Mapping[str, str]) -> Iterator[Diagnostic]:
    heads = table.rows[0].cells
    at = next((place for place, head in enumerate(heads) if head.text == "id"), 0)
    cards = [row for row in table.rows[1:] if not is_outside(row, at)]
    for place, head in enumerate(heads):
        if head.text.startswith("(") or head.text in FOR_THE_EYE:
            continue
        cells = [row.cells[place] for row in cards if place < len(row.cells)]
        empty = [cell for cell in cells if not cell.text]
        filled = [cell for cell in cells if cell.text]
        implied = "1" if head.text == COPIES else defaults.get(head.text, NOTHING)
        usual = next((cell for cell in filled if cell.text in (implied, NOTHING)), None)
        if empty and (usual or len(empty) < len(filled) or (filled and head.text == COPIES)):
            yield half_empty_column(empty, head.text, implied, usual)


def _defaults_of_fields(kinds: Mapping[str, Kind], name: str) -> dict[str, str]:
    kind = kinds[name]
    above = _defaults_of_fields(kinds, kind.parent.text) if kind.parent is not None else {}
    declared = {
        field.name.text: field.default.span.text
        for field in kind.items
        if isinstance(field, KindField) and field.default is not None
    }
    return above | declared


unshown_axis = AdviceMessage(
    "unshown-axis",
    "`{axis}` isn't a field of `{kind}`, and only makes copies",
    help="write the number of copies: `deck {deck} x{copies} of {kind}: …`",
)


def find_unshown_axis(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    """Report an axis of a deck that is no field and is not read, and so only makes copies."""
    for tree in trees:
        for deck in tree.declarations:
            if not isinstance(deck, Deck):
                continue
            fields = set(_fields_of_kind(program, deck.kind.text))
            asked = {name.text for name in _names_in_deck(deck)}
            for axis in deck.axes:
                match axis.subject:
                    case Range(Number(low), Number(high)) if axis.name.text not in fields | asked:
                        copies, name = (deck.copies or 1) * (high - low + 1), axis.name.text
                        of, kind = deck.name.text, deck.kind.text
                        yield unshown_axis(axis.span, axis=name, copies=copies, deck=of, kind=kind)


def _fields_of_kind(program: Program, kind: str | None) -> Iterator[str]:
    kinds = {declared.name: declared for declared in program.kinds}
    while kind is not None and kind in kinds:
        yield from (field.name for field in kinds[kind].fields)
        kind = kinds[kind].parent


def _names_in_deck(deck: Deck) -> Iterator[Name]:
    """Yield the names read by a deck's condition and by the sets of its axes."""
    asked = [axis.subject for axis in deck.axes]
    for part in (*asked, *((deck.condition,) if deck.condition is not None else ())):
        yield from (node for node in walk(part) if isinstance(node, Name))


NOT_FOR_PLAYERS = (Example, Claim, Property, syntax.Omit, syntax.RuleTable)


def missing_text(span: Span, name: str, language: str, more: int) -> Diagnostic:
    """Report a text, and this many more, without a translation that the header lists."""
    others = "" if not more else ", nor has 1 more text" if more == 1 else f", nor have {more} more"
    return advice(
        "missing-text",
        span,
        f"this has no translation in `{language}`{others}",
        help="add a row to `texts.csv` or `table texts`: the column `what` has "
        + (f"`{name}`" if name else "nothing")
        + ", `original` this text",
    )


def stale_text(row: TextRow, near: str, now: Mapping[Key, Span]) -> Diagnostic:
    """Report that a row translates a text that its declaration lacks; `near` is the nearest."""
    if near:
        problem, help = "the text in the rulebook has changed", f"it says `{near}`"
    elif any(name == row.what.text for name, _ in now):
        problem, help = f"`{row.what.text}` has no such text", "drop the row"
    elif not row.what.text:
        problem = "no declaration without a name has such a text"
        help = "write the name of its declaration in the column `what`"
    else:
        problem = f"nothing called `{row.what.text}` has a text"
        return advice(
            "stale-text",
            row.what.span,
            problem,
            help=known_name(row.what.text, {name for name, _ in now}) or "drop the row",
        )
    return advice("stale-text", row.original.span, problem, help=help)


def find_missing_text(trees: Sequence[syntax.Tree], _: Program) -> Iterator[Diagnostic]:
    """
    Report texts without a translation into a language of the header, and rows of a text table whose
    text no longer exists: all of them, if the header lists several languages.
    """
    order = [node for tree in trees for node in tree.declarations]
    header = next((node for node in order if isinstance(node, syntax.Header)), None)
    texts = read_texts(order, header, [])
    if len(texts.languages) < 2:
        return
    now = dict(_texts_shown(order))
    stale = [row for row in texts.rows if row.key not in now]
    unused = [key for key in now if not texts.named(*key)]
    replacements = [_nearest_text(row, unused) for row in stale]
    yield from (stale_text(row, near, now) for row, near in zip(stale, replacements, strict=True))
    known = {(row.what.text, near) for row, near in zip(stale, replacements, strict=True)}
    yield from _texts_missing(texts, now, known)


def _nearest_text(row: TextRow, missed: Sequence[Key]) -> str:
    """Return the present text most similar to a stale row; empty if there is none."""
    known = [words for name, words in missed if name == row.what.text]
    if row.what.text and len(known) == 1:
        return known[0]
    return nearest(row.original.text, known) or ""


def _texts_missing(texts: Texts, now: Mapping[Key, Span], keys: set[Key]) -> Iterator[Diagnostic]:
    """Yield the first such text of each language, with the number of all others."""
    for language in texts.languages[1:]:
        missed = [
            (name, span)
            for (name, text), span in now.items()
            if (name, text) not in keys
            and language not in {known for known, _ in texts.named(name, text)}
        ]
        for name, span in missed[:1]:
            yield missing_text(span, name, language, len(missed) - 1)


def _texts_shown(nodes: Sequence[syntax.Declaration]) -> Iterator[tuple[Key, Span]]:
    for node in nodes:
        if isinstance(node, syntax.Table):
            for card in read_table(node, []):
                words = filter(None, (card.title, card.printed))
                yield from (((card.id.text, word), card.span) for word in words)
        elif isinstance(node, syntax.LookTable):
            for row in read_looks(node, []):
                yield from (((row.what.text, cell.text), cell.span) for cell in row.texts)
        elif not isinstance(node, NOT_FOR_PLAYERS):
            name = name_of(node)
            yield from (
                ((name, text.text), text.span)
                for text in walk(node)
                if isinstance(text, Text) and text.text
            )


same_title = AdviceMessage(
    "same-title",
    "another card also has the title `{title}`",
    help="give one of them another title: players choose cards by it",
    label="the first is here",
)
same_title_of_data = AdviceMessage(
    "same-title",
    "`{name}` and `{other}` both have the title `{title}`",
    help="give one of them another title, so people can tell them apart",
    label="the other one",
)


def find_same_title(subject: Subject) -> Iterator[Diagnostic]:
    """Report every title of a single card, a state or a place that an earlier one has too."""
    yield from _cards_of_same_title(subject)
    yield from _data_of_same_title(subject)


def _cards_of_same_title(subject: Subject) -> Iterator[Diagnostic]:
    found: dict[str, int] = {}
    for definition in subject.program.definitions:
        title = definition.text.text if definition.text is not None else ""
        if not title or definition.deck:
            continue
        if title in found:
            yield same_title(
                subject.span(definition.origin), at=subject.span(found[title]), title=title
            )
        found.setdefault(title, definition.origin)


def _data_of_same_title(subject: Subject) -> Iterator[Diagnostic]:
    """Report states, zones, dice and boards: the things on the table that are reported by title."""
    program = subject.program
    names = {state.name for state in program.states} | {zone.name for zone in program.zones}
    names |= {dice.name for dice in program.dice} | {board.name for board in program.boards}
    found: dict[str, d.Look] = {}
    for look in program.looks:
        if look.title is None or look.name not in names:
            continue
        other = found.setdefault(look.title.text, look)
        if other is not look:
            yield same_title_of_data(
                subject.span(look.origin),
                at=subject.span(other.origin),
                name=look.name,
                title=look.title.text,
                other=other.name,
            )
