"""If equal cards enter and leave an unseen zone, no card is logged as passing through."""

from __future__ import annotations

import re
from pathlib import Path

import ruleslang

LAKE = """\
rulebook lake "Lake"
    language 1
    players 2: ann, ben
    starts with game
    at most 9 decisions, then nobody wins

kind fish

card trout x4: fish

zone lake: cards, ordered, seen by nobody
zone basket(player): fish, seen by all

phase game
    move cards to lake
    move top(lake) to basket(ann)
    ann chooses one of
        cast
            move top(lake) to basket(ann)
            move basket(ann) to lake at bottom
            move top(lake) to basket(ben)
        give
            move basket(ann) to basket(ben)
    ben chooses one of
        go: nothing
        stay: nothing
    nobody wins
"""


def log(folder: Path, choice: str) -> str:
    path = folder / "lake.rules"
    path.write_text(LAKE, encoding="utf-8")
    match = ruleslang.load(str(path)).start(seed=1)
    match.choose(choice)
    match.choose("go")
    return next(each.text for each in match.told(0) if each.text.startswith(f"ann: {choice}"))


def test_a_card_that_may_come_from_an_unseen_zone_is_not_reported_as_moved(tmp_path: Path) -> None:
    assert "basket(ann) → basket(ben)" not in log(tmp_path, "cast")


def test_a_card_that_was_seen_to_move_is(tmp_path: Path) -> None:
    assert log(tmp_path, "give") == "ann: give · trout: basket → basket(ben)"


BLIND = """
rulebook blind "Blind"
    language 1
    players 2: ann, ben
    starts with game
kind tile
card sun x4: tile
card moon x4: tile
zone pile: tile, ordered, seen by nobody
zone hand(p: player): tile, ordered, seen by (players except {p})
zone gone: tile, seen by all
phase game
    move cards to pile
    move top(pile, 2) to hand(ann)
    ann chooses n "place" from {1, 2}
    move item(hand(ann), n) to gone
    move top(pile) to hand(ann) at bottom
    ben chooses n2 "place" from {1, 2}
    nobody wins
"""


def test_an_unseen_card_leaves_a_hand_and_another_arrives_in_the_log() -> None:
    match = ruleslang.load_text(BLIND).start(seed=1)
    match.choose("1")
    match.choose("1")
    texts = [entry.text for entry in match.told(0) if entry.text.startswith("ann: place")]
    assert len(texts) == 1
    assert re.search(r"place: 1 · (sun|moon): hand → gone · 1 card: pile → hand$", texts[0])


BENCH = """\
rulebook bench "Bench"
    language 1
    players 2: ann, ben
    starts with game

kind man
card pin x4: man

words Post: wing, centre
words Pose: upright, flat
zone men(player, Post, Pose): man, seen by all

phase game
    move cards to men(ann, wing, flat)
    move men(ann, wing, flat) to men(ben, wing, upright)
    move top(men(ben, wing, upright)) to men(ann, wing, flat)
    move top(men(ben, wing, upright)) to men(ann, centre, upright)
    ann chooses k from 1..2
    move men(ann, wing, flat) to men(ann, centre, flat)
    move men(ann, centre, upright) to men(ann, wing, upright)
    ben chooses n from 1..2
    nobody wins
"""


def test_equal_pieces_that_change_places_are_logged_as_they_moved() -> None:
    match = ruleslang.load_text(BENCH).start(seed=1)
    match.choose(0)
    match.choose(0)

    text = " ".join(each.text for each in match.told(0))
    assert "men(wing, flat) → men(centre, flat)" in text
    assert "men(centre, upright) → men(wing, upright)" in text
    assert "- pin" not in text and "0 cards" not in text
