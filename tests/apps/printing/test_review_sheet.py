"""The sheet for review: sentences made of rules, beside the printed text."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.apps.printing.review_sheet import review_data
from ruleslang.library.load import load_text
from tests.apps.cli.conftest import Run
from tests.support.shipped import LARGE, loaded

GAME = """\
rulebook duel "The duel"
    language 1
    players 2: home, away
    starts with game

words Sort: fire, ice
kind spell
    has sort: Sort = fire
    has price: 0..9 = 0
kind charm: spell
    play
        add 1 to life(you)

board court: grid 3 by 3, neighbours 4
zone hand(player): spell, seen by owner
zone used: spell, ordered, seen by all
state life(player): 0..9 = 5
state warded(player): yes or no = no

value dearest(p: player): 0..99 = sum of price(c) over c in hand(p)
value heat(p: player): 0..9 = 1

procedure hurt(p: player, n: 0..99)
    subtract n from life(p)

action cast by p choosing c from hand(p) where playable(c, p)
    perform c

phase game
    for each p in players
        move cards to hand(p)
    home must do cast, if impossible nobody wins
    if heat(home) + dearest(home) > 12: home wins
    nobody wins

card CARD "Card" x2: spell
    text "What it does."
BODY

card moss "Moss": charm
card fern "Fern": charm

LOOKS
"""


def lines(body: str, looks: str = "") -> list[str]:
    """The lines of the card, an indented one with a `>` for each step."""
    text = GAME.replace("CARD", "bolt").replace("LOOKS", looks)
    found = load_text(text.replace("BODY", "".join(f"    {line}\n" for line in body.split("\n"))))
    assert found.compiled is not None, found.diagnostics
    spans = found.spans
    data = review_data(found.compiled, lambda origin: spans[origin].text)
    card = next(c for kind in data["kinds"] for c in kind["cards"] if c["title"] == "Card")
    return [f"{'> ' * depth}{output}" for depth, output in card["lines"]]


CASES = {
    "play\n    add 1 to life(you)": ["Add 1 to your life."],
    "play choosing foe from players except {you} where life(foe) < 3 or warded(foe)\n"
    "    hurt(foe, price(this))": [
        "You choose one of all players who are in without you where foe's life is less than 3 "
        "or foe's warded is yes, called “foe”.",
        "Do “hurt” (foe, this card's price).",
    ],
    "play\n    if not (life(you) > 3 and warded(you))\n        move this to used\n"
    "    else\n        home wins": [
        "If your life is not more than 3 or your warded is no:",
        "> Move this card to the used.",
        "Otherwise:",
        "> The game is over, won by home.",
    ],
    "play\n    only if life(you) is 1 and (warded(you) or sort(this) is ice)\n    shuffle used": [
        "Only if your life is 1 and (your warded is yes or this card's sort is ice).",
        "Shuffle the used.",
    ],
    "play\n    pays price(this) from life(you)\n    set warded(opponent(you)) to yes": [
        "It costs this card's price from your life.",
        "Set your opponent's warded to yes.",
    ],
    "play\n    until game ends\n        modify heat(you) where life(you) > 1: +2\n"
    "        instead of hurt(home, any)\n            nothing": [
        "Until this game ends:",
        "> Heat (you) has 2 more, if your life is more than 1.",
        "> Instead of hurt (home, any): nothing.",
    ],
    "play\n    together\n        if life(home) > 1: home chooses x from hand(home)\n"
    "        away chooses y from hand(away)\n    move x to used": [
        "In secret and at the same time:",
        "> If home's life is more than 1:",
        "> > Home chooses one of home's hand, called “card x”.",
        "> Away chooses one of away's hand, called “card y”.",
        "Move card x to the used.",
    ],
    "play\n    pays warded(you)\n    add larger(0, 3 - price(this)) - 1 to life(you)": [
        "It costs your warded, from yes to no.",
        "Add (the larger of 0 and (3 − this card's price)) − 1 to your life.",
    ],
    "play\n    if not adjacent(cell(1, 1), cell(1, 2))\n        home wins": [
        "If the cell of 1 and 1 is not next to the cell of 1 and 2:",
        "> The game is over, won by home.",
    ],
    "while in hand\n    modify heat(you): at most 2": [
        "While it is in hand:",
        "> Heat (you) is at most 2.",
    ],
    "play\n    repeat while life(you) < 9, at most 2 times: add 1 to life(you)\n"
    "    repeat until life(you) is 9, safety limit 50: add 1 to life(you)": [
        "Again and again, while your life is less than 9, at most 2 times:",
        "> Add 1 to your life.",
        "Again and again, until your life is 9:",
        "> Add 1 to your life.",
    ],
    'play\n    you may agree "one more?"\n        add 1 to life(you)': [
        "You may agree: “one more?”; then:",
        "> Add 1 to your life.",
    ],
    "while in hand\n    after hurt(home, any)\n        limit 1 per game\n        shuffle used": [
        "While it is in hand:",
        "> After hurt (home, any), if this has not happened in this game:",
        "> > Shuffle the used.",
    ],
}


@pytest.mark.parametrize("body", CASES)
def test_rules_are_shown_in_sentences(body: str) -> None:
    assert lines(body) == CASES[body]


LOOKS = """\
table looks
    | what   | title | phrase                      |
    | hurt   |       | {p} loses {n} points        |
    | dearest |      | the dearest spell of {p}    |
    | warded | ward  |                             |
