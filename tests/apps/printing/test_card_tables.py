"""Cards as tables: written, read back, and unchanged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from ruleslang.apps.printing.export_card_tables import card_tables, delimited, with_digests
from ruleslang.apps.printing.workbook import workbook
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.load import load
from ruleslang.program.serial import digest
from tests.apps.cli.conftest import Run
from tests.docs.blocks import DOCS, blocks
from tests.support.every import every
from tests.support.shipped import loaded

pytest.importorskip("openpyxl")


@every("name", ["deck_builder", "spell_duel"])
def test_tables_laid_over_their_own_rulebook_change_nothing(name: str, tmp_path: Path) -> None:
    _comes_back(name, tmp_path)


@pytest.mark.long
@every("name", sorted(shipped_rulebooks()))
def test_the_tables_of_every_rulebook_change_nothing(name: str, tmp_path: Path) -> None:
    _comes_back(name, tmp_path)


def test_the_tables_of_the_games_of_the_docs_change_nothing(tmp_path: Path) -> None:
    games = [*_games_of_pages(tmp_path / "games")]

    assert any(game.name == "gems" for game in games)
    assert sum(_comes_back(str(game), tmp_path) for game in games) > 5


def test_any_card_text_survives_a_round_trip(tmp_path: Path) -> None:
    game = tmp_path / "awkward"
    game.mkdir()
    for name, text in AWKWARD.items():
        (game / name).write_text(text, encoding="utf-8")

    assert _comes_back(str(game), tmp_path)
    assert _comes_back(str(game / "awkward.rules"), tmp_path, str(game / "stone.csv"))


def test_a_row_keeps_what_its_file_has_no_column_for(tmp_path: Path) -> None:
    for name, text in AWKWARD.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "over").mkdir()
    over = tmp_path / "over" / "stone.csv"
    over.write_text("id,name,(mine)\nlone,Alone,x\nplain,Plain,\n(total),,\n", encoding="utf-8")

    both = [load(str(tmp_path), cards=cards).compiled for cards in ([], [str(over)])]
    before, after = ({each.name: each for each in c.program.definitions} for c in both if c)

    for name in ("lone", "plain"):
        assert after[name].text != before[name].text
        assert (
            evolve(after[name], text=before[name].text, origin=before[name].origin)
            == (before[name])
        )


AWKWARD = {
    "awkward.rules": """
rulebook awkward "Awkward"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

words ware: apples, cloth
option mode "how"
    short * "short"
    long "long"

kind stone
    text "A stone."
    has worth: 0..999
    has price(ware): 0..9 = 1
    has of_wares: set of ware = {}
    play
        add worth(this) to score(you)

card stone_with_words
    text "Written, beside; its «row»."
    price: cloth 3
    play
        add 1 to score(you)

card quiet only under mode is long
    of_wares: apples

card lone "007" x2: stone only under mode is short
    text "=1+1; 'x', | and # too"
    worth: 7
    price: apples 2, cloth 4
    of_wares: cloth

card large "1e3" x1: stone
    worth: 0

kind fold
    has rank: 1..3
deck folds x1 of fold: rank in 1..3

state score(player): 0..9999 = 0, stops at the ends
phase game
    nobody wins
