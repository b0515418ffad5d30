"""Texts in other languages: read from tables, shown, overridden, reported."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang
from ruleslang.library.load import load
from tests.support.tiny_game import GAME

RULES = """\
rulebook cave "The cave"
    language 1
    texts in en, fr
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

kind gem
    has worth: 1..9

kind stone
    play "throw it" in dusk choosing p "at whom" from players
        add 1 to guess

card flint "Flint" x4: stone
    text "Sharp."

zone hand(player): stone, seen by owner
zone bag: gem, ordered, seen by nobody

state guess: 0..3 = 0

option deep "How deep?"
    shallow * "a little"
    far "far down"

window dusk(now: player) "at dusk, says {now}"
    asks players
    offers cast
    closes after one use

action cast "throw" by p choosing s "a stone" from hand(p)
    perform s

phase game
    move cards where it is flint to hand(home)
    open dusk(home)
    home chooses one of "where to"
        left "left": nothing
        right: nothing
    home wins

before game
    home chooses g "a guess" from 1..3
    set guess to g

measure "stones" = number of hand(home)
"""
CARDS = "id,name,worth,text\nopal,Opal,3,It shines.\n"
WORDS = """\
what,original,fr,(notes)
cave,The cave,La grotte,
stone,throw it,le lancer,
stone,at whom,sur qui,
flint,Flint,Silex,
flint,Sharp.,Tranchant.,
deep,How deep?,À quelle profondeur ?,
deep,a little,un peu,
deep,far down,tout au fond,
dusk,"at dusk, says {now}","au crépuscule, dit {now}",
cast,throw,lancer,
cast,a stone,une pierre,
game,where to,vers où,
game,left,à gauche,
,a guess,au hasard,
,stones,pierres,
opal,Opal,Opale,x
opal,It shines.,"Elle brille, elle.",
"""


@pytest.fixture
def cave(tmp_path: Path) -> Path:
    folder = tmp_path / "cave"
    folder.mkdir()
    for name, text in (("cave.rules", RULES), ("gem.csv", CARDS), ("texts.csv", WORDS)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def advice(place: Path, *cards: Path) -> list[str]:
    found = load(str(place), cards=[str(path) for path in cards], lints=True).diagnostics
    return [f"{each.slug} {each.span.text}" for each in found if "text" in each.slug]


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, after), encoding="utf-8")


def log(game: ruleslang.Game) -> str:
    """All that is shown on the way through the match, and what is printed on cards."""
    match = game.start(seed=1)
    lines = [each.title.text for each in match.engine.population.cards]
    lines += [str(each.rules_text and each.rules_text.text) for each in game.program.definitions]
    while match.decision is not None:
        lines += [match.decision.prompt, *(each.text for each in match.decision.choices)]
        match.choose(match.decision.choices[0])
    return "\n".join(lines)


def test_everything_that_players_read_is_in_the_language(cave: Path) -> None:
    assert advice(cave) == []

    french = log(ruleslang.load(cave, lang="fr"))
    for words in ("Silex", "Opale", "Elle brille, elle.", "Tranchant.", "au crépuscule, dit home"):
        assert words in french
    for words in ("une pierre", "sur qui", "vers où", "à gauche", "au hasard"):
        assert words in french
    for words in ("stone", "Flint", "whom", "left", "dusk"):
        assert words not in french


def test_a_match_is_the_same_in_all_languages(cave: Path) -> None:
    english = ruleslang.load(cave)
    french = english.in_language("fr")

    assert (english.languages, french.digest) == (("en", "fr"), english.digest)
    one, other = english.start(seed=3), french.start(seed=3)
    one.choose("2")
    other.choose("2")
    assert one.hash() == other.hash()
    assert french.resume(one.to_json()).decision == other.decision
    assert log(french.in_language("en")) != log(english)  # a language is chosen once


def test_an_unknown_language_is_refused(cave: Path) -> None:
    with pytest.raises(ValueError, match="no texts in `fe`; it has them in: en, fr"):
        ruleslang.load(cave, lang="fe")
    with pytest.raises(ValueError, match="does not say in which languages"):
        ruleslang.load("higher", lang="en")
    with pytest.raises(TypeError, match="`lang` is a string"):
        ruleslang.load(cave, lang=3)  # type: ignore[arg-type]


def test_a_text_without_a_row_is_shown_as_it_is(cave: Path) -> None:
    change(cave / "texts.csv", "flint,Flint,Silex,\n", "")

    assert advice(cave) == ['missing-text "Flint"']
    assert "Flint" in log(ruleslang.load(cave, lang="fr"))


def test_a_text_that_changed_leaves_a_stale_row(cave: Path) -> None:
    load(str(cave), lints=True)  # what the declarations became is kept
    change(cave / "cave.rules", '"a stone"', '"one of your stones"')

    assert advice(cave) == ["stale-text a stone"]
    assert "one of your stones" in log(ruleslang.load(cave, lang="fr"))


def test_a_changed_table_is_heeded(cave: Path) -> None:
    ruleslang.load(cave)
    change(cave / "texts.csv", "une pierre", "un caillou")

    assert "un caillou" in log(ruleslang.load(cave, lang="fr"))


def test_names_in_braces_are_those_of_the_window(cave: Path) -> None:
    change(cave / "texts.csv", "dit {now}", "dit {nuit}")

    assert advice(cave) == ["unknown-in-text nuit"]


def test_rows_laid_over_take_the_place_of_those_of_the_card(cave: Path, tmp_path: Path) -> None:
    over = tmp_path / "over.cards"
    card = 'card flint "Flint" x9: stone\n    text "Very sharp."\n'
    over.write_text(card, encoding="utf-8")
    assert advice(cave, over) == ["stale-text Sharp."]

    rows = "| what | original | fr |\n    | flint | Very sharp. | Affûté. |"
    over.write_text(f"{card}\ntable texts\n    {rows}\n", encoding="utf-8")
    assert advice(cave, over) == ['missing-text "Flint"']
    assert "Affûté." in log(ruleslang.load(cave, cards=[over], lang="fr"))

    row = "| what | original | fr |\n    | cast | a stone | un galet |"
    over.write_text(f"table texts\n    {row}\n", encoding="utf-8")
    assert advice(cave, over) == []
    assert "un galet" in log(ruleslang.load(cave, cards=[over], lang="fr"))


def test_a_table_beside_a_rulebook_of_one_file_is_reported(cave: Path) -> None:
    (cave / "gem.csv").unlink()
    change(cave / "cave.rules", "kind gem\n    has worth: 1..9\n\n", "")
    change(cave / "cave.rules", "zone bag: gem, ordered, seen by nobody\n", "")
    found = load(str(cave / "cave.rules"), lints=True).diagnostics

    message = {each.slug: each.span.text for each in found}
    assert message["unread-table"] == "texts in en, fr"
    assert "missing-text" not in message


def test_no_kind_is_called_texts() -> None:
    found = ruleslang.check_text(RULES.replace("kind gem", "kind texts"))

    assert "built-in-name" in {each.slug for each in found}


def test_titles_of_rows_have_the_values_of_their_own_cells(tmp_path: Path) -> None:
    kind = "kind bang\n    has suit: Suit\n    has rank: 2..14\nwords Suit: red_hearts, spades\n"
    rows = "a,Bang {rank} of {suit},spades,14\nb,Bang {rank} of {suit},red_hearts,2\n"
    (tmp_path / "bang.csv").write_text(f"id,name,suit,rank\n{rows}c,{{other}},spades,3\n")
    (tmp_path / "game.rules").write_text(GAME.replace("\n\n", f"\n\n{kind}", 1), encoding="utf-8")
    compiled = load(str(tmp_path)).compiled
    assert compiled is not None
    titles = [definition.text.text for definition in compiled.program.definitions]
    assert titles == ["Bang 14 of spades", "Bang 2 of red hearts", "{other}"]
