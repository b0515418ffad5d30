"""Printed cards, boards and sheets: what is written, refused and impossible."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from itertools import product
from pathlib import Path

import pytest

import ruleslang
from ruleslang.apps.printing import typeset
from ruleslang.apps.printing.card_data import CannotPrint, Printable, card_data
from ruleslang.apps.printing.print_cards import PAPERS, SIZES, Layout, grid, print_data
from ruleslang.apps.printing.summary import summary_data
from ruleslang.apps.printing.svg_layouts import places_of
from ruleslang.apps.printing.tuck_box import _box, tuck_boxes
from ruleslang.library.pictures import pixels
from ruleslang.source.budget import UsedUp, budget
from tests.apps.cli.conftest import Ran, Run
from tests.support.shipped import loaded

pytest.importorskip("typst")

RULES = """\
rulebook stall "The stall"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

words Metal: copper, silver
kind jewel
    has metal: Metal
    has carat: 0..9 = 0
    has bulk: 0..9
kind pawn
card ring "Ring" x3: jewel
    metal: silver
    bulk: 1
    text "TEXT"
card nail "Nail": jewel
    metal: copper
    carat: 2
    bulk: 0
card man "Man" x20: pawn

value price(j: jewel): 0..99 = 10 * carat(j) when metal(j) is copper otherwise 7
state luck: 0..9 = 0
value lucky(j: jewel): 0..99 = luck + carat(j)

zone bag: jewel, seen by nobody
zone shown: jewel, seen by all

phase game
    move cards where it is jewel to bag
    if there is c in bag where lucky(c) > 3 and price(c) > 2: home wins
    set luck to 1
    nobody wins

table looks
    | what   | title   | shows | hides | sign | colour | art | print |
    | jewel  | Jewel   | price | bulk  |      | 8a5a00 |     |       |
    | metal  | made of |       |       |      |        |     |       |
    | silver | Silver  |       |       | Ag   |        |     |       |
    | pawn   |         |       |       |      |        |     | no    |