""",
    "stone.csv": (
        "id;name;copies;text;worth;(mine)\n"
        "stone_with_words;Words;2;;12;\n"
        'plain;"Plain; ""so"" said | # 1";999;"two\nlines";1;x\n'
        "quiet;Ruby #1;1;-;7;\n"
    ),
}


def _comes_back(name: str, folder: Path, *cards: str) -> bool:
    """Writes the tables of a rulebook in each format, and lays them over it; whether it has any."""
    before = load(name, cards=[*cards])
    assert before.compiled, before.diagnostics
    found = card_tables(before.compiled.program)
    exported = [with_digests(table) for table in found.tables]
    for form in ("csv", "tsv", "xlsx") if found.tables else ():
        written = folder / f"written_{form}"
        written.mkdir(exist_ok=True)
        files = [written / f"{table.kind}.{form}" for table in found.tables]
        if form == "xlsx":
            files = [written / "cards.xlsx"]
            files[0].write_bytes(workbook(exported))
        else:
            for table, path in zip(exported, files, strict=True):
                text = delimited(table, "," if form == "csv" else "\t")
                path.write_text(text, encoding="utf-8")
        over = load(name, cards=[*cards, *map(str, files)])
        assert over.compiled, (form, over.diagnostics)
        assert "changed-texts" not in {each.slug for each in over.diagnostics}, form
        assert digest(over.compiled.program) == digest(before.compiled.program), form
        assert card_tables(over.compiled.program) == found, form
    return bool(found.tables)


def _games_of_pages(folder: Path) -> Iterator[Path]:
    """The whole rulebooks of the docs, and the folders of files that pages tell to write."""
    for page in (DOCS / name for name in ("own-cards.md", "recipes.md", "tutorial.md")):
        own = folder / page.stem
        own.mkdir(parents=True)
        folders = set()
        for number, block in enumerate(blocks(page.read_text("utf-8"))):
            if file := block.info.get("file", ""):
                (own / file).parent.mkdir(exist_ok=True)
                (own / file).write_text(block.text, encoding="utf-8")
                folders |= {own / file} if "/" not in file else {(own / file).parent}
            elif block.language == "rules" and block.is_whole and "wrong" not in block.info:
                whole = own / f"game_{number}.rules"
                whole.write_text(block.text, encoding="utf-8")
                yield whole
        yield from (game for game in folders if game.is_dir())


def test_texts_that_a_spreadsheet_changed_are_named(run: Run) -> None:
    for name, text in AWKWARD.items():
        Path(name).write_text(text, encoding="utf-8")
    over = "over/stone.csv"
    Path("over").mkdir()
    run("cards", ".", "stone", "--to", "csv", "-o", over)
    written = Path(over).read_text("utf-8")
    changed = written.replace(",007,", ",7,").replace(",1e3,", ",1000,")
    assert changed != written
    Path(over).write_text(changed, encoding="utf-8")

    ran = run("check", ".", "--cards", over)

    assert ran.status == 0
    found = re.findall("changed since this table was exported: `(.*)`", ran.out)
    assert sorted(found) == ["large", "lone"]
    lines = [line.rpartition(",")[0] + "," for line in changed.splitlines()]
    Path(over).write_text("\n".join([changed.splitlines()[0], *lines[1:]]) + "\n")
    assert "changed since" not in run("check", ".", "--cards", over).out


def test_what_begins_like_a_formula_stays_a_text(tmp_path: Path) -> None:
    import openpyxl

    compiled = loaded("spell_duel").compiled
    assert compiled
    table = card_tables(compiled.program).tables[0]
    rows = ((table.rows[0][0], "=1+1", *table.rows[0][2:]),)
    path = tmp_path / "x.xlsx"
    path.write_bytes(workbook([evolve(table, rows=rows)]))

    assert openpyxl.load_workbook(path)[table.kind]["B2"].data_type == "s"


def test_the_cards_of_a_deck_are_reported_as_left_out(run: Run) -> None:
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
    log = run("cards", "spell_duel", "--to", "json").json
    assert {each["kind"] for each in log["kinds"]} == {
        each.stem for each in Path("spell_duel_cards").iterdir()
    }
    assert run("cards", "spell_duel", "--to", "pdf").status == 2
    assert "no kind `spel`; did you mean `spell`?" in run("cards", "spell_duel", "spel").err


def test_fields_are_listed_with_their_values_and_readers(run: Run) -> None:
    log = run("cards", "spell_duel", "--kinds").out
    kinds = run("cards", "spell_duel", "--kinds", "--to", "json").json["kinds"]

    assert all(f"{each['name']}" in log for each in kinds)
    assert any(field["read_by"] for each in kinds for field in each["fields"])
    assert (
        "no kind `nothing`; choose from: " in run("cards", "spell_duel", "nothing", "--kinds").err
    )
    assert run("cards", "spell_duel", "--kinds", "--to", "csv").status == 2


def test_cards_fit_a_narrow_screen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")

    log = run("cards", "ollapion", "monster").out

    assert max(map(len, log.splitlines())) <= 70
    assert "“Cave Rat” ×1: level 1, strength 3" in log


def test_a_workbook_is_brought_up_to_date_and_keeps_what_is_not_of_the_rulebook(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    from openpyxl.styles import Font

    monkeypatch.chdir(tmp_path)
    text = """
rulebook zoo "Zoo"
    language 1
    players 2
    starts with game
kind beast
    has power: 0..9 = 1
card lion "Lion" x2: beast
    power: 7
card newt "Newt": beast
phase game
    nobody wins
"""
    Path("zoo.rules").write_text(text)
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "beast"
    for row in (["(notes)", "Power", "id", "name", "copies"], ["loud", 5, "lion", "Lion", "=1+1"]):
        sheet.append(row)
    sheet.append(["gone", 3, "emu", "Emu", 1])
    sheet["B2"].number_format, sheet["A2"].font = "000", Font(italic=True)
    book.create_sheet("plans")["A1"] = "buy sleeves"
    book.save("zoo.xlsx")

    ran = run("cards", "zoo.rules", "--to", "xlsx", "-o", "zoo.xlsx")
    assert ran.out == (
        "brought up to date: zoo.xlsx: beast 2\nnot in the rulebook, and left: emu\n"
    )
    after = openpyxl.load_workbook("zoo.xlsx")
    rows = [[cell.value for cell in row[:5]] for row in after["beast"]]
    assert rows[0] == ["(notes)", "Power", "id", "name", "copies"]
    assert rows[1][:4] == ["loud", 7, "lion", "Lion"]
    assert rows[3][2:5] == ["newt", "Newt", 1]
    assert after["beast"]["B2"].number_format == "000" and after["beast"]["A2"].font.italic
    assert after["plans"]["A1"].value == "buy sleeves"
    again = run("cards", "zoo.rules", "--to", "xlsx", "-o", "zoo.xlsx")
    assert again.status == 0
    assert [
        [cell.value for cell in row[:5]] for row in openpyxl.load_workbook("zoo.xlsx")["beast"]
    ] == rows


def test_a_rulebook_without_cards_has_an_answer(run: Run) -> None:
    assert run("cards", "nim").out == "the rulebook has no cards\n"
    assert run("cards", "nim", "--to", "csv").err.endswith("don't fit in a table: there are none\n")
