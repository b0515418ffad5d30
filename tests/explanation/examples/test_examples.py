"""A failing example shows the expected and the actual result."""

from __future__ import annotations

import pytest

from ruleslang.explanation.examples.run_examples import run_example
from tests.engine.interpreter.rulebooks import compiled
from tests.support.example_results import run

BODY = """
words Side: left_side, middle_side, right_side
die green: ball x3, miss
board pitch: grid 2 by 2
piece stone x2 on pitch
state section: 0..4 = 2
state score(player): 0..9 = 0
state picked: Side or none
kind shot
card lancio "LANCIO" x2: shot
    play choosing n from 1..2
        only if section < 4
        add n to section
card tiro "TIRO": shot
zone hand(player): cards, seen by owner
zone box: cards, at most 1, seen by all

window moment
    asks {away}
    offers shout
    closes after one use

action shout by p
    limit 1 per game
    add 1 to score(p)

action wager by p choosing n from 1..9 where n < 4, m from 1..2
    only if section > 1
    pays n from score(p)
    add m to section

action put by p choosing c from hand(p)
    move c to box

procedure aim
    home chooses s "side to shoot at" from Side
    set picked to s

procedure shoot
    roll green as f
    if f is ball: add 1 to score(home)

procedure lose
    pick s from Side by chance
    set picked to s

procedure react
    open moment

procedure too_far
    set section to 4
    add 1 to section

phase game
    nobody wins
"""

FAILS = [
    (
        "when aim",
        'home is asked "side to shoot at" (left_side, middle_side, right_side), '
        "but the example does not set an answer",
    ),
    (
        "home chooses 3\n    when aim",
        'home is asked "side to shoot at" (left_side, middle_side, right_side), '
        "and the example says `chooses 3`",
    ),
    (
        "home declines\n    when aim",
        'home is asked "side to shoot at" (left_side, middle_side, right_side), and cannot decline',
    ),
    (
        "away chooses left_side\n    when shoot",
        "`green` is rolled, but the example does not set its result",
    ),
    (
        "rolling ball\n    away chooses left_side\n    when shoot",
        "`away chooses left_side`, but is never asked",
    ),
    ("rolling ball, miss\n    when shoot", "`miss` is never rolled"),
    (
        "when lose",
        "chance picks s (left_side, middle_side, right_side), but the example does not set which",
    ),
    ("then section is 3", "expected section is 3; it is 2"),
    ("then 3 is section", "expected 3 is section; it is 2"),
    ("then section is not 2", "expected section is not 2; it is 2"),
    ("then section > score(home) + 2", "expected section > score(home) + 2; it is 2, against 2"),
    (
        "then section is 2 and score(home) is 1",
        "expected section is 2 and score(home) is 1; in the second part, it is 0",
    ),
    (
        "then for every n in 1..3: n + section < 4",
        "expected for every n in 1..3: n + section < 4; for 2, it does not hold: it is 4",
    ),
    ("then hand(home) is {tiro}", "expected hand(home) is {tiro}; it is {}"),
    (
        "given hand(home) is {tiro, lancio}\n    then hand(home) is {tiro}",
        "expected hand(home) is {tiro}; it is {lancio, tiro}",
    ),
    ("then hand(home) is not empty", "expected hand(home) is not empty; it is {}"),
    ("then there is c in hand(home)", "expected there is c in hand(home); it does not hold"),
    (
        "then home may do wager choosing 1, 1",
        "home may not do wager choosing 1, 1: `pays n from score(p)` cannot be paid",
    ),
    (
        "given score(home) is 9\n    then home may do wager choosing 5",
        "home may not do wager choosing 5: `5` cannot be chosen",
    ),
    (
        "given hand(home) is {tiro}\n    then home may do put choosing lancio",
        "home may not do put choosing lancio: `lancio` is not among those to choose from",
    ),
    (
        "given hand(home) is {tiro}\n    when home does put choosing tiro, 3",
        "home may not do put choosing tiro, 3: it asks for 1 only; "
        "write `home chooses 3` on a line above",
    ),
    ("then home may do put", "home may not do put: there is nothing to choose from"),
    (
        "given section is 1 and score(home) is 9\n    when home does wager choosing 1, 1",
        "home may not do wager choosing 1, 1: `only if section > 1` does not hold",
    ),
    ("given score(home) is 9\n    then home may not do wager choosing 1, 2", "home may do wager"),
    (
        "given section is 4\n    when home plays lancio choosing 1",
        "home may not play lancio choosing 1: `only if section < 4` does not hold",
    ),
    ("when home plays tiro", "home may not play tiro: `tiro` has no rule for playing it"),
    (
        "given hand(home) is {tiro} and box is {lancio}\n    then home may do put",
        "home may not do put: there is no room in `box`",
    ),
    ("given hand(away) is {tiro}\n    then home sees hand(away)", "home cannot see it"),
    ("then home sees hand(away)", "home would not see a card there, and none is there now"),
    (
        "given hand(away) is {tiro} and hand(home) is {lancio}\n"
        "    then home sees hand(away) + hand(home)",
        "home cannot see all of it",
    ),
    (
        "given hand(away) is {tiro} and hand(home) is {lancio}\n"
        "    then home cannot see (hand(away) + hand(home))",
        "home sees some of it",
    ),
    ("given hand(away) is {tiro}\n    then nobody sees hand(away)", "away sees it"),
    ("given box is {tiro}\n    then only away sees box", "home sees it too"),
    ("given hand(away) is {tiro}\n    then only home sees hand(away)", "home cannot see all of it"),
    (
        "given hand(away) is {tiro}\n    then only {home, away} see hand(away)",
        "home cannot see all of it",
    ),
    ("then home sees first(hand(home))", "there is nothing to see"),
    ("given hand(away) is {tiro}\n    then away cannot see hand(away)", "away sees it"),
    ("given hand(home) is {tiro, tiro}", "there are not that many `tiro`"),
    ("given section > 3\n    then section is 2", "expected section > 3; it is 2"),
    ("when game\n    when shoot", "the match is over already"),
    ("given space(first(pieces(away))) is cell(1, 1)", "there is no such piece"),
    ("given active is owner(first(pieces))", "there is no such player"),
    ("when too_far", "`section` would be 5, outside 0..4"),
]


