"""Who wins together: one row for a team, and for the players of a cooperative game."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.simulation.sides import sides_of
from tests.apps.cli.conftest import Run
from tests.support.shipped import compiled

GUESS = """\
rulebook guess "Guess"
    language 1
    players 4{teams}
    starts with game
die d6: 1..6
phase game
    roll d6 as pips
    p1 chooses one of
        low: nothing
        high: nothing
    if pips > 3
        {end}
    nobody wins
"""


@pytest.mark.parametrize(
    ("teams", "end", "sides"),
    [
        ("", "players win", ["the players win"]),
        (
            "",
            "for each p in {p1, p3, p4}: eliminate p\n        players win",
            ["p1 wins", "p2 wins", "p3 wins", "p4 wins"],
        ),
        ("", "p2 wins", ["p1 wins", "p2 wins", "p3 wins", "p4 wins"]),
        ("\n    teams 2 of 2: red, blue", "members(team(p2)) win", ["red wins", "blue wins"]),
    ],
)
def test_who_wins_together_has_one_row(
    run: Run, tmp_path: Path, teams: str, end: str, sides: list[str]
) -> None:
    book = tmp_path / "guess.rules"
    book.write_text(GUESS.format(teams=teams, end=end), encoding="utf-8")
    words = str(book), "--games", "40", "--jobs", "1"
    shown = run("simulate", *words).out.split("\n\n")[1].splitlines()
    figures = run("report", *words, "--engine", "wasm", "--format", "json").json

    assert [line.split("  ")[0] for line in shown] == [*sides, "nobody wins"]
    named = [row["seat"] for row in figures["seats"]]
    assert named == [side.rsplit(" ", 1)[0] for side in sides]
    won = [row["count"] for row in figures["seats"]]
    assert max(won) + figures["nobody"]["count"] == 40
    assert all(len(each["seats"]) == len(sides) for each in figures["strengths"])


def test_one_game_has_no_interval(run: Run) -> None:
    one, two = (run("simulate", "hanabi", "--games", many).out for many in "12")

    assert "100.0%" in one and "% to" not in one
    assert "% to 100%" in two


def test_members_of_a_team_take_their_seats_in_rotation() -> None:
    north_south, east_west = sides_of(compiled("spades").program, 4)

    assert (north_south.seats, east_west.seats) == ((0, 2), (1, 3))
