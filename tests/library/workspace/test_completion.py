"""The proposals at the end of a text that is being written, the best first."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.library.workspace import fitting_names
from ruleslang.library.workspace.completion import MOST_ITEMS, completions
from ruleslang.library.workspace.snippets import filled
from ruleslang.library.workspace.workspace import Workspace
from tests.support.word_places import WordPlace, folders, word_places

RULES = """\
rulebook ferry "The ferry"
    language 1
    players 2: east, west
    starts with game

words Ware: apples, cloth

kind crate
    has ware: Ware
    has cost: 0..9

card apple_crate "Crate of apples" x8: crate
    ware: apples
    cost: 1

zone pile: crate, ordered, seen by nobody

state owed(player): 0..9 = 0

phase game
    nobody wins

action load by p choosing c "crate to load" from pile
    move c to pile

"""
OFFERED = {  # the end of the text: what is among the first ten, what is not offered as fitting
    "zone ": ([], ["pile"]),
    "zone heap: ": (["crate", "cards"], ["Ware", "pile"]),
    "zone deck(player): ": (["crate", "cards"], ["Ware", "pile"]),
    'zone heap: crate, seen by all "a place ': ([], ["designed"]),
    'card x "A ': ([], ["designed", "only"]),
    "phase b\n    shuffle ": (["pile"], ["east", "Ware", "players"]),
    "phase b\n    take turns p among ": (
        ["all_players", "nobody", "players", "winners", "allies", "clockwise"],
        ["east", "pile"],
    ),
    'card x "X" x2: ': (["crate"], ["Ware", "count"]),
    'card x "X" x2: crate\n    ': (["cost", "ware"], ["count"]),
    'card x "X" x2: crate\n    cost: ': ([*"0123456789"], ["Ware", "owed", "top"]),
    "phase b\n    set owed(east) to ": ([*"0123456789", "owed"], ["Ware", "pile", "players"]),
    "phase b\n    if owed(east) > ": ([*"0123456789", "owed"], ["Ware", "pile", "players"]),
    "phase b\n    add ": ([*"123"], []),
    "phase b\n    repeat ": ([*"123", "owed"], ["Ware", "pile", "players"]),
    "phase b\n    move top(": (["pile"], ["east", "players"]),
    'example "e"\n    then top(': (["pile"], ["east", "owed"]),
    'claim "c": number of (': (["Ware", "crate"], ["owed", "ware"]),
    "phase b\n    if top(": (["pile"], ["east", "players"]),
    'example "e"\n    then owed(': (["east", "west"], ["pile"]),
    "phase b\n    move top(pile) to ": (["pile"], ["east", "players"]),
    "phase b\n    set ": (["owed", "active"], ["pile", "players"]),
    'card x "X" x2: crate\n    ware: ': (["apples", "cloth"], ["Ware", "east", "top"]),
    "deck crates of crate: ware in Ware, n in 1..": ([], []),
    "kind big\n    has ": ([], ["pile"]),
    "kind big\n    has size: ": (["Ware", "crate", "card"], ["pile", "count"]),
    "procedure deal(p: ": (["Ware", "crate", "card"], ["pile"]),
    "phase b\n    east may do ": (["load"], ["game"]),
    "phase b\n    for each ": ([], ["pile"]),
    "phase b\n    ": (["if", "take turns", "for each"], ["count", "Ware", "pile"]),
    "phase b\n    e": (["east"], ["Ware", "pile"]),
    "phase b\n    for each p in players\n        p": (["p"], ["pile"]),
    "action sell by ": ([], ["pile"]),
    "phase b\n    add 1 to owed(": (["east", "west"], ["owed"]),
    "state w(": (["Ware", "crate", "card"], ["pile"]),
}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    path = tmp_path_factory.mktemp("ferry") / "ferry.rules"
    path.write_text(RULES, encoding="utf-8")
    return Workspace(str(path.resolve()))


@pytest.mark.parametrize("end", OFFERED)
def test_words_that_fit_a_place_are_offered_first(written: Workspace, end: str) -> None:
    first, unfit = OFFERED[end]
    text = RULES + end

    path = Path(written.rulebook)
    items = completions(written.snapshot(), path, text, len(text)).items

    fitting = [item.name for item in items if item.fits]
    assert {*fitting[: max(10, len(first))]} >= {*first}
    assert not {*fitting} & {*unfit}


def test_at_the_margin_no_word_is_offered_beside_its_snippet() -> None:
    offered = completions(None, Path("game.rules"), "ca", 2)

    assert [item.sort for item in offered.items if item.name == "card"] == ["snippet"]


@pytest.mark.parametrize("start", ["", "phase b\n    ", "phase b\n    e", "c"])
def test_few_items_are_offered_at_the_start_of_a_line(written: Workspace, start: str) -> None:
    text = RULES + start

    offered = completions(written.snapshot(), Path(written.rulebook), text, len(text))

    assert 0 < len(offered.items) <= 25
    assert not offered.is_whole


def test_a_number_of_a_wide_range_is_offered_with_its_ends(written: Workspace) -> None:
    text = f"{RULES}state depth: -40..200 = "

    offered = completions(written.snapshot(), Path(written.rulebook), text, len(text)).items

    numbers = [item.name for item in offered if item.sort == "number"]
    assert numbers[:10] == [*"0123456789"] and {*numbers[10:]} == {"-40", "200"}


def test_a_menu_with_translated_texts_is_completed(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "language/corpus/stale-text.rules").read_text("utf-8")
    path = tmp_path / "ring.rules"
    path.write_text(text, "utf-8")
    at = text.index("away wins")

    offered = completions(Workspace(str(path)).snapshot(), path, text[:at] + text[at + 4 :], at)

    assert {"home", "away"} <= {choice.name for choice in offered.items}


def test_names_that_fit_alike_are_tried_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each trial lowers a declaration, so a large rulebook would be slow to complete."""
    states = [f"state s_{number}(player): 0..{number + 9} = 0" for number in range(60)]
    lists = [f"words List_{number}: word_{number}, other_{number}" for number in range(60)]
    path = tmp_path / "ferry.rules"
    path.write_text("\n".join([RULES, *states, *lists, ""]), encoding="utf-8")
    tried: list[str] = []
    errors_with = fitting_names.errors_with

    def counted(symbols: Symbols, before: str, word: str, behind: str) -> object:
        tried.append(word)
        return errors_with(symbols, before, word, behind)

    monkeypatch.setattr(fitting_names, "errors_with", counted)
    text = path.read_text(encoding="utf-8") + "phase b\n    shuffle "

    items = completions(Workspace(str(path)).snapshot(), path, text, len(text)).items

    assert [item.name for item in items] == ["pile"]
    assert 10 < len(tried) < 50


def test_the_right_word_is_mostly_among_the_first() -> None:
    """With nothing typed: first in four of ten places, and in the first ten in seven."""
    small = [each for each in folders() if each.name in ("nim", "kuhn_poker", "pig", "sealed_bids")]
    ranks = [rank_of(place) for folder in small for place in list(word_places(folder))[3::25]]

    assert len(ranks) > 30
    assert sum(rank == 0 for rank in ranks) >= 0.4 * len(ranks)
    assert sum(rank < 10 for rank in ranks) >= 0.7 * len(ranks)


def rank_of(place: WordPlace) -> int:
    """The place in the list of the word that was written there; the rest of its line is not yet."""
    end = place.text.find("\n", place.at)
    text = place.text[: place.at] + place.text[end:]
    items = completions(place.snapshot, place.path, text, place.at).items
    names = [filled(item.body).split() or [item.name] for item in items]
    found = (rank for rank, name in enumerate(names) if name[0] == place.word)
    return next(found, MOST_ITEMS)
