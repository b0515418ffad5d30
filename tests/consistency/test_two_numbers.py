"""What a text says at two places, with two numbers."""

from __future__ import annotations

from ruleslang.checks.subject import Subject
from ruleslang.consistency.two_numbers import check
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.load import load, load_text
from tests.support.every import every

GAME = """rulebook doubles "Doubles"
    language 1
    players 2: home, away
    starts with game

kind spell
    has price: 0..9 = 0
zone hand(player): spell, seen by owner
state coins(player): 0..9 = 0

value is_rich(p: player): yes or no = coins(p) > 5 and number of hand(p) < 4
value some(p: player): set of spell = (each c in hand(p) where price(c) < 3 and coins(p) > 1)

phase game
    for each q in players
        move cards to hand(q)
    nobody wins

card bolt "Bolt" x4: spell
    text "Take three coins, and one more for a full hand."
    play
        add 3 to coins(you)
        if number of hand(you) > 4: add 1 to coins(you)
"""


def told(text: str) -> list[tuple[str, str]]:
    loaded = load_text(text)
    assert loaded.compiled is not None, loaded.diagnostics
    subject = Subject(loaded.compiled, loaded.spans)
    return [(one.span.text.split("\n")[0].strip(), one.message) for one in check(subject)]


def test_what_a_value_says_but_for_a_number_is_told_of() -> None:
    near = "procedure tax(p: player)\n    if coins(p) > 6 and number of hand(p) < 4: stop"

    assert told(GAME + near) == [
        (
            "if coins(p) > 6 and number of hand(p) < 4: stop",
            "this is `is_rich` but for 6, which stands where it says 5",
        )
    ]


def test_locals_may_be_called_otherwise() -> None:
    near = (
        "procedure tax(q: player)\n"
        "    let few = (each k in hand(q) where price(k) < 4 and coins(q) > 1)\n"
        "    move few to hand(opponent(q))"
    )

    (found,) = told(GAME + near)

    assert found[1] == "this is `some` but for 4, which stands where it says 3"


def test_a_number_of_the_rule_that_the_text_has_not_is_told_of() -> None:
    wrong = GAME.replace("add 3 to coins", "add 2 to coins").replace("> 4: add", "> 1: add")

    assert told(wrong) == [("add 2 to coins(you)", "the text of `bolt` says 3, and its rule 2")]


def test_one_bound_of_several_is_told_of() -> None:
    tests = "".join(
        f"procedure test_{name}(p: player)\n    if coins(p) <= {number}: set coins(p) to 0\n"
        for name, number in (("a", 7), ("b", 7), ("c", 6))
    )

    assert told(GAME + tests) == [("coins(p) <= 6", "6 is the bound here, and 7 at 2 other places")]


def test_what_agrees_or_differs_twice_is_not_told_of() -> None:
    same = "procedure tax(p: player)\n    if coins(p) > 5 and number of hand(p) < 4: stop\n"

    assert told(GAME) == []
    assert told(GAME + same) == []
    assert told(GAME + same.replace("> 5", "> 6").replace("< 4", "< 3")) == []


@every("name", lambda: sorted(shipped_rulebooks())[::4], parts=2)
def test_nothing_is_told_of_shipped_rulebooks(name: str) -> None:
    loaded = load(name)
    assert loaded.compiled is not None

    assert [*check(Subject(loaded.compiled, loaded.spans))] == []
