"""A help is printed only if the changed line can be read and typed."""

from __future__ import annotations

import pytest

from ruleslang.library.load import load_text
from ruleslang.source.fix import edited
from tests.support.corpus import CORPUS, bare

ROUNDS = 4  # more fixes one after another would be none
GAME = """\
rulebook trial "A trial"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

kind beast
    has cost: 0..9
card fox "Fox" x9: beast
    cost: 2

state score(player): 0..99 = 0
state closed: yes or no = no
zone pile: cards, ordered, seen by nobody
zone hand(player): cards, seen by owner

phase game
    move cards to pile
    for each q in players
        move top(pile) to hand(q)
        {line}
    nobody wins
"""


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("for each player p: draw", "such a line is written as `for each p in players`"),
        (
            "for each p players: add 1 to score(p)",
            "write `for each p in players: add 1 to score(p)`",
        ),
        (
            "if hand(q) has c: stop",
            "a condition is `S is empty`, `x is in S`, `number of S is 3` or `coins(p) >= 3`",
        ),
        ("let c = top(pile)\n        if hand(q) has c: stop", "write `c is in hand(q)`"),
        # what is not declared would leave a mistake in the line
        (
            "q may do recruit, cast or rest",
            "what a player can do is an action, `action lay by p choosing c from hand(p)`,"
            " offered with `p may do lay` or `p must do lay`",
        ),
        # the line below would have no head
        (
            "whenever a card is drawn\n            add 1 to score(q)",
            "use a hook for an event: `after draw(p)`, `before play(beast)`",
        ),
        # no declaration makes a zone of a word of the language
        ("shuffle cards", "a zone is declared: `zone pile: cards, ordered, seen by nobody`"),
        (
            "shuffle deck_of_all",
            "declare it: `zone deck_of_all: cards, seen by all`; there are `hand`, `pile`",
        ),
        ("closed = true", "write `set closed to yes`"),
        ("closed = 7", "`let x = …` makes a name, `set x to …` changes a state"),
        ("if score is 3: stop", "name the player: `score(q)`"),
    ],
)
def test_a_help_that_does_not_work_is_not_shown(line: str, help: str | None) -> None:
    (first, *_) = load_text(GAME.replace("{line}", line)).diagnostics

    assert first.help == help


@pytest.mark.parametrize(
    ("line", "help"),
    [
        # without its article it would be an unknown zone
        ("shuffle the deck", "such a line is written as `shuffle pile`"),
        ("shuffle the pile", "remove it: `shuffle pile`"),
        ("move 7 fox to pile", "such a line is written as `move top(pile) to hand(p)`"),
        (
            "add sum of cost(c) over c in hand(q) + pile to score(q)",
            "write `sum of cost(c) over c in (hand(q) + pile)`",
        ),
        (
            "add sum of cost(c) + 1 over c in hand(q) to score(q)",
            "write `sum of (cost(c) + 1) over`",
        ),
        # one is read, but a card is none of a zone; the next one holds
        ("if fox not in hand(q): stop", "write `fox is not in hand(q)`"),
    ],
)
def test_the_first_candidate_that_works_is_shown(line: str, help: str) -> None:
    (first, *_) = load_text(GAME.replace("{line}", line)).diagnostics

    assert first.help == help


def test_a_help_in_a_loop_holds_though_its_limit_is_still_missing() -> None:
    lines = "repeat while nobody is ready\n            add 1 to score(q)"
    text = GAME.replace("{line}", lines) + "\nstate ready(player): yes or no = no\n"
    (first, *_) = load_text(text).diagnostics
    assert first.fix is not None
    (written,) = edited([first.fix])[0].values()

    assert first.help == "write `not (there is c in players where ready(c))`"
    assert [error.slug for error in load_text(written).diagnostics if error.is_error] == [
        "unbounded-loop"
    ]


def test_the_last_help_of_a_text_is_tried_like_the_first() -> None:
    lines = ["q gains 2 points", "flip a card over", "flip a coin"] * 3
    below = "".join(f"procedure p{n}(q: player)\n    {line}\n" for n, line in enumerate(lines))
    text = GAME.replace("{line}", "stop") + below
    helps = [error.help for error in load_text(text).diagnostics]

    assert helps == helps[:3] * 3
    assert "write `reveal coin`" not in helps


def test_a_help_is_tried_though_a_line_below_cannot_be_read() -> None:
    lines = "closed = 7\n        if score(q) > 3\n            and what not\n        stop now"
    (first, *_) = load_text(GAME.replace("{line}", lines)).diagnostics

    assert first.help == "`let x = …` makes a name, `set x to …` changes a state"


@pytest.mark.parametrize("margin", ["", "    "])
def test_what_goes_on_below_is_joined(margin: str) -> None:
    text = GAME.replace("{line}", "nothing") + f"\nvalue most: 0..9\n{margin}= 3\n"
    (only,) = (error for error in load_text(text).diagnostics if error.is_error)
    assert only.fix is not None
    written = edited([only.fix])[0]["text.rules"]

    assert only.message == "this belongs to the line above"
    assert only.help == "write `value most: 0..9 = 3`"
    assert written.endswith("\nvalue most: 0..9 = 3\n")


@pytest.mark.parametrize(
    "line",
    [
        "shuffle the deck",
        "move 7 fox to pile",
        "move 7 fox from pile to hand(q)",
        "score(q) gains 3 points",
        "if pile empty draw",
        "p draws 2 card",
        "q chooses fox in hand and move it to pile",
        "set score to 3",
    ],
)
def test_fixes_lead_in_no_circle(line: str) -> None:
    texts = [GAME.replace("{line}", line)]
    for _ in range(ROUNDS):
        errors = [error for error in load_text(texts[-1]).diagnostics if error.is_error]
        made = edited(error.fix for error in errors if error.fix)[0]
        if not made:
            break
        (text,) = made.values()
        assert text not in texts
        texts.append(text)

    assert len(texts) <= ROUNDS


def test_a_form_speaks_of_phases_that_the_rulebook_has() -> None:
    text = "\n".join(bare(CORPUS / "turn-of-eliminated.rules"))
    without = text.replace(
        "        turn(p)\n", "        lose_a_life(p)\n        p may do pass_on\n"
    )
    helps = [
        diagnostic.help
        for diagnostic in load_text(without, lints=True).diagnostics
        if diagnostic.slug == "turn-of-eliminated"
    ]

    assert helps == ["put the turn in a phase, so `end … if under way` can end it by name"]


def test_a_line_that_goes_on_below_is_no_incomplete_line_where_both_together_fail() -> None:
    unseen = "q chooses c from pile\n            where cost(c) > 1"
    (error,) = [
        found
        for found in load_text(GAME.replace("{line}", unseen)).diagnostics
        if found.is_error and found.slug != "choosing-unseen"
    ]

    assert error.slug == "line-goes-on"
    assert (
        error.help
        == "a line can continue only inside brackets, after a comma, or before `and` and `or`"
    )
