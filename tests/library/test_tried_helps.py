"""A help is printed only if the line, changed as it says, can be read and typed."""

from __future__ import annotations

import pytest

from ruleslang.library.load import load_text
from tests.support.corpus import CORPUS, bare

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
        ("for each player p: draw", "write `for each p in players`"),
        ("for each p players: add 1 to score(p)", "write `in` before `players`"),
        ("if hand(q) has c: stop", "write `c is in hand(q)`"),
        ("let c = top(pile)\n        if hand(q) has c: stop", "write `c is in hand(q)`"),
        # what the author has not declared yet is no fault of the help
        ("q may do recruit, cast or rest", "write `may do one of recruit, cast, rest`"),
        # no declaration makes a zone of a word of the language
        ("shuffle cards", "a zone is declared: `zone pile: cards, ordered, seen by nobody`"),
        (
            "shuffle deck_of_all",
            "declare it: `zone deck_of_all: cards, seen by all`; there are `hand`, `pile`",
        ),
        ("closed = true", "write `set closed to yes`"),
        ("closed = 7", None),
        ("if score is 3: stop", "say whose it is: `score(q)`"),
    ],
)
def test_a_help_that_does_not_hold_is_not_said(line: str, help: str | None) -> None:
    (first, *_) = load_text(GAME.replace("{line}", line)).diagnostics

    assert first.help == help


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

    assert helps == [
        "make a phase of what a turn consists of: `end … if under way` ends it by its name"
    ]
