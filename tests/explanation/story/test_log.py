"""The log of seats and spectators, the parts of choices, and undo."""

from __future__ import annotations

import json

import pytest

import ruleslang
from ruleslang.engine.match.chance import Stream
from tests.support.every import every


def played(name: str, choices: int, engine: str = "interpreter") -> ruleslang.Match:
    """A match after some choices by chance."""
    match, stream = ruleslang.load(name).start(seed=4, engine=engine), Stream(9)
    for _ in range(choices):
        if match.decision is None:
            break
        match.choose(stream.below(len(match.decision.choices)))
    return match


@pytest.mark.parametrize("name", ["hearts", "hanabi", "ollapion", "connect_four"])
def test_all_engines_have_the_same_log(name: str) -> None:
    one, other = played(name, 20), played(name, 20, "wasm")

    for seat in (None, *range(len(one.seats))):
        assert one.story(seat) == other.story(seat)
        assert one.under_way(seat) == other.under_way(seat)


def test_the_log_does_not_depend_on_when_it_is_requested() -> None:
    late, match, stream = played("ollapion", 30), played("ollapion", 0), Stream(9)
    for _ in range(30):
        assert match.decision is not None
        match.choose(stream.below(len(match.decision.choices)))
        match.story(0)

    assert match.story(0) == late.story(0)
    assert match.story(None) == late.story(None)


def test_a_seat_remembers_what_it_was_asked_and_chose() -> None:
    match = played("hearts", 30)
    own = [each.choice for each in match.choices if each.player == 2]

    assert [each.choice for each in match.story(2) if each.kind == "chose"] == own
    assert not [each for each in match.story(None) if each.kind in ("asked", "chose")]


def test_a_draw_is_a_card_that_goes_from_the_pile_to_a_hand() -> None:
    match = played("crazy_eights", 60)
    moves = [
        (part.origin, part.end, part.cards)
        for entry in match.story(0)
        for part in entry.parts
        if isinstance(part, ruleslang.Moved) and part.origin == "pile" and len(part.cards) == 1
    ]

    own, other = f"hand({match.seats[0]})", f"hand({match.seats[1]})"
    assert any(end == own and cards != (None,) for _, end, cards in moves)
    assert any(end == other and cards == (None,) for _, end, cards in moves)


@every("name", ruleslang.rulebooks())
def test_choices_have_parts_that_distinguish_them(name: str) -> None:
    match, stream = ruleslang.load(name).start(seed=2), Stream(3)
    for _ in range(12):
        if match.decision is None:
            break
        parts = match.parts
        assert len(parts) == len(match.decision.choices)
        assert all(parts) and len({repr(each) for each in parts}) == len(parts)
        view = match.view(match.decision.player)
        for part in (part for each in parts for part in each):
            if part.kind == "card" and part.nth is not None and part.zone is not None:
                assert view.zones[part.zone].cards[part.nth] in (part.name, None)
        json.dumps(ruleslang.as_data(parts))
        match.engine.choose(stream.below(len(match.decision.choices)))


@every("name", ruleslang.rulebooks())
def test_declarations_name_all_that_a_view_has(name: str) -> None:
    match = ruleslang.load(name).start(seed=1)
    declared, view = match.declarations, match.view(0)

    json.dumps(ruleslang.as_data(declared))
    assert {each["name"] for each in declared.zones} == set(view.zones)
    assert {each["name"] for each in declared.dice} == set(view.dice)
    assert set(view.states) <= {each["name"] for each in declared.states}
    assert {each["name"] for each in declared.pieces} == set(view.pieces)


@pytest.mark.parametrize("engine", ["interpreter", "wasm"])
def test_a_match_goes_back(engine: str) -> None:
    match = played("hearts", 30, engine)

    for made in (0, 7, 16, 17, 30):
        back = match.before(made)
        assert back.choices == match.choices[:made]
        assert back.hash() == played("hearts", made, engine).hash()
    with pytest.raises(ValueError, match="0 to 30"):
        match.before(31)


def test_a_save_with_a_wrong_place_is_refused() -> None:
    match = played("hearts", 10)
    text = match.to_json()
    game = ruleslang.load("hearts")

    assert game.resume(text).hash() == match.hash()
    start, made = match.start, list(match.choices)
    wrong = [*made[:-1], ruleslang.Made(made[-1].player, made[-1].choice, 99)]
    with pytest.raises(ruleslang.Refused):
        game.replayed(start, wrong)


def test_men_that_are_states_of_spaces_are_logged_as_moving_and_taking() -> None:
    match = ruleslang.load("chess").start(seed=1)
    for move in ("move_man e2, e4", "move_man d7, d5", "move_man e4, d5"):
        match.choose(move)
    entries = match.story(1)
    begun = next(place for place, entry in enumerate(entries) if entry.kind == "saw")
    log = [part for entry in entries[begun + 1 :] for part in entry.parts]
    carried = [part for part in log if isinstance(part, ruleslang.Carried)]

    assert [each.text for each in carried] == [
        "pawn e2 → e4",
        "pawn d7 → d5",
        "pawn e4 → d5, in place of black pawn",
    ]
    assert (carried[2].origin, carried[2].end) == ("e4", "d5")
    quiet = {
        part.text for part in log if isinstance(part, ruleslang.Changed) and "man" in part.state
    }
    assert quiet == {""}
    json.dumps(ruleslang.as_data(carried))