"""


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


ONE_POINT = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\0\xff\0\0"))
    + _chunk(b"IEND", b"")
)


def written(folder: Path, text: str = "It shines.", **looks: str) -> Path:
    rules = RULES.replace("TEXT", text)
    for old, new in looks.items():
        rules = rules.replace(old, new)
    path = folder / "stall.rules"
    path.write_text(rules, encoding="utf-8")
    return path


def test_the_content_of_looks_is_printed_and_nothing_else(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path)

    data = run("print", str(path), "--to", "data").json

    ring, nail = data["cards"]
    assert [each["name"] for each in data["cards"]] == ["ring", "nail"]
    assert (ring["kinds"], ring["colour"], ring["back"]) == (["Jewel"], "#8a5a00", "Jewel")
    assert [(each["label"], each["value"]) for each in ring["items"]] == [("made of", "Ag Silver")]
    assert [(each["label"], each["value"]) for each in nail["numbers"]] == [
        ("carat", "2"),
        ("price", "20"),
    ]


def test_a_pdf_is_written_with_the_copies_that_there_are(run: Run, tmp_path: Path) -> None:
    path = str(written(tmp_path))

    assert run("print", path).out == "wrote stall_cards.pdf: 4 cards on 2 pages\n"
    assert Path("stall_cards.pdf").read_bytes().startswith(b"%PDF-")
    one = run("print", path, "--one-each", "--no-backs", "--paper", "letter", "-o", "a.pdf")
    assert one.out == "wrote a.pdf: 2 cards on 1 page\n"
    large = run("print", path, "jewel", "--size", "150x200", "--one-each", "--bleed", "3")
    assert large.out == "wrote stall_cards.pdf: 2 cards on 4 pages\n"


def test_a_text_that_finds_no_room_is_named_with_its_points(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "It shines and shines and never stops to shine. " * 30)

    ran = run("print", str(path))

    assert ran.status == 1
    assert "ring: its text is too long by " in ran.out
    assert ran.out.startswith("wrote ")


def test_a_text_is_data_and_never_markup(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "#read('/etc/passwd') $x$ *bold* #panic() <overflow> \\\\ @ref [")

    assert run("print", str(path)).status == 0


def test_pictures_are_below_the_folder_and_match_their_type(run: Run, tmp_path: Path) -> None:
    art = {"8a5a00 |     |": "8a5a00 | art/{name}.png |"}
    path = written(tmp_path, **art)
    ran = run("print", str(path))
    assert (ran.status, "missing: `art/ring.png`" in ran.out) == (0, True)
    assert run("print", str(path), "--strict").status == 1
    folder = tmp_path / "art"
    folder.mkdir()
    for name in ("ring", "nail"):
        (folder / f"{name}.png").write_bytes(ONE_POINT)
    assert run("print", str(path)).status == 0
    (folder / "nail.png").write_bytes(b"no picture")
    assert "`art/nail.png` can't be read as png" in run("print", str(path)).err
    (folder / "nail.png").unlink()
    outside = tmp_path.parent / f"{tmp_path.name}-outside.png"
    outside.write_bytes(ONE_POINT)
    (folder / "nail.png").symlink_to(outside)
    assert "outside of the rulebook's folder" in run("print", str(path)).err


SEGMENT = b"\xff\xe0\x00\x10" + b"\xff\xc0\x00\x0b\x08\x00\x01\x00\x01" + bytes(5)
JPEG = b"\xff\xd8" + SEGMENT + b"\xff\xc2\x00\x0b\x08" + struct.pack(">HH", 9000, 8000) + bytes(9)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("{name}.png", ONE_POINT[:16] + struct.pack(">II", 65_000, 65_000) + ONE_POINT[24:]),
        ("{name}.jpg", JPEG),
        ("{name}.jpg", JPEG[:30]),
    ],
    ids=["png", "jpg with a false frame in a segment", "jpg without a frame"],
)
def test_a_picture_that_unpacks_to_far_more_is_refused(
    run: Run, tmp_path: Path, name: str, data: bytes
) -> None:
    path = written(tmp_path, **{"8a5a00 |     |": f"8a5a00 | art/{name} |"})
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / name.format(name="ring")).write_bytes(data)

    assert "has more than 50,000,000 pixels" in run("print", str(path)).err


def test_a_photograph_has_the_pixels_of_its_frame() -> None:
    frame = struct.pack(">HH", 900, 800)

    assert pixels(JPEG.replace(struct.pack(">HH", 9000, 8000), frame)) == 900 * 800


def test_many_pictures_are_bounded_together(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typeset, "MOST_PIXELS_TOGETHER", 1)
    path = written(tmp_path, **{"8a5a00 |     |": "8a5a00 | art/{name}.png |"})
    (tmp_path / "art").mkdir()
    for name in ("ring", "nail"):
        (tmp_path / "art" / f"{name}.png").write_bytes(ONE_POINT)

    assert "have more than 1 pixels together" in run("print", str(path)).err


def test_a_value_that_depends_on_the_match_is_reported(run: Run, tmp_path: Path) -> None:
    path = written(
        tmp_path, **{"state luck: 0..9 = 0": "state luck: 0..9", "| price |": "| lucky |"}
    )

    ran = run("print", str(path))

    assert ran.status == 2
    assert "show `lucky` of the card `ring`" in ran.err


def test_each_card_is_a_picture_of_300_dpi(run: Run, tmp_path: Path) -> None:
    ran = run("print", str(written(tmp_path)), "--to", "pictures")

    assert ran.out == "wrote 3 pictures to stall_png\n"
    found = sorted(Path("stall_png").iterdir())
    assert [each.name for each in found] == ["back_Jewel.png", "nail.png", "ring.png"]
    width, height = struct.unpack(">II", found[1].read_bytes()[16:24])
    assert abs(width - 825) <= 1 and abs(height - 1125) <= 1


def test_only_what_changed_is_printed_again(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path)
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        who = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True)

    assert "no card looks different" in run("print", str(path), "--changed-since", "HEAD").out
    written(tmp_path, **{'"Ring" x3': '"Ring" x5', "carat: 2": "carat: 3"})
    ran = run("print", str(path), "--changed-since", "HEAD", "--no-backs")
    assert "3 cards on 1 page" in ran.out  # two more rings, and the nail


@pytest.mark.long
def test_boards_are_drawn_with_their_regions(run: Run) -> None:
    assert run("print", "super_team", "--to", "boards").out.count("wrote super_team_") == 2
    drawn = Path("super_team_squares.svg").read_text("utf-8")
    assert drawn.startswith("<svg") and "penalty areas" in drawn


def test_boards_are_drawn(run: Run) -> None:
    assert run("print", "tic_tac_toe", "--to", "boards").out.startswith("wrote tic_tac_toe_")
    assert run("print", "higher", "--to", "boards").err == "ruleslang: the rulebook has no boards\n"


def test_the_summary_sheet_is_written(run: Run, tmp_path: Path) -> None:
    assert run("print", str(written(tmp_path)), "--to", "sheet").out == "wrote stall_sheet.pdf\n"
    assert Path("stall_sheet.pdf").read_bytes().startswith(b"%PDF-")


WRONG = {
    "--paper a3": "`--paper a3` is not one of a4, letter",
    "--size huge": "`--size huge` is not one of",
    "--size 280x280": "does not fit on a4",
    "--to pdf": "'pdf' is not one of 'cards', 'pictures'",
    "pearl": "there is no kind `pearl`",
    "pawn": "there are no cards to print of the kind `pawn`",
    "--lang fr": "does not say in which languages",
}


@pytest.mark.parametrize("words", WRONG)
def test_impossible_requests_are_reported_in_a_sentence(
    run: Run, tmp_path: Path, words: str
) -> None:
    ran = run("print", str(written(tmp_path)), *words.split())

    assert (ran.status, WRONG[words] in ran.err) == (2, True), ran.err
    assert not list(Path().glob("*.pdf"))


def test_the_extra_is_named_where_it_is_missing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)

    assert "pip install -e '.[print]'" in run("print", str(written(tmp_path))).err


def test_the_template_has_room_for_nine_cards_on_both_papers() -> None:
    nine = {"grid": [3, 3], "turned": False}
    assert grid(Layout("a4"), (63, 88)) == grid(Layout("letter"), (63, 88)) == nine


def test_cards_are_turned_where_more_fit_so() -> None:
    assert grid(Layout("letter", bleed=2), (63, 88)) == {"grid": [2, 4], "turned": True}
    assert grid(Layout("a4", fold=True), (63, 88)) == {"grid": [1, 4], "turned": True}


@pytest.mark.parametrize(
    ("words", "pages"), [("--fold", 1), ("--low-ink", 2), ("--paper letter --bleed 2", 2)]
)
def test_sheets_are_made_for_every_way_to_cut(
    run: Run, tmp_path: Path, words: str, pages: int
) -> None:
    ran = run("print", str(written(tmp_path)), *words.split())

    assert ran.out == f"wrote stall_cards.pdf: 4 cards on {pages} page{'s' * (pages > 1)}\n"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("fold", [False, True])
def test_cards_end_where_printers_print(paper: str, fold: bool) -> None:
    """With bleed, too, and with backs above their faces."""
    for size, bleed in product(SIZES.values(), (0.0, 2.0, 3.0, 5.0)):
        laid = grid(Layout(paper, bleed=bleed, fold=fold), size)
        sides = (size[0] + 2 * bleed, size[1] * (1 + fold) + 2 * bleed)
        for of, many, side in zip(
            PAPERS[paper], laid["grid"], sides[:: -1 if laid["turned"] else 1], strict=True
        ):
            assert of - many * side >= 10, (size, bleed, laid)


def test_a_machine_cuts_each_card_and_no_mark(run: Run, tmp_path: Path) -> None:
    ran = run("print", str(written(tmp_path)), "--cutter", "-o", "sheet.pdf")
    lines = Path("sheet.dxf").read_text("utf-8").split("\n")[:-1]
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    across = [float(value) for code, value in pairs if code in ("10", "11")]
    upwards = [float(value) for code, value in pairs if code in ("20", "21")]

    assert ran.out.endswith("wrote sheet.dxf\n"), ran.err
    assert pairs.count(("0", "LINE")) == pairs.count(("0", "ARC")) == 4 * 9
    assert (min(across), max(across)) == (10.5, 199.5)  # within the marks, 10 mm from the edges
    assert (min(upwards), max(upwards)) == (16.5, 280.5)  # and clear of them, which are 5 mm long


def test_a_box_has_the_size_of_its_deck(run: Run, tmp_path: Path) -> None:
    compiled = loaded("ollapion").compiled
    assert compiled
    data = print_data(compiled.program, Layout())
    many = sum(card["copies"] for card in data["cards"])
    with pytest.raises(CannotPrint, match="does not fit on a4: print a box for each KIND"):
        tuck_boxes(data, Layout(), 1.5)
    ran = run("print", str(written(tmp_path)), "--to", "tuckbox", "--thickness", "0.5")

    assert many * 0.32 + 1.5 == pytest.approx(
        _box((63, 88), many * 0.32, Layout())["inside"][2], abs=0.1
    )
    assert (ran.status, ran.out) == (0, "wrote stall_box.pdf\n")
    assert Path("stall_box.pdf").read_bytes().startswith(b"%PDF-")


def test_texts_are_printed_in_their_language() -> None:
    from ruleslang.program.serial import in_language

    compiled = loaded("ollapion").compiled
    assert compiled
    titles = {each["title"] for each in card_data(in_language(compiled, "fr").program)}

    assert titles != {each["title"] for each in card_data(compiled.program)}


def test_typesetting_takes_no_more_memory_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typeset, "MOST_MEGABYTES", 150)
    with pytest.raises(typeset.CannotSet, match="more than 150 MB of memory"):
        typeset.pages("cards.typ", {"pages": "x" * 60_000_000})


def test_typesetting_takes_no_more_time_than_is_left(tmp_path: Path) -> None:
    (tmp_path / "main.typ").write_text(
        "#let count(k) = range(k * 1000).map(i => range(1000).map(j => i * j).sum()).sum()\n"
        "#range(1, 9999).map(count).sum()\n"
    )
    with budget(1.0), pytest.raises((typeset.CannotSet, UsedUp), match=r"more than 1 s|used up"):
        typeset._typeset(tmp_path, "pdf", 72)


GEMS = RULES.replace(
    'card man "Man" x20: pawn',
    """\
