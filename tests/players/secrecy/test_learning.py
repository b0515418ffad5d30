"""Only choices that can show nothing new may be taken back."""

from __future__ import annotations

import pytest

from ruleslang import api
from ruleslang.engine.choose_engine import INTERPRETER, WASM, C
from ruleslang.engine.match.chance import Streams
from ruleslang.engine.match.interface import Observer
from tests.evaluation.laws.texts import CARDS, HEADER

ENGINES = (INTERPRETER, WASM, C)

SECRET = """
state secret: 1..9, seen by ({away})
phase game
    home chooses guess from 1..9
    consequence
    home chooses sure from 0..1
    nobody wins
"""


def game(text: str) -> api.Game:
    return api.load_text(HEADER + text)


def taught(text: str, *choices: int, seed: int = 1) -> bool:
    """Whether the last of these choices teaches who makes it."""
    match = game(text).start(seed=seed)
    for each in choices[:-1]:
        match.choose(each)
    return match.teaches(choices[-1])


consequenceS = (
    "if guess is secret: set hint to yes",
    "add secret to total",
    "if guess is 1 and guess is secret: away wins",
    "if secret > 3: nothing",
    "reveal secret to home",
)


@pytest.mark.parametrize("consequence", consequenceS)
def test_a_choice_after_which_a_secret_is_read_or_shown_teaches(consequence: str) -> None:
    states = "state hint: yes or no = no\nstate total: 0..99 = 0\n"
    text = states + SECRET.replace("1..9, seen", "1..9 = 4, seen")

    assert taught(text.replace("consequence", consequence), 0)


def test_a_right_guess_and_a_wrong_one_may_be_taken_back_alike() -> None:
    text = SECRET.replace("consequence", "if guess is secret: away wins")
    log = {
        taught(text.replace("1..9, seen", f"1..9 = {number}, seen"), 3) for number in range(1, 10)
    }

    assert log == {True}


def test_a_choice_that_only_writes_teaches_nothing() -> None:
    text = SECRET.replace("consequence", "set secret to guess")

    assert not taught(text, 3)


REMEMBERED = """
state total: 0..99 = 0
state secret: 1..9 = 4, seen by ({away})
state hint: yes or no = no
phase game
    BEFORE
    home chooses guess from 1..9
    AFTER
    home chooses sure from 0..1
    nobody wins
"""


@pytest.mark.parametrize(
    ("before", "after", "teaches"),
    [
        ("let known = secret", "if guess is known: set hint to yes", True),
        ("let known = secret", "nothing", False),
        ("let known = 4", "if guess is known: set hint to yes", False),
        ("let known = secret\n    let same = known + 1", "if same is 3: set hint to yes", True),
        (
            "let known = 0\n    if secret is 4\n        set known to 1",
            "if known is 1: home wins",
            True,
        ),
        (
            "pick known from {secret, 9} by lowest known, then order",
            "if known is 4: home wins",
            True,
        ),
        ("pick known from {1, 9} where known > secret by order", "if known is 9: home wins", True),
        (
            "pick known from {1, 4} by highest known - secret, then order",
            "add known to total",
            True,
        ),
        ("pick known from {1, 4} by highest known, then order", "add known to total", False),
        (
            "rank {secret, 9} by highest it, then order as known",
            "if first(known) is 9: home wins",
            True,
        ),
    ],
)
def test_what_was_worked_out_of_a_secret_before_teaches_when_it_is_used(
    before: str, after: str, teaches: bool
) -> None:
    text = REMEMBERED.replace("BEFORE", before).replace("AFTER", after)

    assert taught(text, 3) is teaches


def test_a_question_in_a_block_that_is_there_because_of_a_secret_teaches() -> None:
    text = """
state secret: 1..9 = 4, seen by ({away})
state hint: yes or no = no
procedure ask(told: yes or no)
    home chooses sure from 0..1
    set hint to told
phase game
    if secret is 4
        ask(yes)
    else
        ask(no)
    home chooses really from 0..1
    nobody wins
"""

    assert taught(text, 0)
    assert not taught(text, 0, 0)


