"""`test --cards`: a failing example of one's own file is a failure, wherever the rules stop."""

from __future__ import annotations

from pathlib import Path

from tests.apps.cli.conftest import Run, write_my_game

OWN = """\
example "of my own"
    given hand(home) is {high}
    when round
    then rounds_won(home) is 1
"""


def test_an_own_example_that_stops_on_a_line_of_the_rulebook_has_failed(run: Run) -> None:
    write_my_game(run)
    Path("own.cards").write_text(OWN)
    ran = run("test", "my_game.rules", "--cards", "own.cards")

    assert ran.status == 1
    assert "failed: of my own" in ran.out
    assert "no longer holds" not in ran.out


def test_own_failures_come_first_with_the_last_of_what_happened(run: Run) -> None:
    write_my_game(run)
    Path("own.cards").write_text(
        'card giant "Giant" x3: number_card designed\n    strength: 9\n\n'
        'example "of my own"\n    given hand(home) is {giant, giant, giant}\n'
        "    given hand(away) is {high, high, high}\n    when round\n"
        "    then rounds_won(away) is 1\n"
    )
    ran = run("test", "my_game.rules", "--cards", "own.cards")

    assert "the events before it:\n        home: card to lay: Giant" in ran.out
    assert ran.out.index("failed: ") < ran.out.index("no longer holds: fifteen cards")


OVER = """\
rulebook over "Over"
    language 1
    players 2: ann, ben
    starts with game

phase game
    ann wins

example "too late"
    ben chooses 2
    when game
"""


def test_a_failure_reports_that_the_match_was_over(run: Run) -> None:
    Path("over.rules").write_text(OVER)
    ran = run("test", "over.rules")

    assert "the events before it:\n        the match is over, and ann has won" in ran.out