card a "Alpha": jewel
    metal: copper
    bulk: 0
card a_ "Beta": jewel
    metal: copper
    bulk: 0
card man "Man" x20: pawn""",
)


def problems(run: Run, folder: Path, title: str, *words: str, text: str = "It shines.") -> Ran:
    path = folder / "stall.rules"
    whole = GEMS.replace('"Ring"', f'"{title}"').replace("TEXT", text)
    path.write_text(whole, encoding="utf-8")
    return run("print", str(path), *words)


NOWHERE = "\u0378"  # in no font, since it is no character
LONG_WORD = "Rechtsschutzversicherungsgesellschaft"


@pytest.mark.parametrize(
    ("title", "text", "status", "message"),
    [
        ("Unverwundbarkeitstrank", "x", 0, ""),
        (LONG_WORD, "x", 0, ""),
        (2 * LONG_WORD, "x", 0, "ring: a word of its title is wider than the card, and broken"),
        ("Ring", 3 * LONG_WORD, 0, "ring: a word of its text is wider than the card, and broken"),
        (9 * LONG_WORD, "x", 1, "ring: its title is too long by"),
        (f"Opal {NOWHERE}", f"Draw {NOWHERE}.", 1, f"ring: no font has {NOWHERE} (U+0378);"),
    ],
)
def test_what_is_not_on_the_card_is_named(
    run: Run, tmp_path: Path, title: str, text: str, status: int, message: str
) -> None:
    ran = problems(run, tmp_path, title, text=text)

    assert (ran.status, message in ran.out) == (status, True), ran.out
    assert message or ran.out.count("\n") == 1


def test_lines_are_broken_between_words_that_no_space_separates(run: Run, tmp_path: Path) -> None:
    """This machine may have no font for them: what does not fit is looked at alone."""
    text = (
        3 * "直到下一輪結束，喝下這瓶藥水的玩家不會受到任何傷害。" + " ผู้เล่นจั่วไพ่สองใบแล้ววางหนึ่งใบกลับ"
    )
    ran = problems(run, tmp_path, "隱形藥水與火焰之書第二卷", text=text)

    assert "broken" not in ran.out and "too" not in ran.out


@pytest.mark.parametrize("to", ["sheet", "review", "tabletop-simulator"])
def test_what_no_font_has_is_named_on_every_sheet(run: Run, tmp_path: Path, to: str) -> None:
    ran = problems(run, tmp_path, f"Opal {NOWHERE}", "--to", to)

    assert (ran.status, f"has {NOWHERE} (U+0378)" in ran.out) == (1, True), ran.out


def test_each_card_has_a_picture_of_its_own(run: Run, tmp_path: Path) -> None:
    ran = problems(run, tmp_path, "Ring", "--to", "pictures", "-o", "out")

    assert ran.out == "wrote 5 pictures to out\n"
    found = {path.name for path in Path("out").iterdir()}
    assert found == {"a.png", "a_.png", "ring.png", "nail.png", "back_Jewel.png"}


ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><circle r="1"/></svg>'


def test_icons_fonts_and_layouts_are_read_from_the_folder(run: Run, tmp_path: Path) -> None:
    for name, content in {
        "silver.svg": ICON,
        "jewel.typ": "#let face(card, w, h) = (card.fit-title)(w, 9mm) + (card.fit-text)(w, 9mm)",
    }.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    looks = "| what | art | font | layout |\n    | silver | silver.svg | | |\n"
    more = "    | jewel | | DejaVu Sans, own.ttf | jewel.typ |\n"
    path = tmp_path / "stall.rules"
    text = RULES.replace("TEXT", f"Pay {{silver}} or {{coyn}}. {'On and on. ' * 90}")
    path.write_text(f"{text}\ntable looks\n    {looks}{more}", encoding="utf-8")
    ran = run("print", str(path))

    assert "ring: its text is too long by" in ran.out
    assert "missing: `own.ttf`" in ran.out
    assert ran.status == 1
    unread = "missing: a picture or sign for `{coyn}`, in the text of ring\n"
    assert unread in ran.out and unread in run("check", str(path)).out
    assert "{silver}" not in ran.out


DRAWN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
<g transform="translate(3, 4)"><rect id="title" width="57" height="10" text-anchor="middle"/></g>
<rect id="TEXT" x="3" y="50" width="57" height="9" style="font-size:4;color:#101010"/>
<rect id="metal" x="3" y="70" width="20" height="9"/><rect id="icons" x="30" y="70" width="9"
 height="9"/><g transform="rotate(9)"><rect id="text" width="9" height="9"/></g></svg>
"""