def test_an_answer_of_a_procedure_that_reads_a_secret_teaches_when_it_is_used() -> None:
    text = """
state secret: 1..9 = 4, seen by ({away})
state hint: 0..9 = 0
procedure look answers 0..9
    answer secret
phase game
    let known = look
    home chooses sure from 0..1
    set hint to known
    home chooses really from 0..1
    nobody wins
"""

    assert taught(text, 0)


COVERED = """
phase game
    move cards to pile
    home chooses sure from 0..1
    STATEMENTS
    home chooses really from 0..1
    nobody wins
"""


@pytest.mark.parametrize(
    ("statements", "teaches"),
    [
        ("move top(pile) to hand(home)\n    move hand(home) to pile", True),
        ("move top(pile) to hand(home)", True),
        ("move top(pile) to hand(away)", False),
        ("shuffle pile", True),
        ("reveal top(pile) to home", True),
        ("reveal top(pile) to away", False),
    ],
)
def test_a_card_that_is_seen_for_a_while_teaches(statements: str, teaches: bool) -> None:
    assert taught(CARDS + COVERED.replace("STATEMENTS", statements), 0) is teaches


def test_a_state_that_comes_into_sight_as_its_viewers_change_teaches() -> None:
    text = """
state open: yes or no = no
state secret: 1..9 = 4, seen by (players where it is away or open)
phase game
    home chooses sure from 0..1
    set open to yes
    home chooses really from 0..1
    nobody wins
"""

    assert taught(text, 0)


def test_whether_another_could_answer_teaches() -> None:
    text = (
        CARDS
        + """
phase game
    move cards to pile
    move top(pile, 2) to hand(away)
    home chooses sure from 0..1
    away may choose c from hand(away) where rank(c) is 3
        move c to heap
    home chooses really from 0..1
    nobody wins
"""
    )

    assert taught(text, 0)


def test_asking_leaves_the_match_as_it_is() -> None:
    match = game(CARDS + COVERED.replace("STATEMENTS", "shuffle pile")).start(seed=1)
    before = match.hash(), match.to_json()

    match.teaches(0)

    assert (match.hash(), match.to_json()) == before


def test_a_choice_that_is_not_there_is_refused() -> None:
    match = game(CARDS + COVERED.replace("STATEMENTS", "shuffle pile")).start(seed=1)

    with pytest.raises(api.IllegalChoice):
        match.teaches("many")


def test_in_a_game_without_secrets_everything_may_be_taken_back() -> None:
    match = api.load("tic_tac_toe").start(seed=1)
    while match.decision is not None:
        assert not match.teaches(0)
        match.choose(0)


@pytest.mark.parametrize("name", ["kuhn_poker", "pig", "crazy_eights", "tic_tac_toe", "hanabi"])
def test_all_engines_give_the_same_answer_about_a_choice(name: str) -> None:
    matches = [api.load(name).start(seed=1, engine=each) for each in ENGINES]
    for made in range(8):
        decisions = [match.decision for match in matches]
        if decisions[0] is None:
            break
        places = range(min(3, len(decisions[0].choices)))
        answers = [[match.teaches(place) for place in places] for match in matches]

        assert answers == [answers[0]] * len(matches), made
        for match in matches:
            match.choose(made % len(decisions[0].choices))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_watched_copy_of_a_quick_match_goes_on_by_other_chance(engine: str) -> None:
    match = api.load("pig").start(seed=1, engine=engine).engine
    match.choose(0)
    happened: list[object] = []
    heard = Observer(chosen=lambda _, chosen: happened.append(chosen))
    copy, plain = match.copy(Streams(5), [heard]), match.copy(Streams(5))

    assert len(happened) == 1, engine
    for each in (copy, plain):
        each.choose(0)
    assert copy.hash() == plain.hash() != match.hash(), engine
    assert len(happened) == 2, engine
