"""If equal cards enter and leave an unseen zone, no card is logged as passing through."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

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
    return next(each.text for each in match.story(0) if each.text.startswith(f"ann: {choice}"))


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
    texts = [entry.text for entry in match.story(0) if entry.text.startswith("ann: place")]
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

    text = " ".join(each.text for each in match.story(0))
    assert "men(wing, flat) → centre" in text
    assert "men(centre, upright) → wing" in text
    assert "- pin" not in text and "0 cards" not in text


DRAFT = """\
rulebook draft "Draft"
    language 1
    players 3: ann, ben, cat
    starts with game
kind tree
card oak x2: tree
card elm: tree
card ash: tree
card yew x2: tree
card fig x3: tree
zone hand(player): tree, seen by owner
zone garden(player): tree, seen by all
phase game
    move first(cards where it is oak and it is not in hand(any)) to hand(ann)
    move first(cards where it is elm and it is not in hand(any)) to hand(ann)
    move first(cards where it is fig and it is not in hand(any)) to hand(ann)
    move first(cards where it is ash and it is not in hand(any)) to hand(ben)
    move first(cards where it is yew and it is not in hand(any)) to hand(ben)
    move first(cards where it is fig and it is not in hand(any)) to hand(ben)
    move first(cards where it is oak and it is not in hand(any)) to hand(cat)
    move first(cards where it is yew and it is not in hand(any)) to hand(cat)
    move first(cards where it is fig and it is not in hand(any)) to hand(cat)
    repeat 2 times
        together for each p in players
            p chooses c "tree to plant" from hand(p)
            move c to garden(p)
        move hand(any) to the left
    nobody wins
"""


def test_a_card_passed_on_is_not_told_to_be_the_equal_one_that_another_lays() -> None:
    match = ruleslang.load_text(DRAFT).start(seed=1)
    for tree in ("elm", "yew", "oak", "fig", "fig", "fig"):
        match.choose(tree)
    text = next(each.text for each in match.story(2) if "elm" in each.text)
    assert "→ garden(ben)" not in text
    assert "oak: hand(cat) → garden(cat)" in text
    assert "garden(ben): + yew" in text


VOTE = """\
rulebook vote "Vote"
    language 1
    players 3: ann, ben, cleo
    starts with game
    at most 9 decisions, then nobody wins
kind paper
card low x8: paper
card high x8: paper
zone pile: paper, ordered, seen by nobody
zone hand(player): paper, seen by owner
zone ballot(player): paper, seen by {seen}
zone spent: paper, seen by all
phase game
    move cards to pile
    shuffle pile
    for each p in players: move top(pile, 3) to hand(p)
    together for each p in players
        p chooses c "ballot" from hand(p)
        move c to ballot(p)
    move top(pile) to hand(ben)
    move ballot(any) to spent
    for each p in players: move top(pile) to hand(p)
    ann chooses one of
        more: nothing
        less: nothing
    nobody wins
"""


@pytest.mark.parametrize("seen", ["owner", "all"])
def test_a_card_is_not_logged_as_coming_from_where_another_card_went(seen: str) -> None:
    for seed in range(5):
        match = ruleslang.load_text(VOTE.replace("{seen}", seen)).start(seed=seed)
        while match.decision is not None:
            match.choose(0)
        for reader in range(3):
            texts = [entry.text for entry in match.story(reader)]
            assert any("spent" in text for text in texts)
            assert not [text for text in texts if re.search(r"pile → (the )?spent", text)]


PLAN = """\
rulebook plan "Plan"
    language 1
    players 2: ann, ben
    starts with game
    at most 9 decisions, then nobody wins