def drawn(run: Run, folder: Path, svg: str, text: str = "Pay.", *words: str) -> Ran:
    """Prints with a layout that is drawn as SVG."""
    (folder / "jewel.svg").write_text(svg, encoding="utf-8")
    (folder / "silver.svg").write_text(ICON, encoding="utf-8")
    rows = "    | jewel | | jewel.svg |\n    | silver | silver.svg | |\n"
    looks = f"table looks\n    | what | art | layout |\n{rows}"
    path = folder / "stall.rules"
    path.write_text(f"{RULES.replace('TEXT', text)}\n{looks}", encoding="utf-8")
    return run("print", str(path), *words)


def test_a_drawn_layout_has_its_texts_in_named_rectangles(run: Run, tmp_path: Path) -> None:
    whole = drawn(run, tmp_path, DRAWN.replace("TEXT", "text"))
    assert (whole.status, whole.out) == (0, "wrote stall_cards.pdf: 4 cards on 2 pages\n")
    nowhere = drawn(run, tmp_path, DRAWN)
    assert (nowhere.status, nowhere.out.splitlines()[1:]) == (
        1,
        ["ring: its layout has no rectangle named `text`"],
    )
    long = drawn(run, tmp_path, DRAWN.replace("TEXT", "text"), "On and on. " * 40)
    assert "ring: its text is too long by" in long.out


