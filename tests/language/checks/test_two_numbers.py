"""Texts that contain the same thing in two places, with two numbers."""

from __future__ import annotations

from ruleslang.language.checks.lints.two_numbers import find_two_numbers
from ruleslang.language.checks.subject import Subject
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


def log(text: str) -> list[tuple[str, str]]:
    loaded = load_text(text)
    assert loaded.compiled is not None, loaded.diagnostics
    subject = Subject(loaded.compiled, loaded.spans)
    return [
        (one.span.text.split("\n")[0].strip(), one.message) for one in find_two_numbers(subject)
    ]


def test_a_copy_of_a_value_with_another_number_is_reported() -> None:
    near = "procedure tax(p: player)\n    if coins(p) > 6 and number of hand(p) < 4: stop"

    assert log(GAME + near) == [
        (
            "if coins(p) > 6 and number of hand(p) < 4: stop",
            "this equals `is_rich` except for 5 instead of 6",
        )
    ]


def test_two_values_that_nearly_agree_are_reported_once() -> None:
    poor = "value is_poor(p: player): yes or no = coins(p) > 4 and number of hand(p) < 4\n"

    assert [message for _, message in log(GAME + poor)] == [
        "this equals `is_poor` except for 4 instead of 5"
    ]


def test_a_part_of_a_whole_is_no_number_of_things() -> None:
    def text(of: str) -> str:
        halved = GAME.replace(
            "add 3 to coins(you)", "subtract coins(you) / 4 rounded down from coins(you)"
        )
        return halved.replace("Take three coins, and one more for a full hand.", of).replace(
            "        if number of hand(you) > 4: add 1 to coins(you)\n", ""
        )

    assert [log(text(f"From the {zone}.")) for zone in ("three-quarters", "three quarters")] == [
        [],
        [],
    ]
    assert log(text("From three places."))[0][1] == "the text of `bolt` says 3, but its rule 4"


SETTLED = """
state stakes(player): 0..9 = 0
card eclipse "Eclipse": spell
    text "Your stakes grow by two."
    play
        add 1 to stakes(you)
action use by p choosing c from hand(p) where playable(c, p)
    perform c
phase turn(p: player)
    p may do use
    settle
procedure settle
    for each q in players: add 1 to stakes(q)
"""


def test_the_rest_of_a_number_is_added_after_each_play() -> None:
    assert log(GAME + SETTLED) == []
    assert [message for _, message in log(GAME + SETTLED.replace("    settle\n", ""))] == [
        "the text of `eclipse` says 2, but its rule 1"
    ]


def test_locals_may_be_called_otherwise() -> None:
    near = (
        "procedure tax(q: player)\n"
        "    let few = (each k in hand(q) where price(k) < 4 and coins(q) > 1)\n"
        "    move few to hand(opponent(q))"
    )

    (found,) = log(GAME + near)

    assert found[1] == "this equals `some` except for 3 instead of 4"


def test_a_number_of_the_rule_that_the_text_lacks_is_reported() -> None:
    wrong = GAME.replace("add 3 to coins", "add 2 to coins").replace("> 4: add", "> 1: add")

    assert log(wrong) == [("add 2 to coins(you)", "the text of `bolt` says 3, but its rule 2")]


def test_a_price_that_differs_from_the_text_is_reported() -> None:
    bolt = GAME.replace('text "Take', 'text "Pay 2 coins. Take').replace(
        "    play\n", "    play\n        pays 1 from coins(you)\n"
    )

    assert log(bolt) == [("pays 1 from coins(you)", "the text of `bolt` says 2, but its rule 1")]
    assert log(bolt.replace("pays 1", "pays 2")) == []


def test_a_case_of_a_value_without_the_others_is_reported() -> None:
    cap = (
        "value cap(p: player): 0..99\n    when hand(p) is empty: 3\n"
        "    otherwise: 2 * number of hand(p)\n"
        "procedure raise(p: player)\n    if coins(p) < {}: add 1 to coins(p)\n"
    )
    output = "this is one case of `cap`, which has 2"

    assert log(GAME + cap.format("2 * number of hand(p)"))[0][1] == output
    assert log(GAME + cap.format("cap(p)")) == []


