"""`test --show`: the story of one worked example, to be read by a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.cli.conftest import Run

WELL = """\
rulebook well "The well"
    players 2: ann, bob
    starts with game

die d6: 1..6
state gold(player): 0..9 = 0
state curse(player): 0..9 = 0, seen by owner
zone pile: coin, ordered, seen by nobody
zone hand(player): coin, seen by owner
zone gone: coin, seen by nobody

kind coin
    has worth: 1..3
card penny "Penny" x2: coin
    worth: 1
card crown "Crown" x1: coin
    worth: 3

value riches(p: player): 0..99 = gold(p) + number of hand(p)

phase game
    ann must do one of wish, spend
    ann wins

action wish by p
    roll d6 as pips
    if pips is 6
        add 1 to curse(p)
        move top(pile) to hand(p)

action spend by p choosing c "coin to spend" from hand(p)
    move c to gone
    add worth(c) to gold(p)

procedure reward(p: player)
    add number of hand(p) to gold(p)

procedure bless
    for each p in players
        add 2 to gold(p)

example "a six brings a coin, and a curse"
    given pile is {crown}
    rolling 6
    when ann does wish
    then curse(ann) is 1
    then riches(ann) > 0 and gold(ann) is 0

example "a five brings nothing"
    given pile is {crown}
    rolling 5
    when ann does wish
    then number of hand(ann) is 0

example "spent for less than it is worth"
    given hand(ann) is {crown}
    when ann does spend choosing crown
    then gold(ann) is 2
    when bless
    then gold(ann) is 5

example "a wish without luck"
    given pile is {crown}
    rolling 5
    when ann does wish
    then hand(ann) is empty

example "a blessing without a hand"
    when reward(ann)
    then gold(ann) is 0

example "nobody has a coin to spend"
    when ann does spend choosing crown
    then gold(ann) is 0
"""


@pytest.fixture(autouse=True)
def well(run: Run) -> None:
    Path("well.rules").write_text(WELL)


SIX = """\
a six brings a coin, and a curse   well.rules:42
  given pile is {crown}
  rolling 6
  when ann does wish
      ann: wish · rolled d6: 6 · curse 0 → 1 · Crown: pile → hand
✓ then curse(ann) is 1
✓ then riches(ann) > 0 and gold(ann) is 0
      riches(ann) is 1
it holds
"""

NO_LUCK = """\
a wish without luck   well.rules:62
  given pile is {crown}
  rolling 5
  when ann does wish
      ann: wish · rolled d6: 5
      nothing has changed
✓ then hand(ann) is empty
      hand(ann) is {}
it holds
"""

NO_HAND = """\
a blessing without a hand   well.rules:68
  when reward(ann)
      nothing happened
✓ then gold(ann) is 0
it holds
"""

SPENT = """\
spent for less than it is worth   well.rules:55
  given hand(ann) is {crown}
  when ann does spend choosing crown
      ann: spend: Crown → gone · gold 0 → 3
✗ then gold(ann) is 2
      expected gold(ann) is 2; it is 3
  (2 more lines, not reached)
it does not hold
"""

NO_COIN = """\
nobody has a coin to spend   well.rules:72
✗ when ann does spend choosing crown
      ann may not do spend choosing crown: there is nothing to choose from
  (1 more line, not reached)
it does not hold
"""

BREAK = """\
  when one_play(anna, ben)
      play: attacks earned(ben, counterattack) 0 → 1 · play 0 → 1
      anna's 9 against ben's 6 (Break at Speed -1): rolled bone: 4, 4, 0, 0 → 17 against 6 → won ·
        attacker: anna
      anna's 9 against ben's 4: rolled bone: 0, 0, 5, 4 → 9 against 13 → lost
      ben is asked: activate a position, take a rebound or take a counterattack
  ben chooses take_counterattack
      ben: take a counterattack
      play: attacker anna → ben · attacks earned(ben, counterattack) 1 → 0
      ben's 13 against anna's 6: rolled bone: 4, 4, 0, 0 → 21 against 6 → won · GOAL! 0 : 1