@pytest.mark.parametrize(("lines", "output"), FAILS)
def test_a_failing_example_gives_the_reason(lines: str, output: str) -> None:
    found = compiled(f'{BODY}\nexample "it"\n    {lines}\n')
    result = run_example(found, found.examples[0])

    assert result.message == output
    assert 0 <= result.origin < len(found.program.origins)


PASSES = [
    "home chooses middle_side\n    when aim\n    then picked is middle_side",
    "rolling ball\n    when shoot\n    then score(home) is 1",
    "picking right_side\n    when lose\n    then picked is right_side",
    "away chooses shout\n    when react\n    then score(away) is 1",
    "away declines\n    when react\n    then score(away) is 0",
    "home chooses 2\n    when home plays lancio\n    then section is 4",
    "given hand(home) is {lancio, lancio}\n    when home does put\n    then box is {lancio}",
    "given score(home) is 3\n    home chooses 2, 1\n    when home does wager\n"
    "    then section is 3",
]


@pytest.mark.parametrize("lines", PASSES)
def test_an_example_holds(lines: str) -> None:
    found = compiled(f'{BODY}\nexample "it"\n    {lines}\n')

    assert run_example(found, found.examples[0]).message == ""


def test_a_vague_answer_is_refused() -> None:
    found = compiled(f"""{BODY}
example "it"
    given score(home) is 3
    home chooses 1
    when home does wager
""")

    output = run_example(found, found.examples[0]).message

    intended = "wager, 1, 1; wager, 1, 2; wager, 2, 1; wager, 3, 1"
    assert output == f"`home chooses 1` may mean any of: {intended}"


COPIES = """
kind spice
card bark "Bark" x9: spice
card clove "Clove" x9: spice
zone hand(player): cards, at most 18, seen by owner
zone sold: cards, at most 18, seen by all

action sell by p choosing 2..3 of hand(p) as s
    move s to sold

action sell_alike by p choosing 1..3 of hand(p) as s so that number of s is not 1
    move s to sold

procedure sell_several
    home chooses 2..3 of hand(home) as s
    move s to sold

procedure sell_any
    home chooses up to 2 of hand(home) as s
    move s to sold

phase game
    nobody wins
"""
THREE = "given hand(home) is {bark, bark, bark}"
MANY = f"given hand(home) is {{{', '.join(['bark'] * 9 + ['clove'] * 5)}}}"
MISCOUNTED = [
    (
        f"{THREE}\n    home chooses {{bark}}\n    when sell_several",
        'home is asked "s" ({bark, bark}; {bark, bark, bark}), '
        "and the example says `chooses {bark}`",
    ),
    (
        f"{MANY}\n    home chooses {{bark}}\n    when sell_several",
        'home is asked "s" ({bark, bark}; {bark, clove}; {clove, clove}; {bark, bark, bark}; '
        "{bark, bark, clove}; {bark, clove, clove}; {clove, clove, clove}), "
        "and the example says `chooses {bark}`",
    ),
    (
        "given hand(home) is {bark, clove}\n    home chooses {bark, bark}\n    when sell_any",
        'home is asked "s" ({}; {bark}; {clove}; {bark, clove}), '
        "and the example says `chooses {bark, bark}`",
    ),
    (
        f"{THREE}\n    when home does sell choosing {{bark}}",
        "home may not do sell choosing {bark}: the number to choose is 2–3, not 1",
    ),
    (
        f"{THREE}\n    then home may do sell choosing {{bark, bark, bark, bark}}",
        "home may not do sell choosing {bark, bark, bark, bark}: there are too few to choose from",
    ),
    (
        f"{THREE}\n    when home does sell_alike choosing {{bark}}",
        "home may not do sell_alike choosing {bark}: these cannot be chosen together",
    ),
]


