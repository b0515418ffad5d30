"""Cards as tables: written, read back, and unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.apps.printing.card_tables import card_tables, delimited
from ruleslang.apps.printing.workbook import workbook
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.load import load
from ruleslang.program.serial import digest
from tests.apps.cli.conftest import Run
from tests.support.every import every
from tests.support.shipped import loaded

pytest.importorskip("openpyxl")


@every("name", ["deck_builder", "spell_duel"])
def test_tables_laid_over_their_own_rulebook_change_nothing(name: str, tmp_path: Path) -> None:
    compiled = loaded(name).compiled
    assert compiled
    found = card_tables(compiled.program)
    book = tmp_path / "cards.xlsx"
    book.write_bytes(workbook(found.tables))
    files = [tmp_path / f"{table.kind}.tsv" for table in found.tables]
    for table, path in zip(found.tables, files, strict=True):
        path.write_text(delimited(table, "\t"), encoding="utf-8")

    for cards in ([str(book)], [str(path) for path in files]):
        over = load(name, cards=cards)
        assert over.compiled, over.diagnostics
        assert digest(over.compiled.program) == digest(compiled.program)
        assert over.compiled.program.definitions[0].text == compiled.program.definitions[0].text


@pytest.mark.long
@every("name", sorted(shipped_rulebooks()))
def test_the_tables_of_every_rulebook_change_nothing(name: str, tmp_path: Path) -> None:
    compiled = loaded(name).compiled
    assert compiled
    book = tmp_path / "cards.xlsx"
    if tables := card_tables(compiled.program).tables:
        book.write_bytes(workbook(tables))
        over = load(name, cards=[str(book)])
        assert over.compiled and digest(over.compiled.program) == digest(compiled.program)


def test_what_begins_like_a_formula_stays_a_text(tmp_path: Path) -> None:
    import openpyxl

    compiled = loaded("spell_duel").compiled
    assert compiled
    table = card_tables(compiled.program).tables[0]
    rows = ((table.rows[0][0], "=1+1", *table.rows[0][2:]),)
    from attrs import evolve

    path = tmp_path / "x.xlsx"
    path.write_bytes(workbook([evolve(table, rows=rows)]))

    assert openpyxl.load_workbook(path)[table.kind]["B2"].data_type == "s"


def test_the_cards_of_a_deck_are_said_to_be_left_out(run: Run) -> None:
    ran = run("cards", "hearts", "--to", "csv")

    assert ran.status == 2
    assert "52 definitions that only the text can make (french(2, clubs), " in ran.err


def test_tables_are_written_where_asked(run: Run) -> None:
    assert run("cards", "spell_duel", "--to", "xlsx", "-o", "a.xlsx").out.startswith("wrote a.xlsx")
    assert run("cards", "spell_duel", "--to", "csv").out.count("wrote spell_duel_cards/") == 2
    assert Path("spell_duel_cards").is_dir()
    kind = next(Path("spell_duel_cards").iterdir()).stem
    one = run("cards", "spell_duel", kind, "--to", "csv", "-o", "-").out
    assert one == (Path("spell_duel_cards") / f"{kind}.csv").read_text("utf-8")
    assert run("check", "spell_duel", "--cards", "a.xlsx").status == 0
    told = run("cards", "spell_duel", "--to", "json").json
    assert {each["kind"] for each in told["kinds"]} == {
        each.stem for each in Path("spell_duel_cards").iterdir()
    }
    assert run("cards", "spell_duel", "--to", "pdf").status == 2
    assert "no kind `spel`; did you mean `spell`?" in run("cards", "spell_duel", "spel").err


def test_fields_say_what_they_hold_and_what_reads_them(run: Run) -> None:
    told = run("cards", "spell_duel", "--kinds").out
    kinds = run("cards", "spell_duel", "--kinds", "--to", "json").json["kinds"]

    assert all(f"{each['name']}" in told for each in kinds)
    assert any(field["read_by"] for each in kinds for field in each["fields"])
    assert "no kind `nothing`; there are: " in run("cards", "spell_duel", "nothing", "--kinds").err
    assert run("cards", "spell_duel", "--kinds", "--to", "csv").status == 2


def test_cards_fit_a_narrow_screen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")

    told = run("cards", "ollapion", "monster").out

    assert max(map(len, told.splitlines())) <= 70
    assert "“Cave Rat” ×1: level 1, strength 3" in told
