"""Examples that stop at a question: its possible answers, and the position at that moment."""

from __future__ import annotations

import pytest

from ruleslang.explanation.examples.run_examples import run_example
from tests.engine.interpreter.rulebooks import compiled
from tests.explanation.examples.test_examples import BODY, COPIES, MANY

SECRETS = """
state bid(player): 0..9 = 0

procedure duel
    together
        home chooses mine "side of home" from Side
        away chooses yours "side of away" from Side
    if mine is yours: add 1 to score(home)

procedure bids
    together for each p in players
        p chooses n "bid" from 0..3
        set bid(p) to n
    if bid(home) > bid(away): add 1 to score(home)

procedure maybe
    home may choose s "side" from Side
        set picked to s
    roll green as f
    if f is ball: add 1 to score(home)

phase game"""
TEXT = BODY.replace("\nphase game", SECRETS)
SIDES = "left_side, middle_side, right_side"

HOLDS = [
    "when aim\nthen home may choose left_side\nthen home may not choose 3",
    "when aim\nthen home may not decline",
    "when aim\nthen number of choices is 3",
    "when aim\nthen home may choose left_side\nhome chooses right_side\nthen picked is right_side",
    "when aim\nhome chooses right_side\nthen picked is right_side",
    "when aim\nthen picked is none\nhome chooses right_side\nthen picked is right_side",
    "when maybe\nthen home may decline\nthen home may choose left_side\nhome declines\n"
    "rolling ball\nthen score(home) is 1",
    "when maybe\nrolling ball\nhome chooses left_side\nthen picked is left_side",
    "when duel\nthen {away, home} choose together\nthen away may choose left_side\n"
    "then home may not choose 3\naway chooses left_side\nhome chooses left_side\n"
    "then score(home) is 1",
    "when bids\nthen players choose together\nthen away may choose 3\nthen away may not choose 4\n"
    "home chooses 2\nthen away may choose 3\nthen bid(home) is 2\naway chooses 1\n"
    "then score(home) is 1",
    "when home plays lancio\nthen home may choose 2\nthen home may not choose 3",
    "then home may play lancio\nthen home may play lancio choosing 2\n"
    "then home may not play lancio choosing 3\nthen home may not play tiro",
    "given hand(home) is {lancio, tiro}\nwhen home does put\nthen home may choose lancio\n"
    "then home may not choose {lancio, tiro}\nhome chooses tiro\nthen box is {tiro}",
    "when react\nthen away may choose shout\nthen away may decline",
    "given score(home) is 3\nwhen home does wager\nthen home may choose 1, 2\n"
    "then home may not choose 4, 1\nthen home may choose 1",
]


def message(text: str, lines: str) -> str:
    found = compiled(f'{text}\nexample "it"\n    {lines.replace(chr(10), chr(10) + "    ")}\n')
    return run_example(found, found.examples[0]).message


@pytest.mark.parametrize("lines", HOLDS)
def test_a_question_may_be_looked_at(lines: str) -> None:
    assert message(TEXT, lines) == ""


FAILS = [
    (
        "when aim\nthen picked is none",
        f'home is asked "side to shoot at" ({SIDES}), but the example does not set an answer',
    ),
    (
        "when aim\nthen home may choose 3",
        f'home may not choose 3: home is asked "side to shoot at" ({SIDES})',
    ),
    (
        "when aim\nthen home may decline",
        f'home may not decline: home is asked "side to shoot at" ({SIDES})',
    ),
    ("when aim\nthen home may not choose left_side", "home may choose left_side"),
    (
        "when aim\nthen away may choose left_side",
        f'away is not asked now; home is asked "side to shoot at" ({SIDES})',
    ),
    ("when aim\nthen home may choose left_side, middle_side", "`middle_side` is not asked for now"),
    (
        "then home may choose left_side",
        "nothing is asked now: what was asked is answered by the lines above",
    ),
    (
        "home chooses left_side\nwhen aim\nthen home may choose left_side",
        "nothing is asked now: what was asked is answered by the lines above",
    ),
    (
        "when aim\nthen home may choose left_side\ngiven section is 3",
        f'home is asked "side to shoot at" ({SIDES}), but the example does not set an answer',
    ),
    (
        "when aim\nthen home may choose left_side\nwhen aim",
        f'home is asked "side to shoot at" ({SIDES}), but the example does not set an answer',
    ),
    (
        "when aim\nthen picked is left_side\nhome chooses left_side",
        'expected picked is left_side; it is none; home has not answered "side to shoot at" yet',
    ),
    (
        "when aim\nthen {home, away} choose together",
        f'home is asked "side to shoot at" ({SIDES}) alone, and others may see the answer',
    ),
    ("when duel\nthen {home} choose together", "those who choose together are {home, away}"),
    (
        "then home may play lancio choosing 3",
        "home may not play lancio choosing 3: `3` is not among those to choose from",
    ),
    ("then home may not play lancio choosing 2", "home may play lancio"),
    (
        "given section is 4\nthen home may play lancio",
        "home may not play lancio: `only if section < 4` does not hold",
    ),
]


@pytest.mark.parametrize(("lines", "output"), FAILS)
def test_a_line_about_a_question_shows_why_it_does_not_hold(lines: str, output: str) -> None:
    assert message(TEXT, lines) == output


@pytest.mark.parametrize("how", ["sell_several", "home does sell"])
@pytest.mark.parametrize(
    ("cards", "verdict"),
    [
        ("bark, clove", "may"),
        ("bark, clove, clove", "may"),
        ("bark", "may not"),
        ("bark, bark, bark, bark", "may not"),
        ("bark, clove, clove, clove", "may not"),
    ],
)
def test_a_set_that_is_asked_member_by_member_is_one_answer(
    how: str, cards: str, verdict: str
) -> None:
    other = "may" if verdict == "may not" else "may not"

    assert message(COPIES, f"{MANY}\nwhen {how}\nthen home {verdict} choose {{{cards}}}") == ""
    assert message(COPIES, f"{MANY}\nwhen {how}\nthen home {other} choose {{{cards}}}")


def test_what_is_tried_is_not_reached() -> None:
    found = compiled(f'{TEXT}\nexample "it"\n    when maybe\n    then home may choose left_side\n')
    reached: set[int] = set()

    assert not run_example(found, found.examples[0], reached.add).message
    rolled = next(i for i, each in enumerate(found.program.origins) if "roll green" in each.excerpt)
    assert rolled not in reached


FORCED = BODY.replace(
    "\nphase game",
    """
procedure narrow
    home chooses s "side" from Side where s is left_side or section > 4
    home must do sole, if impossible nothing
    set picked to s
action sole by p choosing n from 1..2 where n > 1
    add n to section

phase game""",
)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("home chooses left_side\nwhen narrow", "`home chooses left_side`, but is never asked"),
        ("away chooses left_side\nwhen narrow", "`away chooses left_side`, but is never asked"),
        (
            "when narrow\nthen home may choose left_side",
            "nothing is asked now: what was asked is answered by the lines above",
        ),
    ],
)
def test_a_forced_choice_is_reported_where_its_answer_is_not_asked(
    lines: str, message: str
) -> None:
    text = FORCED + '\nexample "forced"\n    ' + lines.replace("\n", "\n    ") + "\n"
    made = compiled(text)
    only = "; home was not asked where only one choice was left: `left_side`, `sole, 2`"

    result = run_example(made, made.examples[0])

    assert result.message == message + ("" if "away" in lines else only)
