"""Numbers of actions, trying out and taking back, positions as strings, counts of sequences."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import ruleslang
from ruleslang.source.checksum import Refused
from tests.support.every import every
from tests.support.shipped import Shipped

SHIPPED = Shipped()
ENGINES = ("interpreter", "wasm", "c")

LIGHTS = """\
rulebook lights "Lights"
    players 2
    starts with game
words Colour: red, green
state lit: 0..30 = 0
phase game
    repeat
        p1 must do one of light, stop
action light by p choosing c "colour" from Colour, strength from 1..2
    add strength to lit
action stop by p
    p wins
"""


def played(game: ruleslang.Game, engine: str, seed: int, choices: int) -> ruleslang.Match:
    """A match after some choices by chance."""
    chance, match = random.Random(seed), game.start(seed=seed, engine=engine)
    while match.decision is not None and len(match.choices) < choices:
        match.choose(chance.randrange(len(match.decision.choices)))
    return match


def by_name(name: str) -> ruleslang.Game:
    return ruleslang.Game(SHIPPED[name])


def test_each_choice_has_its_number() -> None:
    for name in ("checkers", "deck_builder", "draw_poker", "leduc_poker", "masks", "yacht"):
        check_numbers(name, 12)


@pytest.mark.long
@every("name", SHIPPED)
def test_each_choice_of_each_rulebook_has_a_number(name: str) -> None:
    check_numbers(name, 200)


def check_numbers(name: str, choices: int) -> None:
    game = by_name(name)
    match, chance = game.start(seed=1, engine="wasm"), random.Random(1)
    space = match.action_space
    assert len(space) == space.size == len(set(space.names)) == len(space.names)
    assert len({*map(tuple, space.factors.rows.tolist())}) == space.size
    while match.decision is not None and len(match.choices) < choices:
        numbers = match.actions()
        assert len(set(numbers)) == len(numbers) == len(match.decision.choices)
        for number, choice in zip(numbers, match.decision.choices, strict=True):
            action = space[number]
            assert action.number == number
            if choice.declines:
                assert action.kind in ("decline", "done")
            elif action.kind == "do":
                assert choice.action == action.name
                assert choice.values.keys() == action.values.keys() or action.place is not None
            elif action.place is None and "[" not in choice.id and "(" not in choice.id:
                assert action.id == choice.id
        match.act(chance.choice(numbers))


@pytest.mark.parametrize(
    "name", ("crazy_eights", "leduc_poker", pytest.param("spell_duel", marks=pytest.mark.long))
)
def test_the_numbers_are_the_same_on_every_engine_and_in_lock_step(name: str) -> None:
    game = by_name(name)
    matches = [game.start(seed=3, engine=engine) for engine in ENGINES]
    batch, chance = game.in_lock_step([3]), random.Random(2)
    for _ in range(12):
        numbers = matches[0].actions()
        assert [match.actions() for match in matches[1:]] == [numbers, numbers]
        assert batch.actions_of(0) == [*numbers]
        if not numbers:
            break
        action = chance.choice(numbers)
        batch.step_actions([action])
        for match in matches:
            match.act(action)
    assert len({match.hash() for match in matches}) == 1


def test_a_large_space_is_taken_apart() -> None:
    space = by_name("chess").action_space()
    factors = space.factors
    move = next(each for each in space if each.id == "move_man e2, e4")
    parts = factors.rows.tolist()[move.number]
    log = [names[place] for names, place in zip(factors.names, parts, strict=True)]
    assert log == ["do move_man", "e2", "e4"]
    assert sum(factors.sizes) < 150 and space.size > 4000
    assert factors.rows.tolist()[0] == [factors.names[0].index("decline"), -1, -1]


def test_an_action_is_shown_with_its_words_cards_and_places() -> None:
    move = next(each for each in by_name("chess").action_space() if each.id == "move_man e2, e4")
    assert (move.kind, move.name, move.spaces) == ("do", "move_man", ("e2", "e4"))
    game = by_name("crazy_eights")
    numbers = game.start(seed=1).actions()
    cards = [game.action(number) for number in numbers if game.action(number).cards]
    assert cards and all(each.text and each.values for each in cards)
    assert game.action(0).kind == "decline" and game.action(1).kind == "done"


def test_wrong_numbers_are_refused_and_change_nothing() -> None:
    game = by_name("kuhn_poker")
    match = game.start(seed=1)
    before = match.hash()
    for action, message in (
        (10_000, "there are actions 0 to 5, not 10000"),
        (-1, "not -1"),
        (0, "action 0, decline, is not offered"),
        (True, "`action` is a whole number"),
        ("bet", "`action` is a whole number"),
    ):
        with pytest.raises(ruleslang.IllegalChoice, match=message):
            match.act(action)  # type: ignore[arg-type]
    with pytest.raises(ruleslang.IllegalChoice, match="is not asked now"):
        match.act(match.actions()[0], by="dealer")
    assert match.hash() == before
    with pytest.raises(IndexError, match="there are actions 0 to 5, not 6"):
        game.action(6)
    with pytest.raises(TypeError):
        game.action("6")  # type: ignore[arg-type]
    while match.actions():
        match.act(match.actions()[0])
    with pytest.raises(ruleslang.IllegalChoice, match="the match is over"):
        match.act(2)


def test_numbers_move_with_the_actions_when_the_text_changes() -> None:
    old = ruleslang.load(LIGHTS).action_space()
    longer = ruleslang.load(LIGHTS.replace("red, green", "blue, red, green")).action_space()
    reworded = LIGHTS.replace("which colour", "Choose a colour").replace("0..30", "0..31")

    moved = longer.moved_from(old)

    assert ruleslang.load(reworded).action_space().digest == old.digest != longer.digest
    assert longer.moved_from(list(old.names)) == moved
    assert {n for n in moved if n is not None} == set(range(old.size))
    for number, before in enumerate(moved):
        if before is None:
            assert longer[number].values["c"] == "blue"
        else:
            assert longer[number].id == old[before].id
    with pytest.raises(TypeError, match="`old` is an action space or its names"):
        longer.moved_from("names")


# ---------------------------------------------------------------- push, pop, parse


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_pushed_is_popped(engine: str) -> None:
    for name in ("crazy_eights", "tic_tac_toe", "pig"):
        match, hashes = by_name(name).start(seed=4, engine=engine), []
        match.choose(0)
        while match.decision is not None and len(hashes) < 5:
            hashes.append((match.hash(), match.story(0), match.actions()))
            match.push(len(match.decision.choices) - 1)
        while hashes:
            last = match.choices[-1]
            assert match.pop() == last
            assert (match.hash(), match.story(0), match.actions()) == hashes.pop()
        assert match.pop() and match.choices == ()
        with pytest.raises(ValueError, match="no choice was made"):
            match.pop()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_choice_that_is_pushed_may_be_refused(engine: str) -> None:
    match = by_name("tic_tac_toe").start(seed=4, engine=engine)
    match.push(0)
    with pytest.raises(ruleslang.IllegalChoice):
        match.push("nowhere")
    match.pop()
    assert match.choices == ()


def test_a_choice_is_parsed_and_not_made() -> None:
    match = by_name("pig").start(seed=4)
    assert match.decision is not None
    choice = match.decision.choices[1]
    assert match.parse(choice.id) == match.parse(choice.text) == match.parse(1) == choice
    with pytest.raises(ruleslang.IllegalChoice):
        match.parse("go home")
    assert match.choices == ()


# ---------------------------------------------------------------- positions


def test_a_position_leads_back_to_where_it_was_written() -> None:
    for name in ("crazy_eights", "hanabi", "pig"):
        check_position(name, 12)


@pytest.mark.long
@every("name", SHIPPED)
def test_a_position_of_each_rulebook_leads_back(name: str) -> None:
    check_position(name, 100)


def check_position(name: str, choices: int) -> None:
    game = by_name(name)
    for engine in ENGINES[:2]:
        match = played(game, engine, 5, choices)
        text = match.position()
        again = game.from_position(text, engine="wasm")
        assert (again.hash(), again.choices) == (match.hash(), match.choices)
        assert again.position() == text and text.isascii() and len(text) < 300


def test_a_position_holds_the_settings() -> None:
    game = by_name("sealed_bids")
    name, values = next(iter(game.options.items()))
    match = game.start(seed=2**64 - 1, options={name: values[-1]})
    match.choose(1)
    again = game.from_position(match.position())
    assert again.to_json() == match.to_json()


def refused(game: ruleslang.Game, text: str) -> str:
    with pytest.raises(Refused) as caught:
        game.from_position(text)
    return str(caught.value)


def test_a_position_of_another_game_or_a_damaged_one_is_refused() -> None:
    game = by_name("tic_tac_toe")
    match = played(game, "wasm", 1, 4)
    text = match.position()
    assert "another text" in refused(by_name("pig"), text)
    assert "letters, digits" in refused(game, "")
    assert "letters, digits" in refused(game, "../../x")
    assert "longer" in refused(game, "A" * 30_000)
    assert "form 0" in refused(game, "AAAA")
    assert "breaks off" in refused(game, text[:10])
    for place in range(len(text)):
        for letter in "AZ09-":
            changed = text[:place] + letter + text[place + 1 :]
            try:
                found = game.from_position(changed)
            except Refused:
                continue
            assert found.hash() == match.hash()


# ---------------------------------------------------------------- perft


@pytest.mark.parametrize("engine", ENGINES)
def test_sequences_of_tic_tac_toe_are_those_that_everybody_counts(engine: str) -> None:
    match = by_name("tic_tac_toe").start(seed=1, engine=engine)
    before = match.hash()
    assert [match.perft(depth) for depth in range(5)] == [1, 9, 72, 504, 3024]
    assert match.hash() == before


def test_sequences_of_chess_are_those_that_everybody_counts() -> None:
    game = by_name("chess")
    assert [game.perft(depth) for depth in (1, 2)] == [20, 400]


def test_a_forced_choice_counts_in_a_sequence() -> None:
    match = by_name("tic_tac_toe").start(seed=1)
    for place in (0, 1, 0, 0, 1, 0, 0):  # two cells are left, and nobody has a row
        match.choose(place)
    assert match.decision is not None and len(match.decision.choices) == 2
    assert [match.perft(depth) for depth in (1, 2, 3)] == [2, 2, 0]


@pytest.mark.long
def test_longer_sequences_are_those_that_everybody_counts() -> None:
    match = by_name("chess").start(seed=1, engine="c")
    assert [match.perft(depth) for depth in (3, 4)] == [8902, 197_281]
    counts = [by_name("tic_tac_toe").perft(depth) for depth in range(5, 11)]
    assert counts == [15120, 54720, 148176, 200448, 127872, 0]


def test_what_is_no_depth_is_refused() -> None:
    match = by_name("pig").start(seed=1)
    with pytest.raises(ValueError, match="`depth` is 0 or more"):
        match.perft(-1)


SEEDED: tuple[Callable[[ruleslang.Game, int], object], ...] = (
    lambda game, seed: game.start(seed=seed),
    lambda game, seed: game.start(seed=1).copy(seed=seed),
    lambda game, seed: game.bot(seed=seed),
    lambda game, seed: game.simulate(games=1, seed=seed),
)


@pytest.mark.parametrize("call", SEEDED)
def test_seeds_outside_of_64_bits_are_refused(
    call: Callable[[ruleslang.Game, int], object],
) -> None:
    game = by_name("pig")
    call(game, 2**64 - 1)
    for seed in (-1, 2**64, 10**5000):
        with pytest.raises(ValueError, match=r"`seed` is 0 to 2\*\*64 - 1"):
            call(game, seed)
