"""`new cards` makes a game of a table as people have it; it passes `check`, and is played."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslang.language.syntax.csv_table import parse_csv
from ruleslang.language.syntax.declarations import Table
from ruleslang.library.adopt_table import Adopted, adopt
from ruleslang.library.load import load_at
from ruleslang.source.span import Source
from tests.apps.cli.conftest import Run

GERMAN = """\
Nr;Karte;Anzahl;Kosten;Farbe;Sofort;Regeltext;Künstler;Wert
1;Roter Fuchs;2;1,000;grün;TRUE;Zieh eine Karte.;Anna;−3
2;Übermut;x3;2;rot;x;"Mehr; viel mehr";Ben;2-3
3;Der König;;-;rot;;;Cleo;4
;;;;;;;;
Summe;;5;;;;;;
"""
ARABIC = """\
البطاقة,عدد,قوة,نوع
الأسد,2,7,حيوان
النمر,1,5,حيوان
السيف,3,2,سلاح
"""
CHINESE = "卡名\t数量\t费用\n火球\t4\t3\n治疗\t2\t１\n"
SPREADSHEET = """\
My Game v3 (do not edit),,,,,
,,,,,
Card ID,Card Title,# in deck,Cost ($),ATK/DEF,Rarity,Effect text
1,Sword of Dawn,x3,$2,3/1,c,Draw 2
2,Sword of Dusk,１,$10,4/0,p,"Discard 1; then draw 3"
3,"Potion, small",2x,0,0/0,c,Heal 3
TOTAL,,6,,,,
"""
QUOTED = """\
"Card ID","Card Name","Type","Mana Cost","Is Legendary","Rules Text","Power"
"DRG-001","Fire Drake","Creature","3","FALSE","When played, ""roar""
and draw a card.","4"
"DRG-002","play","Creature","2","FALSE","","1"
"DRG-002","Game","Spell","0","TRUE","Win.",""
"""


def made(text: str, columns: str = "", name: str = "mine") -> Adopted:
    tree, wrong = parse_csv(Source(f"{name}.csv", text))
    assert not wrong
    (table,) = tree.declarations
    assert isinstance(table, Table)
    meanings = dict(pair.split("=") for pair in columns.split(",") if pair)
    return adopt(name, "Mine", "my_card", table, meanings)


def files(text: str, columns: str = "") -> dict[str, str]:
    return dict(made(text, columns).files)


def rows(text: str, columns: str = "") -> list[list[str]]:
    return list(csv.reader(io.StringIO(files(text, columns)["my_card.csv"])))


def test_headings_and_cells_become_those_of_the_language() -> None:
    assert rows(GERMAN) == [
        ["id", "name", "copies", "text", "kosten", "farbe", "sofort", "(Künstler)", "(Wert)"],
        [
            "roter_fuchs",
            "Roter Fuchs",
            "2",
            "Zieh eine Karte.",
            "1000",
            "grun",
            "yes",
            "Anna",
            "−3",
        ],
        ["ubermut", "Übermut", "3", "Mehr; viel mehr", "2", "rot", "yes", "Ben", "2-3"],
        ["der_konig", "Der König", "1", "", "none", "rot", "no", "Cleo", "4"],
        ["(Summe)", "", "5", "", "none", "none", "no", "", ""],
    ]


def test_what_no_field_can_have_is_kept_and_reported() -> None:
    assert made(GERMAN).remarks == (
        "read `Nr` as `id`, `Karte` as `name`, `Anzahl` as `copies`, `Regeltext` as `text`",
        "`Künstler` is kept as a note: its texts are not a few words that recur",
        "`Wert` is kept as a note, because of `2-3` in row 3: a field of numbers has whole numbers "
        "only",
    )


def test_titles_keep_what_no_name_can_have() -> None:
    assert files(GERMAN)["looks.csv"] == "what,title\ngrun,grün\n"
    looks = files(ARABIC, "البطاقة=name,عدد=copies")["looks.csv"]
    assert looks == "what,title\nfield_1,قوة\nfield_2,نوع\nword_1,حيوان\nword_2,سلاح\n"


def test_names_are_new_and_no_words_of_the_language() -> None:
    assert [row[0] for row in rows(QUOTED)[1:]] == ["fire_drake", "play_2", "game_2"]


@pytest.mark.parametrize(
    ("name", "text", "options"),
    [
        ("german.csv", GERMAN, ["--kind", "karte"]),
        ("arabic.csv", ARABIC, ["--columns", "البطاقة=name, عدد=copies, قوة=strength"]),
        ("chinese.tsv", CHINESE, ["--columns", "卡名=name,数量=copies,费用=cost"]),
        ("arabic_too.csv", ARABIC, []),
        ("chinese_too.csv", CHINESE, []),
        ("quoted.csv", QUOTED, []),
        ("spreadsheet.csv", SPREADSHEET, []),
        ("crlf.csv", "sep=,\r\nname,value\r\nOne,1\r\n", []),
    ],
)
def test_the_game_passes_its_checks_and_is_played(
    run: Run, name: str, text: str, options: list[str]
) -> None:
    Path(name).write_text(text, encoding="utf-8", newline="")
    folder = Path(name).stem

    assert run("new", "cards", name, *options).status == 0

    assert not [problem for problem in load_at(folder).diagnostics if problem.is_error]
    assert run("test", folder).status == 0
    assert run("fmt", "--check", f"{folder}/{folder}.rules").status == 0
    assert run("simulate", folder, "--games", "5", "--jobs", "1").status == 0


def test_headings_may_be_below_a_title() -> None:
    assert rows(SPREADSHEET)[:3] == [
        ["id", "name", "copies", "text", "cost", "(ATK/DEF)", "rarity"],
        ["sword_of_dawn", "Sword of Dawn", "3", "Draw 2", "2", "3/1", "c_2"],
        ["sword_of_dusk", "Sword of Dusk", "1", "Discard 1; then draw 3", "10", "4/0", "p_2"],
    ]
    assert made(SPREADSHEET).remarks[0] == "left out above the headings: My Game v3 (do not edit)"
    assert rows("Cards of mine,\nKarten,Punkte\nA b,1\n")[1] == ["a_b", "A b", "1"]


def test_names_without_a_known_heading_are_the_texts_that_differ() -> None:
    assert rows("Nr,Bezeichnung,Art,Fliegt\n1,Hans,Tier,oui\n2,Eva,Tier,non\n")[1:] == [
        ["hans", "Hans", "tier", "yes"],
        ["eva", "Eva", "tier", "no"],
    ]


def test_a_game_is_not_called_like_a_word_of_the_language(run: Run) -> None:
    Path("cards.csv").write_text("name,worth\nSilk,3\n", encoding="utf-8")

    assert run("new", "cards", "cards.csv").out.startswith("wrote my_cards/my_cards.rules\n")


def test_the_kind_may_be_called_like_the_file(run: Run) -> None:
    Path("goods.csv").write_text("name,worth\nSilk,3\n", encoding="utf-8")

    assert run("new", "cards", "goods.csv", "market", "--kind", "goods").status == 0

    assert Path("market/goods.csv").is_file()


def test_a_column_that_is_to_be_a_note_keeps_its_heading() -> None:
    assert rows("name,Worth,Cost\nSilk,3,4\n", "Worth=-") == [
        ["id", "name", "(Worth)", "cost"],
        ["silk", "Silk", "3", "4"],
    ]


def test_a_number_that_two_countries_read_otherwise_is_kept_as_it_is() -> None:
    assert rows("name,worth\nSilk,1.000\nRuby,2\n")[1] == ["silk", "Silk", "1.000"]
    assert rows("name,worth\nSilk,1.0\nRuby,2\n")[1] == ["silk", "Silk", "1"]


def test_a_workbook_is_read_by_its_sheet(run: Run) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "Notes"
    book.active.append(["who", "what"])
    book.active.append(["me", "this"])
    sheet = book.create_sheet("Beasts")
    sheet.append(["Name", "Count", "Flies"])
    sheet.append(["Owl", 2, True])
    sheet.append(["Fox", 3, False])
    book.save("zoo.xlsx")

    assert "there are: Notes, Beasts" in run("new", "cards", "zoo.xlsx").err
    assert run("new", "cards", "zoo.xlsx", "--sheet", "Beasts").status == 0

    written = Path("zoo/my_card.csv").read_text(encoding="utf-8")
    assert written == "id,name,copies,flies\nowl,Owl,2,yes\nfox,Fox,3,no\n"


def test_a_cell_that_cannot_be_read_is_left_for_check(run: Run) -> None:
    Path("few.csv").write_text("name,copies\nOwl,a few\n", encoding="utf-8")

    ran = run("new", "cards", "few.csv")

    assert ran.status == 1
    assert "`check` names them" in ran.out
    assert "few/my_card.csv:2:9" in run("check", "few").out.replace(
        "my_card.csv:2", "few/my_card.csv:2"
    )


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ("a,b\n1,2\n", [], "no column has the cards' names; there are: a, b"),
        ("a,b\n1,2\n", ["--columns", "c=name"], "no column is called `c`; there are: a, b"),
        ("a,b\n1,2\n", ["--columns", "a"], "has pairs such as `Karte=name`, and not `a`"),
        ("a,b\n1,2\n", ["--columns", "a=name,b=name"], "`a` and `b` are both to be `name`"),
        ("name,b\n", [], "there are no cards below the headings"),
        ("", [], "there are: none"),
    ],
)
def test_what_is_missing_is_said(run: Run, text: str, options: list[str], said: str) -> None:
    Path("odd.csv").write_text(text, encoding="utf-8")

    ran = run("new", "cards", "odd.csv", *options)

    assert ran.status == 2
    assert said in " ".join(ran.err.split())
    assert not Path("odd").exists()


CELLS = st.one_of(
    st.sampled_from(["", "-", "1", "−2", "1,000", "TRUE", "x", "no", "red", "Blau", "red", "2.5"]),
    st.text(st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp")), max_size=12),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=6))
def test_any_table_of_fields_passes_check(
    tmp_path_factory: pytest.TempPathFactory, cells: list[tuple[str, str, str]]
) -> None:
    stream = io.StringIO()
    csv.writer(stream).writerows(
        [
            ["Name", "Item", "Rank", "Points value"],
            *([f"Card {n}", *row] for n, row in enumerate(cells)),
        ]
    )
    folder = tmp_path_factory.mktemp("drawn")
    for name, text in made(stream.getvalue()).files:
        (folder / name).write_text(text, encoding="utf-8")

    wrong = [problem.message for problem in load_at(str(folder)).diagnostics if problem.is_error]

    assert wrong == []