def test_what_begins_full_is_compared_with_the_most_that_it_holds() -> None:
    text = (
        "state hints: 0..8 = 8\nprocedure hint\n"
        "    if hints < 7: add 1 to hints\n    if hints > 2: subtract 1 from hints\n"
    )

    assert log(GAME + text)[0][1] == "the bound here is 7, but `hints` holds up to 8"
    assert log(GAME + text.replace("< 7", "< 8")) == []


def test_one_bound_of_several_is_reported() -> None:
    tests = "".join(
        f"procedure test_{name}(p: player)\n    if coins(p) {test}: set coins(p) to 0\n"
        for name, test in (("a", "< 7"), ("b", ">= 7"), ("c", "< 6"))
    )

    output = "`coins` is compared with 6 here, and with 7 at 2 other places"
    assert log(GAME + tests) == [("coins(p) < 6", output)]


def test_one_different_number_among_several_comparisons_is_reported() -> None:
    tests = "".join(
        f"procedure test_{name}(p: player)\n    if coins(p) is {number}: set coins(p) to 0\n"
        for name, number in (("a", 7), ("b", 7), ("c", 6))
    )

    output = "`coins` is compared with 6 here, and with 7 at 2 other places"
    assert log(GAME + tests) == [("if coins(p) is 6: set coins(p) to 0", output)]


def test_lines_that_agree_or_differ_twice_are_not_reported() -> None:
    same = "procedure tax(p: player)\n    if coins(p) > 5 and number of hand(p) < 4: stop\n"

    assert log(GAME) == []
    assert log(GAME + same) == []
    assert log(GAME + same.replace("> 5", "> 6").replace("< 4", "< 3")) == []


def test_two_high_bounds_that_are_neighbours_are_reported() -> None:
    tests = "".join(
        f"procedure test_{name}(p: player)\n    if gold(p) <= {number}: set gold(p) to 0\n"
        for name, number in (("a", 20), ("b", 21))
    )

    assert [each[0] for each in log(GAME + "state gold(player): 0..99 = 0\n" + tests)] == [
        "gold(p) <= 20"
    ]


CARDS = "".join(
    f"card {name} x{copies}: spell\n    price: 1\n"
    for name, copies in (("ash", 4), ("oak", 4), ("elm", 5), ("fir", 4))
)


def test_one_copy_more_than_of_the_others_of_a_kind_is_reported() -> None:
    assert ("card elm x5: spell", "it has 5 copies, the others of its kind 4") in log(GAME + CARDS)
    assert log(GAME + CARDS.replace("elm x5", "elm x4")) == []


def test_a_claim_of_how_many_cards_there_are_must_be_their_sum() -> None:
    claims = (
        'claim "all": number of cards is {}\n'
        'claim "spells": number of (cards where it is spell) is {}\n'
    )
    number = 4  # copies of the bolt

    assert log(GAME + claims.format(number, number)) == []
    assert [each[1] for each in log(GAME + claims.format(number + 1, number))] == [
        f"this says {number + 1}, but the copies add up to {number}"
    ]


@every("name", lambda: sorted(shipped_rulebooks())[::4], parts=2)
def test_nothing_is_reported_for_shipped_rulebooks(name: str) -> None:
    loaded = load(name)
    assert loaded.compiled is not None

    assert [*find_two_numbers(Subject(loaded.compiled, loaded.spans))] == []


def test_a_bound_one_below_a_capacity_and_a_number_in_a_short_rule_are_reported() -> None:
    text = """zone shelf(player): spell, at most 6, seen by all
card clock "Clock": spell
    text "The clock goes two steps on."
    play
        add 1 to coins(you)
card other "Other": spell
    text "A step on, or two."
    play
        add 1 to coins(you)
procedure lay(p: player)
    if number of shelf(p) < 5: move top(hand(p)) to shelf(p)
"""

    assert log(GAME + text.replace("top(hand(p))", "first(hand(p))")) == [
        ("number of shelf(p) < 5", "the bound here is 5, but `shelf` holds up to 6"),
        ("add 1 to coins(you)", "the text of `clock` says 2, but its rule 1"),
    ]


def test_a_heading_that_counts_the_cards_below_it_is_held_to_that() -> None:
    text = """# Charms: 3
card charm "Charm" x3: spell
    price: 1
# Curses: 5
card curse "Curse" x4: spell
    price: 2
"""

    wrong = ("# Curses: 5", "this says 5, but the copies below it add up to 4")
    assert wrong in log(GAME + text)
    assert wrong not in log(GAME + text.replace("Charms: 3", "Charms: 2"))  # numbers of what?
