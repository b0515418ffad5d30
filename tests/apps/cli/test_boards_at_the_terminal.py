"""Boards at the terminal: terrain, works, places of seats, and maps in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.cli.conftest import Run

WAR = """
rulebook war "War"
    language 1
    players 2: north, south
    starts with war
words Works: none_yet, ruin, stronghold
board land: grid 4 by 3, named a1..d3
    row "f . . f"
    row "f . w ."
    row ". . . ."
    region forests "f"
    region wet_ground "w"
board way: map
    spaces: home, camp, front, hill
    links: home - camp, camp - front, camp - hill
piece foot x2 per player on land
piece horse per player on land
value towns: set of land = {d1}
state works(land): Works = none_yet
state road(land): yes or no = no
state general(player): land = a1
state spy: way = hill
phase war
    set general(south) to d2
    set works(d1) to stronghold
    set road(b1) to yes
    move item(pieces(north), 1) to a2
    move item(pieces(south), 3) to c2
    if road(b1) and works(d1) is ruin and d1 is in towns and a1 is in forests + wet_ground
        south wins
    north must do pass
    nobody wins
action pass by p choosing where_to from {home, camp}
    set spy to where_to
example "a march"
    given works(c3) is ruin
    when war
    then spy is hill
    north chooses pass, camp
    then spy is camp
"""


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("war.rules").write_text(WAR)
    return "war.rules"


def test_terrain_works_and_places_of_seats_are_drawn(run: Run, text: str) -> None:
    played = run("play", text, "--seed", "1", stdin=b"look\nquit\n").out

    assert (
        "\n".join(
            (
                "3  o  ·  ·  o",
                "2 Fo  · hw  U",
                "1  N  O  · St",
                "   a  b  c  d",
                "N: general north, O: road, S: works stronghold, F: foot of north,",
            )
        )
        in played
    )
    assert "t: towns, o: forests, w: wet ground\n" in played
    assert "way: home – camp · camp – home, front, hill · front – camp · hill – camp\n" in played
    assert "spy hill\n" in played  # a place on a map, which is not drawn


def test_a_shown_example_has_the_board_where_it_changes(run: Run, text: str) -> None:
    shown = run("test", text, "--show", "a march").out

    assert "      1 NU  ·  ·  t\n" in shown
    assert "      1  N  O  · St\n" in shown
    assert shown.count("a  b  c  d") == 2
