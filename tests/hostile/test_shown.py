"""The display of boards, of spaces, and of a choice of nothing."""

from __future__ import annotations

from pathlib import Path

from tests.apps.cli.conftest import Run

HEXES = """rulebook x "X"
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins
board field: hexes 3 by 2
piece guard "guard" per player on field
piece scout "scout" x2 on field
phase game
    for each p in players
        move first(pieces(p)) to cell(seat(p), 2)
    home chooses s "where to" from field
    nobody wins
"""


def test_a_board_is_drawn_and_its_spaces_have_names_for_people(run: Run) -> None:
    ran = run("play", "tic_tac_toe", "--seed", "1", stdin=b"5\n3\nquit\n")

    assert "3 · · ·\n2 C C ·\n1 N · N\n  A B C\n" in ran.out
    assert "C: mark of cross" in ran.out
    assert "B1" in ran.out
    assert "squares_" not in ran.out


def test_hexes_and_several_pieces_on_a_space_are_drawn(run: Run) -> None:
    Path("x.rules").write_text(HEXES)

    ran = run("play", "x.rules", "--seed", "1", stdin=b"quit\n")

    assert "2  G g ·\n1 · · ·\n  A B C\nG/g: guard of home/away" in ran.out


def test_a_choice_of_no_cards_is_shown_as_such(run: Run) -> None:
    Path("x.rules").write_text("""rulebook x "X"
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins
kind k
card c "Sun" x3: k
zone hand(player): k, seen by owner
zone heap: k, seen by all
phase game
    move cards to hand(home)
    home may do change
    nobody wins
action change "change cards" by p choosing up to 2 of hand(p) as cs
    move cs to heap
""")
    ran = run("play", "x.rules", "--seed", "1", stdin=b"quit\n")

    assert "change cards: no cards" in ran.out
    assert "nothing" not in ran.out


def test_statuses_of_pieces_and_a_ball_are_drawn_and_empty_boards_are_not(run: Run) -> None:
    Path("x.rules").write_text("""rulebook x "X"
    players 2: home, away
    starts with game
board field: grid 3 by 2
board bench: line 4
piece runner per player
state tired(piece): yes or no = no
state ball: space
phase game
    move item(pieces(home), 1) to cell(field, 2, 1)
    move item(pieces(away), 1) to cell(field, 3, 2)
    set tired(item(pieces(away), 1)) to yes
    set ball to cell(field, 2, 1)
    home chooses way from {1, 2}
    if way is 1: home wins
    nobody wins
""")
    ran = run("play", "x.rules", "--seed", "1", stdin=b"quit\n")

    assert "2  ·  · A'\n1  · HB  ·\n   A  B  C\n" in ran.out
    assert "H: runner of home, B: ball, A: runner of away, ': tired" in ran.out
    assert "1 2 3 4" not in ran.out
    assert "tired(" not in ran.out