def test_the_places_of_a_drawn_layout_are_shares_of_its_size() -> None:
    title, text, *_ = sorted(places_of("a.svg", DRAWN.encode()), key=lambda place: place["y"])

    assert title == {
        "name": "title",
        "x": 3 / 63,
        "y": 4 / 88,
        "width": 57 / 63,
        "height": 10 / 88,
        "size": 0.0,
        "colour": "",
        "anchor": "middle",
    }
    assert (text["name"], text["size"], text["colour"]) == ("TEXT", 4 / 88, "#101010")


@pytest.mark.parametrize(
    ("svg", "message"),
    [
        ('<!DOCTYPE svg [<!ENTITY a "a">]><svg/>', "can't be read as svg"),
        ('<svg viewBox="0 0 9 9"><a><image href="/etc/passwd"/></a></svg>', "names other files"),
        (
            '<svg viewBox="0 0 9 9" xmlns:s="http://x"><s:use s:href="b.svg"/></svg>',
            "names other files",
        ),
        ("<svg><rect></svg>", "is not an SVG file: mismatched tag"),
        ("<svg/>", "has neither a `viewBox` nor a width and height"),
        (
            '<svg viewBox="0 0 9 9"><rect id="a" width="1" height="1" color="nice"/></svg>',
            "has the colour `nice`: write `#a04030`",
        ),
    ],
)
def test_a_drawn_layout_names_nothing_outside_of_it(
    run: Run, tmp_path: Path, svg: str, message: str
) -> None:
    ran = drawn(run, tmp_path, svg)

    assert (ran.status, message in ran.err) == (2, True), ran.err


