"""`cards`: shows every card as a row of its kind's table, or writes the tables to files."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import attrs
from attrs import frozen

from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.load_game import compiled_of, print_answer, whole_digest
from ruleslang.apps.cli.options import Cards, Format, KindName, Language, Output, Rulebook, option
from ruleslang.apps.cli.output import NARROWEST, plural, width, wrapped
from ruleslang.apps.printing.export_card_tables import (
    DEFAULT,
    CardTable,
    CardTables,
    card_tables,
    delimited,
    with_digests,
)
from ruleslang.apps.printing.kind_descriptions import FieldDescription, KindDescription, kinds_of
from ruleslang.engine.match.runtime_values import enumerated
from ruleslang.library.files import write_whole, write_whole_bytes
from ruleslang.program.program import Compiled
from ruleslang.source.suggest import did_you_mean

FORMS = ("csv", "tsv", "xlsx", "json")
SEPARATORS = {"csv": ",", "tsv": "\t"}
XLSX = "a workbook needs the extra `xlsx`: pip install -e '.[xlsx]' in the checkout"
WIDEST = 28  # letters of a column on the screen


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    kind: KindName = ""
    cards: Cards = ()
    lang: Language = ""
    kinds: bool = option(
        False,
        "--kinds",
        help="List kinds, their fields, and the rules that read these; also as json.",
    )
    to: str = option(
        "", metavar="csv|tsv|xlsx|json", help="Write tables, which --cards reads back."
    )
    output: Output = ""


def run(options: Options) -> int:
    """Print or write the tables; status 1 if the rulebook has errors."""
    if options.to not in ("", *FORMS):
        raise Mistake(f"`--to {options.to}` is not one of {', '.join(FORMS)}")
    if options.kinds and (options.to not in ("", "json") or options.output):
        raise Mistake("`--kinds` prints no tables, so the only format it allows is `--to json`")
    format = Format.json if options.to == "json" else Format.text
    compiled = compiled_of("cards", options.rulebook, options.cards, format, options.lang)
    refuse_unknown_kind(compiled, options.kind)
    if options.kinds:
        return show_kinds(compiled, options.kind, format)
    sheets = card_tables(compiled.program, options.kind)
    if options.to == "json":
        _give(json_text(compiled, sheets), options.output)
    elif not options.to:
        none = "" if sheets.of_text else "the rulebook has no cards\n"
        _give("".join(f"{line}\n" for line in _table_lines(sheets)) or none, options.output)
    elif not sheets.tables:
        raise Mistake(f"these cards don't fit in a table: {_of_text(sheets) or 'there are none'}")
    else:
        written = CardTables(tuple(map(with_digests, sheets.tables)), sheets.of_text)
        _write_tables(compiled, written, options)
    if sheets.of_text and options.to != "json":
        print(wrapped(f"left out: {_of_text(sheets)}", width()), file=sys.stderr)
    return 0


def _of_text(tables: CardTables) -> str:
    """Return the cards that no row can define, in words; empty if there are none."""
    names = ", ".join(tables.of_text[:3]) + (", …" if len(tables.of_text) > 3 else "")
    number = plural(len(tables.of_text), "definition")
    return f"{number} that only the text can make ({names})" if names else ""


def _give(text: str, output: str) -> None:
    if not output:
        print(text, end="")
        return
    write_whole(Path(output), text)
    print(f"wrote {output}")


def _write_tables(compiled: Compiled, tables: CardTables, options: Options) -> None:
    stem = f"{compiled.program.name}_cards"
    if options.to == "xlsx":
        write_workbook(tables, Path(options.output or f"{stem}.xlsx"))
        return
    if options.output == "-" or (options.output and Path(options.output).suffix):
        if len(tables.tables) > 1:
            kinds = ", ".join(table.kind for table in tables.tables)
            raise Mistake(
                f"a file contains the cards of one kind: name one of {kinds}, or a folder"
            )
        text = delimited(tables.tables[0], SEPARATORS[options.to])
        _give(text, "" if options.output == "-" else options.output)
        return
    folder = Path(options.output or stem)
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables.tables:
        path = folder / f"{table.kind}.{options.to}"
        write_whole(path, delimited(table, SEPARATORS[options.to]))
        print(f"wrote {path}: {plural(len(table.rows), 'card')}")


def write_workbook(tables: CardTables, path: Path) -> None:
    """Write all tables to one workbook, or into an existing one; `Mistake` without the extra."""
    others: list[str] = []
    try:
        from ruleslang.apps.printing.workbook import updated, workbook

        if is_new := not path.exists():
            data = workbook(tables.tables)
        else:
            data, others = updated(path.read_bytes(), tables.tables)
    except ImportError:
        raise Mistake(XLSX) from None
    except (KeyError, ValueError, BadZipFile):
        raise Mistake(f"`{path}` is no workbook that can be brought up to date") from None
    write_whole_bytes(path, data)
    sheets = ", ".join(f"{table.kind} {len(table.rows)}" for table in tables.tables)
    print(wrapped(f"{'wrote' if is_new else 'brought up to date:'} {path}: {sheets}", width()))
    if others:
        print(wrapped(f"not in the rulebook, and left: {', '.join(others)}", width()))


def json_text(compiled: Compiled, tables: CardTables) -> str:
    """Return the tables as the object of docs/formats."""
    data: dict[str, Any] = {
        "command": "cards",
        "rulebook": compiled.program.name,
        "digest": whole_digest(compiled),
        "ok": True,
        "kinds": [
            {
                "kind": table.kind,
                "cards": [dict(zip(table.heads, row, strict=True)) for row in table.rows],
            }
            for table in tables.tables
        ],
        "of_text": list(tables.of_text),
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _table_lines(tables: CardTables) -> Iterator[str]:
    for number, table in enumerate(tables.tables):
        if number:
            yield ""
        yield f"{table.kind}: {plural(len(table.rows), 'definition')}"
        yield from _rows(table)


def _rows(table: CardTable) -> Iterator[str]:
    """Yield the rows in columns, with the printed text of a card below its row."""
    printed = table.heads.index("text") if "text" in table.heads else -1
    places = [place for place in table.filled if place != printed]
    rows = (table.heads, *table.rows)
    widths = {place: min(WIDEST, max(len(row[place]) for row in rows)) for place in places}
    if sum(widths.values()) + 2 * len(places) > width():
        yield from (wrapped(line, width(), " " * 6) for line in _narrow(table, places, printed))
        return
    for number, row in enumerate(rows):
        texts = ((row[place], widths[place]) for place in places)
        cells = ((t if len(t) <= WIDEST else f"{t[: WIDEST - 1]}…").ljust(n) for t, n in texts)
        yield f"  {'  '.join(cells)}".rstrip()
        if number and printed >= 0 and row[printed]:
            yield wrapped(f"      {row[printed]}", width(), " " * 6)


def _narrow(table: CardTable, places: Sequence[int], printed: int) -> Iterator[str]:
    """Yield the cards in order, with their values other than the defaults."""
    fields = [place for place in places if table.heads[place] not in ("id", "name", "copies")]
    for row in table.rows:
        card = dict(zip(table.heads, row, strict=True))
        filled = [place for place in fields if row[place] not in ("", DEFAULT)]
        facts = (f"{table.heads[place]} {row[place]}" for place in filled)
        yield f"  {card['id']} “{card['name']}” ×{card['copies']}: {', '.join(facts)}".rstrip(": ")
        if printed >= 0 and row[printed]:
            yield f"      {row[printed]}"


def show_kinds(compiled: Compiled, kind: str, format: Format) -> int:
    """Print the kinds of a rulebook with their fields, or one of them."""
    kinds = tuple(shown for shown in kinds_of(compiled) if kind in ("", shown.name))
    if format is Format.json:
        data = [attrs.asdict(shown) for shown in kinds]
        return print_answer("cards", compiled, 0, kinds=data)
    if not kinds:
        print("the rulebook has no kinds of cards")
    for number, shown_kind in enumerate(kinds):
        print(*([""] if number else []), *_kind_lines(shown_kind), sep="\n")
    return 0


def refuse_unknown_kind(compiled: Compiled, kind: str) -> None:
    """Raise `Mistake` for a kind that the rulebook does not have; an empty name is any kind."""
    known = [shown.name for shown in compiled.program.kinds]
    if kind and kind not in known:
        listed = f"choose from: {enumerated(known)}" if known else "the rulebook has none"
        raise Mistake(f"there is no kind `{kind}`; {did_you_mean(kind, known) or listed}")


def _kind_lines(kind: KindDescription) -> Iterator[str]:
    above = f", of the kind {kind.parent}" if kind.parent else ""
    definitions = plural(kind.definitions, "definition")
    yield wrapped(f"{kind.name}{above}: {definitions}, {plural(kind.cards, 'card')}", width())
    names = [field.name for field in kind.fields]
    widest = max(map(len, names), default=0)
    for field in kind.fields:
        lines = textwrap.wrap(_holds(field, kind), max(NARROWEST, width() - widest - 3))
        yield f"  {field.name.ljust(widest)} " + f"\n{' ' * (widest + 3)}".join(lines)
    if not kind.fields:
        yield "  no fields"


def _holds(field: FieldDescription, kind: KindDescription) -> str:
    default = f" = {field.default}" if field.default else ""
    of = "" if field.of == kind.name else f", from {field.of}"
    read = f"; read by {', '.join(field.read_by)}" if field.read_by else "; nothing reads it"
    return f"{field.type}{default}{of}{read}"