LOOKS = """
table looks
    | what    | title | drawn | says                          |
    | pile    | heap  | pile  |                               |
    | points  | score | track | {player} has {value}: {points} |
    | out     |       |       | {player} is out               |
    | secret  |       |       | {player} thinks of {value}    |
"""


def test_looks_define_names_of_places_and_announcements_of_changes() -> None:
    text = """
rulebook looks "Looks"
    language 1
    players 2: anna, ben
    starts with game
kind coin
card gold "Gold" x4: coin
zone pile: coin, ordered, seen by nobody
zone purse(player): coin, seen by owner
state points(player): 0..9 = 5
state out(player): yes or no = no
state secret(player): 0..9 = 0, seen by owner
phase game
    move cards to pile
    turn(anna)
    turn(ben)
    anna wins
phase turn(p: player)
    p chooses one of "what"
        draw: move top(pile) to purse(p)
        rest: nothing
    add 2 to points(anna)
    subtract 1 from points(ben)
    add 1 to secret(anna)
    set out(p) to yes
"""
    match = ruleslang.load_text(text + LOOKS).start(seed=1)
    match.choose("draw")
    match.choose("rest")

    def announced(reader: int | None) -> list[str]:
        parts = [part for entry in match.story(reader) for part in entry.parts]
        return [
            part.text for part in parts if isinstance(part, ruleslang.Changed) and part.announced
        ]

    public = ["anna has 7: 7 : 4", "anna is out", "anna has 9: 9 : 3", "ben is out"]
    assert announced(None) == announced(1) == public
    assert announced(0) == [
        *("anna has 7: 7 : 4", "anna thinks of 1", "anna is out"),
        *("anna has 9: 9 : 3", "anna thinks of 2", "ben is out"),
    ]
    texts = [part.text for entry in match.story(0) for part in entry.parts]
    assert "Gold: heap → purse" in texts and "score(ben) 5 → 4" in texts
    points = next(each for each in match.declarations.states if each["name"] == "points(ben)")
    assert (points["text"], points["drawn"]) == ("score", ["track"])


def test_information_states_are_as_many_as_those_of_the_literature() -> None:
    """Kuhn poker has six for each player, whatever the other holds."""
    found: set[tuple[int, str]] = set()
    game = ruleslang.load("kuhn_poker")

    def walk(match: ruleslang.Match) -> None:
        decision = match.decision
        if decision is None:
            return
        if decision.player >= 0:
            found.add((decision.player, match.information(decision.player)))
        for place in range(len(decision.choices)):
            ahead = match.copy()
            ahead.choose(place)
            walk(ahead)

    walk(game.start(chance="asked", engine="wasm"))
    assert [sum(seat == of for of, _ in found) for seat in (0, 1)] == [6, 6]


def test_information_is_that_of_a_seat_on_every_engine() -> None:
    game = ruleslang.load("leduc_poker")
    engines: tuple[ruleslang.EngineName, ...] = ("interpreter", "wasm", "c")
    matches = [game.start(seed=3, engine=engine) for engine in engines]
    for match in matches:
        match.choose(0)
    assert len({match.information_hash(0) for match in matches}) == 1
    assert matches[0].information(0) != matches[0].information(1)
    assert "queen" in matches[0].information(0) and "queen" not in matches[0].information(None)


def test_a_player_who_is_eliminated_is_logged_as_out() -> None:
    match = ruleslang.load_text(
        """
rulebook last "Last"
    language 1
    players 3: ann, ben, cleo
    starts with game
    at most 9 decisions, then nobody wins
state life(player): 0..3 = 1
phase game
    for each p in players
        p chooses victim "who loses a life" from players except {p}
        subtract 1 from life(victim)
        if life(victim) is 0: eliminate victim
    players win
"""
    ).start(seed=1)
    while match.decision is not None:
        match.choose(0)

    for reader in range(3):
        happened = [entry for entry in match.story(reader) if entry.kind == "happened"]
        assert [entry.text.rpartition(" · ")[2] for entry in happened] == [
            "ben is out",
            "ann is out",
        ]


def test_a_number_is_logged_with_the_values_at_which_it_turned() -> None:
    match = ruleslang.load_text(
        """
rulebook purse "Purse"
    language 1
    players 1: ann
    starts with game
state coins: 0..20 = 5
state steps: 0..9 = 0, reset each walk
phase game
    repeat 4 times
        ann must do one of change, earn, gamble, stroll
    nobody wins
action change by p
    subtract 3 from coins
    add 3 to coins
action earn by p
    add 1 to coins
    add 2 to coins
action gamble by p
    subtract 1 from coins
    add 4 to coins
    add 1 to coins
    subtract 2 from coins
action stroll by p
    walk
    walk
procedure walk
    add 2 to steps
"""
    ).start(seed=1)
    for action in ("change", "earn", "gamble", "stroll"):
        match.choose(action)

    happened = [entry for entry in match.story(None) if entry.kind == "happened"]
    assert [entry.text for entry in happened] == [
        "ann: change · coins 5 → 2 → 5",
        "ann: earn · coins 5 → 8",
        "ann: gamble · coins 8 → 7 → 12 → 10",
        "ann: stroll · steps 0 → 2",
    ]
    (gambled,) = [part for part in happened[2].parts if isinstance(part, ruleslang.Changed)]
    assert (gambled.before, gambled.between, gambled.after) == (8, (7, 12), 10)
