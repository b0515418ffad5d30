"""Spreadsheets as tables of cards: read cell by cell, refused in words, never followed."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ruleslang.library import spreadsheets
from ruleslang.library.load import load
from ruleslang.library.read_file import decode
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.render import diagnostic_data, render

openpyxl = pytest.importorskip("openpyxl")

BOOK = """rulebook trial "A trial"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

kind beast
    has cost: 0..9
    has shy: yes or no = no

kind stone

phase game
    nobody wins

claim "what the table says": cost(fox) is 2
"""
HEADS = ("id", "name", "cost", "shy", "(mine)")
FOX = ("fox", "Fox, red", 2, True, None)


def book(sheets: Mapping[str, Sequence[Sequence[Any]]]) -> Any:
    made = openpyxl.Workbook()
    made.remove(made.active)
    for title, rows in sheets.items():
        sheet = made.create_sheet(title)
        for row in rows:
            sheet.append(row)
    return made


def data_of(made: Any) -> bytes:
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "trial.rules").write_text(BOOK, encoding="utf-8")
    return tmp_path


def problems(place: Path, made: Any, name: str = "beast.xlsx") -> list[Diagnostic]:
    data = made if isinstance(made, bytes) else data_of(made)
    (place / name).write_bytes(data)
    return list(load(str(place)).diagnostics)


def test_the_only_sheet_is_called_as_it_or_the_file_is(place: Path) -> None:
    assert problems(place, book({"Sheet1": [HEADS, (), FOX]})) == []
    (place / "beast.xlsx").unlink()
    assert problems(place, book({"beast": [HEADS, FOX]}), "zoo.xlsx") == []


def test_each_sheet_is_a_table_but_those_in_parentheses(place: Path) -> None:
    sheets = {"beast": [HEADS, FOX], "stone": [("id", "name"), ("flint", "Flint")]}
    notes = {"(notes)": [("=1+1", "what I think")], "empty": []}

    assert problems(place, book(sheets | notes), "zoo.xlsx") == []


def test_a_line_break_in_a_cell_leaves_the_rows_where_they_are(place: Path) -> None:
    rows = [HEADS, ("hare", "Hare\nbrown", 1, None, None), ("fox", "Fox", "x", None, None)]

    problem, *_ = problems(place, book({"beast": rows}))

    assert problem.span.text == "x"
    assert "beast.xlsx, sheet beast, row 3, column C" in render(problem)
    assert diagnostic_data(problem)["place"]["cell"] == "C3"


def test_an_unknown_sheet_is_reported_at_its_table(place: Path) -> None:
    sheets = {"beasts": [HEADS, FOX], "stone": [("id", "name"), ("flint", "Flint")]}

    problem, *_ = problems(place, book(sheets), "zoo.xlsx")

    assert "call it `beast`" in (problem.help or "")


WRONG: dict[str, tuple[Any, str]] = {
    "a formula that was never computed": ("=1+1", "a formula whose value is not in the file"),
    "a date": (date(2026, 3, 2), "has a date"),
    "an error": ("#REF!", "has a spreadsheet error"),
    "half a number": (2.5, "`2.5` is not a number from 0 to 9"),
    "a sentence": ("two", "`two` is not a number from 0 to 9"),
}


@pytest.mark.parametrize(("value", "output"), WRONG.values(), ids=WRONG)
def test_cells_that_are_no_numbers_are_reported(place: Path, value: Any, output: str) -> None:
    found = problems(place, book({"beast": [HEADS, ("fox", "Fox", value, None, value)]}))

    assert output in found[0].message, found
    assert "row 2, column C" in render(found[0])


def test_merged_cells_are_reported(place: Path) -> None:
    made = book({"beast": [HEADS, FOX, ("hare", "Hare", 2, None, None)]})
    made["beast"].merge_cells("C2:C3")

    problem, *_ = problems(place, made)

    assert problem.message == "this cell is merged with others"
    assert "row 2, column C" in render(problem)


def cell_of(place: str, value: str, kind: str = "n", formula: str = "") -> str:
    """A cell as LibreOffice writes it, with the value beside its formula."""
    written = f'<f aca="false">{formula}</f>' if formula else ""
    return f'<c r="{place}" s="0" t="{kind}">{written}<v>{value}</v></c>'


def sheet_of(*rows: Sequence[str], columns: str = "", hidden: Sequence[int] = ()) -> bytes:
    lines = "".join(
        f'<row r="{number}" customFormat="false" hidden="{str(number in hidden).lower()}">'
        f"{''.join(cells)}</row>"
        for number, cells in enumerate(rows, 1)
    )
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    text = f"<worksheet {main}><cols>{columns}</cols><sheetData>{lines}</sheetData></worksheet>"
    return with_part("xl/worksheets/sheet1.xml", text.encode())


HEADING = [cell_of(f"{'ABCD'[n]}1", head, "str") for n, head in enumerate(HEADS[:4])]
SAVED_FOX = (
    cell_of("A2", "fox", "str", 'LOWER("FOX")'),
    cell_of("B2", "Fox, red", "str"),
    cell_of("C2", "2", "n", "1+1"),
    cell_of("D2", "1", "b", "TRUE()"),
)


def test_the_values_saved_beside_formulas_are_read(place: Path) -> None:
    empty = (cell_of("A3", "hare", "str"), cell_of("B3", "Hare", "str"), cell_of("C3", "1"))
    hare = (*empty, cell_of("D3", "", "str", '""'))
    (place / "trial.rules").write_text(f'{BOOK}claim "it is shy": shy(fox)\n')
    assert problems(place, sheet_of(HEADING, SAVED_FOX, hare)) == []


@pytest.mark.parametrize(
    ("value", "column"), [("#REF!", 0), ("#N/A", 1), ("Err:502", 0), ("#DIV/0!", 1), ("#BEZUG!", 0)]
)
def test_an_error_in_a_name_or_a_number_is_refused(place: Path, value: str, column: int) -> None:
    bad = cell_of("BC"[column] + "2", value, "e", "A9+1")
    row = [*SAVED_FOX[: column + 1], bad, *SAVED_FOX[column + 2 :]]
    problem, *others = problems(place, sheet_of(HEADING, row))
    assert (problem.message, others) == ("this cell has a spreadsheet error", [])
    assert f"row 2, column {'BC'[column]}" in render(problem)
    (place / "beast.xlsx").unlink()
    cells = ["fox", "Fox", "2"]
    cells[column + 1] = value
    (place / "beast.csv").write_text(f"id,name,cost\n{','.join(cells)}\n")
    assert [each.message for each in load(str(place)).diagnostics] == [problem.message]


def test_a_row_of_totals_is_told_to_go_in_parentheses(place: Path) -> None:
    above = [("fox", "Fox", 2), ("hare", "Hare", 1), ("wolf", "Wolf", 3)]
    for last in (("total", "", "=SUM(C2:C4)"), ("", "Total", "=SUBTOTAL(9,C2:C4)")):
        found = problems(place, book({"beast": [HEADS[:3], *above, last]}))
        assert any("put its id in parentheses: `(total)`" in str(each.help) for each in found)
    numbers = [("fox", "2"), ("hare", "1"), ("total", "3")]
    saved = [
        (cell_of(f"A{n}", id, "str"), cell_of(f"B{n}", id, "str"), cell_of(f"C{n}", number))
        for n, (id, number) in enumerate(numbers, 2)
    ]
    (problem,) = problems(place, sheet_of(HEADING[:3], *saved))
    assert problem.slug == "sum-of-rows"
    outside = ("(total)", "", "=SUM(C2:C4)")
    assert problems(place, book({"beast": [HEADS[:3], *above, outside]})) == []


def test_what_is_hidden_is_read_and_mentioned_in_one_line(place: Path) -> None:
    columns = '<col collapsed="false" hidden="true" max="16384" min="3" width="9"/>'
    (line,) = problems(place, sheet_of(HEADING, SAVED_FOX, (), columns=columns, hidden=[2, 3]))
    assert line.message == "hidden, but read: row 2 and columns C, D of the sheet `beast`"
    made = book({"beast": [HEADS, FOX, ("(total)", "", 3)]})
    made["beast"].row_dimensions[3].hidden = made["beast"].column_dimensions["E"].hidden = True
    assert problems(place, made) == []  # neither is read
    made = book(
        {"beast": [HEADS, FOX], "stone": [("id", "name"), ("flint", "Flint")], "(lists)": [(1,)]}
    )
    made["stone"].sheet_state = "hidden"
    made["(lists)"].sheet_state = "veryHidden"
    (line,) = problems(place, made)
    assert line.message == "hidden, but read: the sheet `stone`"
    assert line.severity is Severity.ADVICE


def with_part(name: str, inside: bytes, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A workbook with one part more, or another."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data_of(book({"beast": [HEADS, FOX]})))) as old,
        zipfile.ZipFile(stream, "w", method) as new,
    ):
        for part in old.namelist():
            if part != name:
                new.writestr(part, old.read(part))
        new.writestr(name, inside)
    return stream.getvalue()


BILLION = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><a>&c;</a>'
# Made when their tests run: a hundred megabytes and a thousand sheets take seconds.
HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "a bomb": (
        lambda: with_part("xl/media/image1.png", b"\0" * 100_000_000),
        "more than 20 million bytes",
    ),
    "a thousand sheets": (
        lambda: data_of(book({f"sheet {n}": [HEADS] for n in range(1000)})),
        "more than 1,000 parts",
    ),
    "entities": (lambda: with_part("xl/sharedStrings.xml", BILLION), "declares a document type"),
    "no archive": (lambda: b"PK\x03\x04 and nothing else", "cannot be read"),
    "an old workbook": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "cannot be read"),
    "a text": (lambda: b"id,name,cost\n", "cannot be read"),
    "a sheet cut off": (
        lambda: with_part("xl/worksheets/sheet1.xml", b"<worksheet><sheetData>"),
        "read",
    ),
    "no sheets": (lambda: with_part("xl/workbook.xml", b"<workbook/>"), "read"),
}


@pytest.mark.parametrize(("make", "output"), HOSTILE.values(), ids=HOSTILE)
def test_what_was_made_to_hurt_is_refused_in_one_sentence(
    place: Path, make: Callable[[], bytes], output: str
) -> None:
    found = problems(place, make())

    assert found[0].slug == "unreadable-file"
    assert output in found[0].message
    assert "sheet ," not in render(found[0])


@pytest.mark.parametrize("part", ["xl/media/image1.png", "xl/worksheets/sheet1.xml"])
@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_part_is_not_unpacked_beyond_its_stated_size(part: str, method: int) -> None:
    data = bytearray(with_part(part, b" " * 15_000_000, method))
    entry = data.rindex(b"PK\x01\x02")  # of the part that was written last
    struct.pack_into("<I", data, entry + 16, zlib.crc32(b" " * 10))
    struct.pack_into("<I", data, entry + 24, 10)

    tracemalloc.start()
    try:
        decode("beast.xlsx", bytes(data))
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_a_cell_at_the_end_of_the_sheet_fills_no_memory(place: Path) -> None:
    made = book({"beast": [HEADS, FOX]})
    made["beast"]["XFD1048576"] = 1

    problem, *_ = problems(place, made)

    assert "more than 5000 rows or 200 columns" in problem.message


XML_ROW = b'<row><c r="A1" t="inlineStr"><is><t>id</t></is></c></row>'
WIDE = b'<row><c r="XFD1"/></row>'  # a row is as wide as its last cell, also an empty one


@pytest.mark.parametrize(
    ("inside", "output"),
    [
        (XML_ROW + WIDE * 9000, ""),
        (XML_ROW + WIDE * 21_000, "more than 5000 rows or 200 columns"),
        (XML_ROW.replace(b"A1", b"XFD1"), "more than 5000 rows or 200 columns"),
        (b"<c " * 200_000, "cannot be read"),
        (b'<c r="AAA' * 100_000, "cannot be read"),
        (b"<mergeCell " * 100_000, "cannot be read"),
        (b"<mergeCell ref" + b" " * 300_000, "cannot be read"),
    ],
)
def test_no_sheet_of_odd_tags_takes_long(inside: bytes, output: str) -> None:
    main = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    sheet = b"<worksheet %s><sheetData>%s</sheetData></worksheet>" % (main, inside)

    problems = decode("beast.xlsx", with_part("xl/worksheets/sheet1.xml", sheet))[1]

    assert [output in each.message for each in problems] == [True] * bool(output)


def test_the_extra_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)

    _, (problem,) = decode("beast.xlsx", data_of(book({"beast": [HEADS, FOX]})))

    assert spreadsheets.EXTRA in problem.message


def test_what_a_spreadsheet_leaves_beside_an_open_file_is_not_read(place: Path) -> None:
    (place / "~$beast.xlsx").write_bytes(b"\x05owner")

    assert problems(place, book({"beast": [HEADS, FOX]})) == []


def test_a_row_of_a_file_leaves_plays_and_options_as_they_are(tmp_path: Path) -> None:
    text = BOOK.replace("phase game", 'option wide "Wide?"\n    no *\n    yes\n\nphase game')
    own = 'card fox "Fox" x3: beast only under wide\n    cost: 2\n    text "Red."\n    play\n'
    (tmp_path / "trial.rules").write_text(
        text + "\n" + own.replace("under wide", "under wide is yes"), encoding="utf-8"
    )
    over = tmp_path / "over" / "beast.csv"
    over.parent.mkdir()
    over.write_text("id,name,cost,copies\nfox,Fox,5,4\n", encoding="utf-8")

    before = load(str(tmp_path / "trial.rules")).compiled
    after = load(str(tmp_path / "trial.rules"), cards=[str(over)]).compiled

    assert before and after
    (old,), (new,) = before.program.definitions, after.program.definitions
    assert (new.plays, new.rules_text, new.copies) == (old.plays, old.rules_text, 4)
    assert new.copies_by and new.copies_by.numbers == (0, 4)
