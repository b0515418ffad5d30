"""The view of spectators: public information only, in every engine."""

from __future__ import annotations

from collections import Counter

import ruleslang
from ruleslang.engine.match.chance import Stream
from tests.support.every import every

ALONE = """
rulebook alone "Alone"
    players 1
    starts with game

words Colour: red, blue
kind token
card ruby "Ruby" x2: token
card opal "Opal" x2: token
zone pile: token, ordered, seen by nobody
zone hand(player): token, seen by owner
zone table: token, seen by all

procedure game
    move cards to pile
    shuffle pile
    for each p in players
        move top(pile, 3) to hand(p)
        p chooses c from hand(p)
        move c to table
        p chooses d from hand(p)
        p wins
    nobody wins
"""


def logged_more(public: ruleslang.View, own: ruleslang.View) -> list[str]:
    """What a view tells of which another one says nothing."""
    zones = [
        name
        for name, zone in public.zones.items()
        if (zone.count is not None and own.zones[name].count is None)
        or Counter(filter(None, zone.cards)) - Counter(filter(None, own.zones[name].cards))
    ]
    states = [
        name
        for name, value in public.states.items()
        if value is not None and own.states.get(name) is None
    ]
    dice = [name for name, faces in public.dice.items() if faces and own.dice[name] is None]
    return [*zones, *states, *dice, *(fact.fact for fact in public.facts if fact not in own.facts)]


@every("name", ruleslang.rulebooks())
def test_a_spectator_knows_nothing_that_some_seat_does_not(name: str) -> None:
    match = ruleslang.load(name).start(seed=3)
    stream = Stream(11)
    for step in range(60):
        if match.decision is None:
            break
        if step % 4 == 0 and match.engine.together is None:  # there one's own plan is newer
            for seat in range(len(match.seats)):
                assert not logged_more(match.view(None), match.view(seat))
        match.engine.choose(stream.below(len(match.decision.choices)))


def test_a_spectator_sees_no_hand_even_where_all_players_do() -> None:
    match = ruleslang.load_text(ALONE).start(seed=1)
    hand = f"hand({match.seats[0]})"

    assert None not in match.view(0).zones[hand].cards
    assert match.view(None).zones[hand].cards == (None, None, None)
    assert match.view(None).decision is None


def test_a_spectator_sees_what_was_shown_to_all() -> None:
    match = ruleslang.load("gin_rummy").start(seed=1)
    quick = ruleslang.load("gin_rummy").start(seed=1, engine="wasm")

    assert match.view(None) == quick.view(None)
    assert match.view(None).player is None
    assert ruleslang.as_data(match.view(None))["player"] is None


def test_a_story_is_the_same_whoever_asks_first() -> None:
    """Early in a match only seats have a story until a spectator asks; later all have one."""
    game = ruleslang.load("crazy_eights")
    by_seats, by_all = (game.start(seed=5, engine="wasm") for _ in range(2))
    readers = None, *range(len(by_all.seats))
    for _ in range(12):
        for match in (by_seats, by_all):
            match.choose(0)
        for seat in range(len(by_seats.seats)):
            by_seats.story(seat)
    expected = [by_all.story(reader) for reader in readers]

    assert [by_seats.story(reader) for reader in readers] == expected
    assert [by_seats.information(reader) for reader in readers] == [
        by_all.information(reader) for reader in readers
    ]


def test_a_story_is_kept_for_other_seeds_only_if_chance_did_the_same() -> None:
    game = ruleslang.load("kuhn_poker")
    told: dict[str, tuple[ruleslang.Entry, ...]] = {}
    for seed in range(40):
        match = game.start(seed=seed, engine="wasm")
        match.choose(0)
        story, information = match.story(0), match.information(0)
        assert told.setdefault(information, story) == story
        fresh = ruleslang.load("kuhn_poker").start(seed=seed, engine="wasm")
        fresh.choose(0)
        assert (fresh.story(0), fresh.information(0)) == (story, information)
    assert len(told) == 3  # one for each card that a seat can hold