def test_check_and_print_name_what_the_looks_name_and_is_not_there(
    run: Run, tmp_path: Path
) -> None:
    looks = "| what | art | font |\n    | jewel | art/{name}.png | Nosuchface, Libertinus Serif |"
    path = written(tmp_path)
    path.write_text(f"{path.read_text('utf-8')}\ntable looks\n    {looks}\n", encoding="utf-8")

    for name in ("`art/ring.png`", "the font `Nosuchface`"):
        assert f"this is missing: {name}\n" in run("check", str(path)).out
        assert f"missing: {name}\n" in run("print", str(path)).out
    assert "Libertinus" not in run("check", str(path)).out
    assert (run("print", str(path)).status, run("print", str(path), "--strict").status) == (0, 1)


HOSTILE = {
    '#let face(card, w, h) = read("/etc/passwd")': "file not found",
    '#let face(card, w, h) = read("../../../../etc/passwd")': "would escape the project root",
    '#import "@preview/cetz:0.3.1"\n#let face(card, w, h) = []': "the pages cannot be set",
    "#let f(x) = f(x + 1)\n#let face(card, w, h) = f(1)": "maximum function call depth",
    "#let x = 1": "unresolved import",
    '#let face(card, w, h) = { let a = "x" * 999; for i in range(40) { a += a }; a }': "takes more",
}


