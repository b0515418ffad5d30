"""Looks: titles for people, at the terminal and in a browser, translated, outside of the digest."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang
from ruleslang.api import as_data
from ruleslang.explanation.story.view_text import view_lines, words_of
from ruleslang.library.load import load

RULES = """\
rulebook cave "The cave"
    language 1
    texts in en, fr
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

words Metal: copper, fine_silver

kind gem
    has metal: Metal

card opal "Opal": gem
    metal: fine_silver

zone back_pack(player): gem, seen by all
state last_metal: Metal or none

phase game
    move cards to back_pack(home)
    set last_metal to fine_silver
    home chooses m "which" from Metal
    home wins

table texts
    | what | original | fr        |
    | cave | The cave | La grotte |
    | opal | Opal     | Opale     |
    | game | which    | lequel    |
"""
LOOKS = "what;title;colour\nfine_silver;sterling;#c0c0c0\nback_pack;rucksack;\nmetal;made of;\n"
FRENCH = (
    "    | fine_silver | sterling | argent |\n    | back_pack | rucksack | sac à dos |\n"
    "    | metal | made of | fait en |\n"
)


@pytest.fixture
def cave(tmp_path: Path) -> Path:
    folder = tmp_path / "cave"
    folder.mkdir()
    (folder / "cave.rules").write_text(RULES, encoding="utf-8")
    return folder


def lines(game: ruleslang.Game) -> str:
    match = game.start(seed=1)
    assert match.decision is not None
    choices = [each.text for each in match.decision.choices]
    return "\n".join([*view_lines(match.view(0), words_of(match.engine)), *choices])


def test_titles_are_shown_at_the_terminal_and_in_the_page(cave: Path) -> None:
    plain = ruleslang.load(cave)
    assert "back pack(home): Opal" in lines(plain)
    (cave / "looks.csv").write_text(LOOKS, encoding="utf-8")

    game = ruleslang.load(cave)

    assert game.digest == plain.digest
    assert "rucksack(home): Opal" in lines(game)
    assert "last metal sterling" in lines(game)
    assert lines(game).endswith("copper\nsterling")
    declared = as_data(game.start(seed=1).declarations)
    assert {each["text"] for each in declared["zones"]} == {"rucksack"}
    assert declared["cards"][0]["fields"][0]["text"] == "made of"
    assert declared["cards"][0]["fields"][0]["shown"] == "sterling"


def test_titles_are_translated_and_missed_where_they_are_not(cave: Path) -> None:
    (cave / "looks.csv").write_text(LOOKS, encoding="utf-8")
    found = load(str(cave), lints=True).diagnostics
    missing = [each for each in found if each.slug == "missing-text"]
    assert [each.span.text for each in missing] == ["sterling"]
    assert missing[0].message.endswith("nor have 2 more")

    (cave / "cave.rules").write_text(RULES + FRENCH, encoding="utf-8")

    assert not any("text" in each.slug for each in load(str(cave), lints=True).diagnostics)
    french = lines(ruleslang.load(cave, lang="fr"))
    assert "sac à dos(home): Opale" in french
    assert french.endswith("copper\nargent")


def test_looks_laid_over_add_to_those_of_the_rulebook(cave: Path, tmp_path: Path) -> None:
    (cave / "looks.csv").write_text(LOOKS, encoding="utf-8")
    over = tmp_path / "looks.csv"
    over.write_text("what,title\nback_pack,satchel\n", encoding="utf-8")

    game = ruleslang.load(cave, cards=[over])

    assert "satchel(home): Opal" in lines(game)
    assert "sterling" in lines(game)


def test_no_kind_is_called_looks() -> None:
    found = ruleslang.check_text(RULES.replace("kind gem", "kind looks"))

    assert "built-in-name" in {each.slug for each in found}


def test_regions_of_a_board_have_a_title_and_a_colour(cave: Path) -> None:
    drawn = (
        'board floor: grid 3 by 2\n    row ". P P"\n    row ". . P"\n    region ponds "P"\n\nzone '
    )
    (cave / "cave.rules").write_text(RULES.replace("zone ", drawn, 1), encoding="utf-8")
    (cave / "looks.csv").write_text("what;title;colour\nponds;water;blue\n", encoding="utf-8")
    (board,) = ruleslang.load(str(cave)).start(seed=1).declarations.boards
    (region,) = board["regions"]

    assert (region["text"], region["colour"][0], region["owner"]) == ("water", "#", None)
    assert region["spaces"] == ["cell(3, 1)", "cell(2, 2)", "cell(3, 2)"]