@pytest.mark.parametrize(("lines", "message"), MISCOUNTED)
def test_an_answer_names_as_many_copies_as_are_chosen(lines: str, message: str) -> None:
    found = compiled(f'{COPIES}\nexample "it"\n    {lines}\n')

    assert run_example(found, found.examples[0]).message == message


def test_a_failing_claim_shows_the_actual_value() -> None:
    found = compiled(f"""{BODY}
check hit answers yes or no
    roll green as f
    answer f is ball
claim "three in four": chance of (hit) is 3 / 4
claim "one in two": chance of (hit) is 1 / 2
claim "cards": number of cards is 4
""")

    assert [result.message for result in run(found).claims] == [
        "",
        "expected chance of (hit) is 1 / 2; it is 3/4",
        "expected number of cards is 4; it is 3",
    ]


def test_coverage_names_what_was_never_reached() -> None:
    found = compiled(f"""{BODY}
example "it"
    away chooses shout
    when react
    then score(away) is 1
""")
    coverage = run(found).coverage

    assert set(coverage.reached) == {"procedure react", "window moment", "action shout"}
    assert "play lancio" in coverage.never
    assert "procedure shoot" in coverage.never


def test_what_is_none_fails_the_line_that_needs_it() -> None:
    """In an example nothing has to be tested for none first; a line fails where it is none."""
    text = (
        BODY
        + """
state held: 0..9 or none = 3
action slide by p choosing s from stone where space(s) is not none
    nothing
example "there"
    given space(first(stone)) is cell(1, 2)
    when home does slide choosing piece_on(cell(1, 2))
    then space(piece_on(cell(1, 2))) is cell(1, 2) and held + 1 is 4 and held < 4
example "no piece to compare"
    then space(piece_on(cell(1, 2))) is cell(1, 2)
example "no piece to choose"
    then home may not do slide choosing piece_on(cell(1, 2))
example "no number"
    given held is none
    then held + 1 is 4
claim: space(piece_on(cell(1, 2))) is none
"""
    )
    results = run(compiled(text))

    assert [each.message for each in (*results.examples, *results.claims)] == [
        "",
        "`space`: none is used where a value is needed",
        "number 1 of what is chosen here is none",
        "none on a side of `+`",
        "`space`: none is used where a value is needed",
    ]


MODIFIED = """
kind ally
    has power: 0..40
card wolf x2: ally
    power: 2
zone field(player): ally, seen by all
modify power(c) where c is in field(any): +3
phase game
    nobody wins
"""


@pytest.mark.parametrize(
    ("written", "output"),
    (
        (
            "given field(home) is {wolf}\n    then power(wolf) is 5",
            "it is 2, as printed on the title `wolf`; of the copy in play it is 5",
        ),
        ("then power(wolf) is 5", "it is 2, as printed on the title `wolf`, without changes"),
    ),
)
def test_a_failed_line_shows_whether_the_title_or_the_copy_was_compared(
    written: str, output: str
) -> None:
    found = compiled(f'{MODIFIED}\nexample "of the title"\n    {written}\n')

    assert run_example(found, found.examples[0]).message.endswith(output)


JOKER = """
kind ally
card wolf: ally
    play
        move this to field(you)
card fool: ally
zone hand(player): ally, seen by owner
zone field(player): ally, seen by all
action lay by p choosing c from hand(p)
    perform c as wolf by p
phase game
    nobody wins
example "laid as another"
    given hand(home) is {fool}
    when home does lay choosing fool
    then field(home) is {fool}
"""


def test_a_failed_line_shows_what_a_card_counts_as() -> None:
    found = compiled(JOKER)

    message = run_example(found, found.examples[0]).message
    assert message.endswith("it is {fool}, where fool counts as wolf")