@pytest.mark.parametrize("layout", HOSTILE)
def test_a_layout_opens_no_file_and_ends(run: Run, tmp_path: Path, layout: str) -> None:
    (tmp_path / "jewel.typ").write_text(layout, encoding="utf-8")
    path = tmp_path / "stall.rules"
    looks = "table looks\n    | what | layout |\n    | jewel | jewel.typ |\n"
    path.write_text(f"{RULES}\n{looks}", encoding="utf-8")
    ran = run("print", str(path))

    assert (ran.status, HOSTILE[layout] in ran.err) == (2, True), ran.err


def test_a_text_from_right_to_left_is_set_so() -> None:
    from ruleslang.apps.printing.card_data import _is_rightwards

    assert _is_rightwards("خذ بطاقة واحدة") and not _is_rightwards("Draw a card, שלום")


def test_a_colour_that_nothing_is_drawn_in_is_reported(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, **{"| Ag   |        |": "| Ag   | red    |"})

    assert (
        "`silver` is not drawn in a colour"
        in run("check", str(path)).err + run("check", str(path)).out
    )


def test_print_names_a_table_that_it_does_not_read(run: Run, tmp_path: Path) -> None:
    rules = RULES.partition("table looks")[0]
    (tmp_path / "stall.rules").write_text(rules, encoding="utf-8")
    (tmp_path / "looks.csv").write_text("what,colour\njewel,red\n", encoding="utf-8")

    ran = run("print", str(tmp_path / "stall.rules"), "--to", "data")

    assert "`looks.csv` is beside this file, but is not read" in ran.err
    assert "name the folder" in ran.err


def test_a_card_never_prints_the_opposite_of_its_field(run: Run, tmp_path: Path) -> None:
    fields = "    has bulk: 0..9\n    has loyal: yes or no = yes\n    has quick: yes or no = no\n"
    path = written(
        tmp_path,
        **{
            "    has bulk: 0..9\n": fields,
            "    bulk: 0\n": "    bulk: 0\n    loyal: no\n    quick: yes\n",
            "| price |": "| price, carat |",
        },
    )

    ring, nail = run("print", str(path), "--to", "data").json["cards"]

    items = [(each["label"], each["type"], each["value"]) for each in nail["items"]]
    assert items[1:] == [("loyal", "word", "no"), ("quick", "truth", "yes")]
    assert [each["label"] for each in ring["items"]] == ["made of"]
    carats = [each["value"] for card in (ring, nail) for each in card["numbers"][:1]]
    assert carats == ["0", "2"]  # one is the default, which `shows` names


@pytest.mark.parametrize("to", ["cards", "pictures", "sheet", "review", "tuckbox"])
def test_without_the_extra_one_line_says_how_to_install_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str
) -> None:
    monkeypatch.setattr("ruleslang.apps.cli.commands.print.find_spec", lambda name: None)
    ran = run("print", str(written(tmp_path)), "--to", to)

    assert ran.status == 2
    assert ran.err == f"ruleslang: {typeset.EXTRA}\n"
    assert run("print", str(tmp_path / "stall.rules"), "--to", "data").status == 0


@pytest.mark.parametrize(
    "command",
    [
        ("print", "-o"), ("print", "--to", "data", "-o"), ("validate", "--html"),
        ("validate", "--examples"), ("report", "-o"), ("learn", "-o"), ("simulate", "--records"),
    ],
)  # fmt: skip
def test_a_missing_folder_is_named_before_the_work(run: Run, command: tuple[str, ...]) -> None:
    name, *options = command
    ran = run(name, "no_such_rulebook", *options, "missing/file")

    assert ran.status == 2
    assert "there is no folder `missing`" in ran.err