"""


def test_looks_have_phrases_for_procedures_and_values() -> None:
    body = "play\n    hurt(opponent(you), dearest(you))\n    set warded(you) to yes"
    assert lines(body, LOOKS) == [
        "Your opponent loses the dearest spell of you points.",
        "Set your ward to yes.",
    ]


@pytest.mark.parametrize(
    ("row", "output"),
    [
        ("| hurt | {q} loses |", "has `{q}`, which is not a parameter of `hurt`"),
        ("| life | points of {p} |", "can't describe `life`"),
    ],
)
def test_a_phrase_that_fits_nothing_is_reported(row: str, output: str) -> None:
    text = GAME.replace("CARD", "bolt").replace("BODY", "").replace("LOOKS", "")
    found = load_text(f"{text}table looks\n    | what | phrase |\n    {row}\n")
    assert [output in each.message for each in found.diagnostics] == [True]


def test_what_has_no_sentence_is_shown_as_it_is_written() -> None:
    body = "play\n    let taken = life(you) after hurt(you, 1)\n    add taken to life(you)"
    first, second = lines(body)
    assert first == "(as written) let taken = life(you) after hurt(you, 1)"
    assert second == "Add taken to your life."


def test_all_other_rules_come_after_the_cards() -> None:
    text = GAME.replace("CARD", "bolt").replace("LOOKS", "")
    text = text.replace("BODY", '    play "on yourself"\n        add 1 to life(you)')
    rest = "procedure rest\n    nothing\n"
    effects = (
        "whenever life(home) is 0\n    away wins\nwhile life(away) < 3\n    before hurt(p, any)\n"
    )
    luck = "value luck(p: player): 0..9\n    when warded(p): 3\n    otherwise: 1\n"
    found = load_text(text + rest + effects + "        add 1 to life(p)\n" + luck)
    assert found.compiled is not None, found.diagnostics
    data = review_data(found.compiled, str)
    bolt = next(c for kind in data["kinds"] for c in kind["cards"] if c["title"] == "Card")

    assert bolt["lines"] == [(0, "“on yourself”:"), (1, "Add 1 to your life.")]
    titled = [rule for rule in data["rules"] if rule["title"]]
    assert {rule["title"]: (rule["word"], rule["lines"]) for rule in titled} == {
        "cast": (
            "action",
            [
                (0, "You choose one of your hand where you may play card c, called “card c”."),
                (0, "You play card c."),
            ],
        ),
        "hurt": ("procedure", [(0, "Subtract n from player p's life.")]),
        "game": (
            "phase",
            [
                (0, "For each in all players who are in, called player p:"),
                (1, "Move all cards to player p's hand."),
                (0, "Home must do “cast”."),
                (0, "If that is impossible:"),
                (1, "The game is over, and nobody wins."),
                (0, "If home's heat + home's dearest is more than 12:"),
                (1, "The game is over, won by home."),
                (0, "The game is over, and nobody wins."),
            ],
        ),
        "rest": ("procedure", [(0, "Nothing.")]),
        "dearest": ("value", [(0, "The sum of card c's price for card c in player p's hand.")]),
        "heat": ("value", [(0, "1.")]),
        "luck": ("value", [(0, "If player p's warded is yes: 3."), (0, "Otherwise: 1.")]),
    }
    assert [rule["lines"] for rule in data["rules"] if rule["word"] == "effect"] == [
        [(0, "As soon as home's life is 0:"), (1, "The game is over, won by away.")],
        [
            (0, "While away's life is less than 3:"),
            (1, "Before hurt (player p, any):"),
            (2, "Add 1 to player p's life."),
        ],
    ]


def test_counters_that_the_text_does_not_name_are_no_rules() -> None:
    text = GAME.replace("CARD", "bolt").replace("LOOKS", "").replace("BODY", "")
    turns = "    take turns p among players until all pass: p may do cast\n"
    found = load_text(text.replace("    home must do cast, if impossible nobody wins\n", turns))
    assert found.compiled is not None, found.diagnostics
    rules = {each["title"]: each["lines"] for each in review_data(found.compiled, str)["rules"]}

    assert rules["game"][2:4] == [
        (0, "In turns among all players who are in, each called player p, until all of them pass "
            "in a row:"),
        (1, "Player p may do “cast”."),
    ]  # fmt: skip
    assert [line for _, line in rules["cast"]][1:] == ["You play card c."]


def test_effects_of_several_cards_are_listed_once_at_their_kind() -> None:
    text = GAME.replace("CARD", "bolt").replace("BODY", "").replace("LOOKS", "")
    found = load_text(text)
    assert found.compiled is not None
    kinds = review_data(found.compiled, str)["kinds"]
    assert [(each["kind"], each["lines"]) for each in kinds] == [
        ("spell", []),
        ("charm", [(0, "Add 1 to your life.")]),
    ]


@pytest.mark.parametrize("name", sorted(LARGE - {"standard"}))
def test_every_rulebook_has_sentences(name: str) -> None:
    found = loaded(name)
    assert found.compiled is not None
    spans = found.spans
    for kind in review_data(found.compiled, lambda origin: spans[origin].text)["kinds"]:
        for card in kind["cards"]:
            assert not [output for _, output in card["lines"] if output[0].islower()]


def test_the_sheet_is_printed(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    ran = run("print", "ollapion", "--to", "review", "-o", str(tmp_path / "sheet.pdf"))
    assert ran.status == 0, ran.err
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
