"""
Reads tables of texts: what stands in a rulebook's display texts, in other languages.

A text is known by the name of the declaration in which it stands, and by its own words. So a row
whose words are no longer those of the rulebook stands for nothing, and `check` can say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ruleslang.resolve import diagnostics as say
from ruleslang.resolve.card_tables import has_form
from ruleslang.resolve.diagnostics import short_row
from ruleslang.resolve.symbol_table import Key, TextRow, Texts
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax.node import Name

WHAT, ORIGINAL = NEEDED = ("what", "original")


def read_texts(
    order: Sequence[syntax.Declaration], header: syntax.Header | None, diagnostics: list[Diagnostic]
) -> Texts:
    """The tables of texts; what is wrong with them is appended to `found`."""
    languages = _languages(header, diagnostics)
    if not languages and any(isinstance(node, syntax.Junk) for node in order):
        return Texts()  # the line with the languages may be what could not be read
    tables = [node for node in order if isinstance(node, syntax.TextTable)]
    rows = tuple(row for table in tables for row in _rows(table, languages, diagnostics))
    known: dict[Key, dict[str, syntax.Cell]] = {}
    for row in rows:
        texts = known.setdefault(row.key, {})
        for language, cell in row.texts:
            if language in texts:
                diagnostics.append(
                    say.repeated_text(cell.span, at=texts[language].span, language=language)
                )
            texts.setdefault(language, cell)
    return Texts(
        languages,
        rows,
        {key: tuple(texts.items()) for key, texts in known.items()},
        _heads(order) if rows else {},
    )


def _languages(header: syntax.Header | None, diagnostics: list[Diagnostic]) -> tuple[str, ...]:
    """The languages that the header announces, each once."""
    items = header.items if header else ()
    names = [name for item in items if isinstance(item, syntax.TextsIn) for name in item.names]
    seen: dict[str, Name] = {}
    for name in names:
        if name.text in seen:
            diagnostics.append(
                say.repeated_language(name.span, at=seen[name.text].span, met=name.text)
            )
        seen.setdefault(name.text, name)
    return tuple(seen)


def _rows(
    table: syntax.TextTable, languages: tuple[str, ...], diagnostics: list[Diagnostic]
) -> Iterator[TextRow]:
    if not table.rows or not has_form(table, NEEDED, diagnostics):
        return
    head, *below = table.rows
    allowed = {*NEEDED, *languages[1:]}
    for cell in head.cells:
        if cell.text not in allowed and not cell.text.startswith("("):
            diagnostics.append(say.unknown_language(cell.span, cell.text, languages))
    for row in below:
        if len(row.cells) != len(head.cells):
            diagnostics.append(short_row(row.span, len(row.cells), len(head.cells)))
            continue
        cells = {name.text: cell for name, cell in zip(head.cells, row.cells, strict=True)}
        filled = tuple((name, cells[name]) for name in languages[1:] if _is_filled(cells, name))
        yield TextRow(cells[WHAT], cells[ORIGINAL], filled)


def _is_filled(cells: Mapping[str, syntax.Cell], column: str) -> bool:
    return column in cells and cells[column].text != ""


def _heads(order: Iterable[syntax.Declaration]) -> dict[Source, tuple[list[int], list[str]]]:
    """Where each declaration of each file begins, and its name."""
    heads: dict[Source, list[tuple[int, str]]] = {}
    for node in order:
        heads.setdefault(node.span.source, []).append((node.span.start, name_of(node)))
    for starts in heads.values():
        starts.sort()
    return {
        source: ([start for start, _ in starts], [name for _, name in starts])
        for source, starts in heads.items()
    }


def name_of(node: syntax.Declaration) -> str:
    """The name of a declaration, as a table of texts has it; empty where it has none."""
    name = getattr(node, "name", None)
    return name.text if isinstance(name, Name) else ""