def test_backs_are_moved_as_a_printer_needs_it(run: Run, tmp_path: Path) -> None:
    path = str(written(tmp_path))

    data = run("print", path, "--to", "data", "--back-shift", "1.5,-2").json
    assert data["back_shift"] == [1.5, -2]
    assert run("print", path, "--to", "alignment").out == "wrote alignment.pdf\n"
    plain = run("print", path, "--to", "cards", "-o", "plain.pdf"), Path("plain.pdf").read_bytes()
    moved = (
        run("print", path, "--back-shift", "3,0", "-o", "moved.pdf"),
        Path("moved.pdf").read_bytes(),
    )
    assert plain[1] != moved[1]
    refused = run("print", path, "--back-shift", "11,0")
    assert refused.status == 2 and "up to 10" in refused.err


def test_the_summary_says_options_turns_costs_and_the_end_in_sentences() -> None:
    text = """
rulebook mill "Mill"
    language 1
    players 2
    starts with game
    payoff points
option rounds "How many rounds?"
    three "three rounds"
    five * "five rounds"
option luck: 1..9 = 4
state coins(player): 0..20 = 5
state houses(player): 0..20 = 0
value points(p: player): 0..90 = luck + 3 * houses(p) + coins(p)
phase game
    repeat (3 when rounds is three otherwise 5) times
        for each p in players: p may do build
    (players with highest points(it)) win
action build "build a house" by p
    only if houses(p) < 20
    pays 2 from coins(p)
    add 1 to houses(p)
    if houses(p) is 10: p wins
    if coins(p) < 20: add 1 to coins(p)
    else: p wins
whenever there is p in players where coins(p) is 0
    nobody wins
"""
    data = summary_data(Printable.of(ruleslang.load_text(text).program))

    assert data["options"] == [
        "How many rounds? three rounds, five rounds (usually five rounds)",
        "Luck: 1 to 9 (usually 4)",
    ]
    (phase,) = data["turn"]
    assert (1, "For each in all players who are in, called player p:") in phase["lines"]
    assert (2, "Player p may do “build a house”.") in phase["lines"]
    (build,) = data["actions"]
    assert build["lines"][:2] == [
        (0, "Only if your houses is less than 20."),
        (0, "It costs 2 from your coins."),
    ]
    assert data["end"] == [
        (0, "The game is over, won by those in all players who are in with the highest points."),
        (0, "If your houses is 10:"),
        (1, "The game is over, won by you."),
        (0, "If your coins is not less than 20:"),
        (1, "The game is over, won by you."),
        (0, "As soon as there is something in all players who are in (player p) where player p's "
            "coins is 0:"),
        (1, "The game is over, and nobody wins."),
        (0, "Points:"),
        (1, "(luck + (3 × player p's houses)) + player p's coins."),
    ]  # fmt: skip


STYLES = r"""
rulebook styles "Styles"
    language 1
    players 2
    starts with game
kind spell
card bolt "Bolt": spell
    text "**Strike:** 2 * 3 damage.\n*Then* {bolt}."
card odd "Odd": spell
    text "<b>Old</b>, __other__ and * signs"
phase game
    nobody wins
"""


def test_texts_have_bold_italic_and_line_breaks_and_other_marks_are_named(run: Run) -> None:
    bolt, odd = card_data(ruleslang.load_text(STYLES).program)
    assert bolt["rich"] == [
        {"style": "bold", "text": "Strike:"},
        " 2 * 3 damage.\n",
        {"style": "italic", "text": "Then"},
        " ",
        "{bolt}",
        ".",
    ]
    assert bolt["text"] == "Strike: 2 * 3 damage.\nThen {bolt}."
    assert odd["rich"] == [odd["text"]]

    Path("styles.rules").write_text(STYLES)
    ran = run("print", "styles.rules")
    marks = [line for line in (ran.out + ran.err).splitlines() if "a style for" in line]
    assert [line.split("`")[1] for line in marks] == ["<b>", "</b>", "__other__"]