kind paper
card low x8: paper
card high x8: paper
zone store: paper, ordered, seen by nobody
zone pile(player): paper, ordered, seen by nobody
zone hand(player): paper, seen by owner
zone spent(player): paper, seen by all
phase game
    move cards to store
    shuffle store
    for each p in players
        move top(store, 4) to pile(p)
        move top(store, 4) to hand(p)
    together for each p in players
        p chooses c "card to lay" from hand(p)
        move c to spent(p)
        move top(pile(p)) to hand(p)
    ann chooses one of
        more: nothing
        less: nothing
    nobody wins
"""


def test_what_changed_in_a_plan_is_not_taken_for_one_move() -> None:
    match = ruleslang.load_text(PLAN).start(seed=1)
    while match.decision is not None:
        match.choose(0)
    (laid,) = (entry.text for entry in match.story(0) if "spent(ben)" in entry.text)
    assert "pile(ben) → spent(ben)" not in laid and "spent(ben): + " in laid


SWAP = """\
rulebook swap "Swap"
    language 1
    players 2: ann, ben
    starts with game
kind tool
card axe x4: tool
card saw x2: tool
zone bag(player): tool, seen by all
zone bench: tool, seen by all
phase game
    move first(cards where it is saw) to bag(ann)
    move first(cards where it is saw and it is not in bag(ann)) to bag(ben)
    move first(cards where it is axe) to bag(ann)
    ann chooses n from 1..2
    BODY
    ben chooses m from 1..2
    nobody wins
"""


def swapped(body: str, reader: int | None = None) -> str:
    """What a log says after a choice of Ann."""
    match = ruleslang.load_text(SWAP.replace("BODY", body)).start(seed=1)
    match.choose("1")
    match.choose("1")
    (text,) = (e.text for e in match.story(reader) if e.text.startswith("ann: n: 1"))
    return text.removeprefix("ann: n: 1 · ")


def test_equal_cards_that_are_exchanged_go_both_ways() -> None:
    body = """move first(bag(ann) where it is saw) to bag(ben)
    move first(bag(ben) where it is saw) to bag(ann)"""

    assert swapped(body) == "saw: bag → bag(ben) · saw: bag(ben) → bag"


@pytest.mark.parametrize("seen", ["all", "owner"])
def test_a_card_that_comes_back_has_both_moves(seen: str) -> None:
    body = "let c = first(bag(ann) where it is axe)\n    move c to bench\n    move c to bag(ann)"
    text = SWAP.replace("bag(player): tool, seen by all", f"bag(player): tool, seen by {seen}")
    match = ruleslang.load_text(text.replace("BODY", body)).start(seed=1)
    match.choose("1")
    match.choose("1")

    for reader in (0, 1):
        texts = [entry.text for entry in match.story(reader)]
        assert any("axe: bag" in text and "axe: bench → bag" in text for text in texts), texts


def test_a_card_chosen_of_another_player_has_its_origin() -> None:
    took = 'ann chooses c "what to take" from bag(WHO)\n    move c to bench'
    texts = []
    for who in ("ann", "ben"):
        match = ruleslang.load_text(SWAP.replace("BODY", took.replace("WHO", who))).start(seed=1)
        while match.decision is not None:
            match.choose(0)
        texts += [e.text for e in match.story(1) if "what to take" in e.text]

    assert texts == [
        "ann: n: 1; what to take: axe → bench",
        "ann: n: 1; what to take: saw: bag(ben) → bench",
    ]


def test_cards_that_went_one_way_before_and_after_a_change_are_apart() -> None:
    body = """move first(bag(ann) where it is axe) to bench
    add 1 to count
    add 1 to notes
    move first(bag(ann) where it is saw) to bench"""
    more = "state count: 0..9 = 0\nstate notes: 0..9 = 0, kept in mind\nphase game"
    match = ruleslang.load_text(SWAP.replace("phase game", more).replace("BODY", body)).start(
        seed=1
    )
    match.choose("1")
    match.choose("1")

    log = "ann: n: 1 · axe: bag → bench · count 0 → 1 · saw: bag → bench"
    assert log in [entry.text for entry in match.story(None)]