✓ then goals(ben) is 1 and attacks_earned(ben, counterattack) is 0
it holds
"""


@pytest.mark.parametrize(
    ("words", "story"),
    [
        ("SIX curse", SIX),
        ("without luck", NO_LUCK),
        ("a blessing", NO_HAND),
        ("spent for less", SPENT),
        ("nobody has a coin", NO_COIN),
    ],
)
def test_an_example_is_traced_line_by_line(run: Run, words: str, story: str) -> None:
    """All is told, whoever sees it; what holds, with what it reads; up to the line that fails."""
    ran = run("test", "well.rules", "--show", words)

    assert ran.out == story
    assert ran.status == int("does not hold" in story)


def test_questions_below_a_line_are_shown_there(run: Run) -> None:
    log = run("test", "ole", "--show", "counterattack in every play").out

    assert log.endswith(BREAK)


def test_things_that_only_one_player_sees_are_shown_too(run: Run) -> None:
    log = run("test", "sealed_bids", "--show", "a tie goes by lot").out

    assert "bid(ada) 0 → 7 · bid(bob) 0 → 7" in log


def test_a_fault_of_the_rules_is_shown_with_its_place(run: Run) -> None:
    rules = WELL.replace("add number of hand(p) to", "subtract 1 from")
    Path("well.rules").write_text(rules)
    log = run("test", "well.rules", "--show", "a blessing").out

    assert log.splitlines()[1:] == [
        "✗ when reward(ann)",
        "  --> well.rules:36:  subtract 1 from gold(p)",
        "      `gold` would be -1, outside 0..9",
        "  (1 more line, not reached)",
        "it does not hold",
    ]


def test_a_choice_that_nobody_can_make_is_among_the_events(run: Run) -> None:
    rules = WELL.replace("    add number of hand(p) to gold(p)", "    p chooses c from hand(p)")
    Path("well.rules").write_text(rules)
    log = run("test", "well.rules", "--show", "a blessing").out

    said = "ann has nothing to choose, so `p chooses c from hand(p)` stops the procedure"
    assert NO_HAND.replace("nothing happened", said).splitlines()[1:] == log.splitlines()[1:]


def test_an_answer_that_nobody_is_asked_for_is_reported_at_its_line(run: Run) -> None:
    rules = WELL.replace("    when reward(ann)\n", "    bob chooses crown\n    when reward(ann)\n")
    Path("well.rules").write_text(rules)
    log = run("test", "well.rules", "--show", "a blessing").out

    assert "✗ bob chooses crown\n" in log
    assert "✓ then gold(ann) is 0\nit does not hold\n" in log


def test_the_story_as_data(run: Run) -> None:
    ran = run("test", "well.rules", "--show", "for less", "--format", "json")
    shown = ran.json["shown"]
    lines = shown["lines"]

    assert (ran.status, ran.json["ok"], shown["status"]) == (1, False, "failed")
    assert shown["title"] == "spent for less than it is worth"
    assert (shown["message"], shown["place"]["line"]) == ("expected gold(ann) is 2; it is 3", 58)
    assert [(each["line"], each["status"]) for each in lines] == [
        (56, "passed"),
        (57, "passed"),
        (58, "failed"),
        (59, "not reached"),
        (60, "not reached"),
    ]
    (entry,) = lines[1]["happened"]
    assert [part["kind"] for part in entry["parts"]] == ["did", "moved", "changed"]
    assert lines[2]["reads"] == [{"text": "gold(ann)", "value": "3"}]


def test_words_that_no_title_has_or_several_have(run: Run) -> None:
    none, several = (run("test", "well.rules", "--show", words) for words in ("zebra", "brings"))

    assert none.status == several.status == 2
    assert none.err == "ruleslang: no example has `zebra` in its title\n"
    assert several.err.splitlines() == [
        "ruleslang: 2 examples have `brings` in their title:",
        "  a six brings a coin, and a curse",
        "  a five brings nothing",
    ]


def test_a_title_contained_in_another_can_be_selected(run: Run) -> None:
    Path("well.rules").write_text(WELL.replace('"a five brings nothing"', '"a six"'))

    assert run("test", "well.rules", "--show", "a six").out.startswith("a six   well.rules:")


def test_it_is_not_joined_with_what_runs_all(run: Run) -> None:
    ran = run("test", "well.rules", "--show", "six", "--laws")

    assert (ran.status, ran.err.count("leave out `--only`, `--laws` and `--since`")) == (2, 1)
