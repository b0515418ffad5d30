#!/usr/bin/env bash
# Guess: a player chooses which of two workers moves, and loses when neither can.
# Real: the workers move in a fixed order, and one that is stuck passes.
# Who meets it: whoever compares play: half of the moves of Santorini are missing.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check santorinai==1.3.3
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("santorinai", version("santorinai"))
from santorinai.board import Board


def placed():
    board = Board(2)
    for place in ((0, 0), (4, 4), (4, 0), (0, 4)):
        board.place_pawn(place)
    return board


board = placed()
order = []
for move, build in (((0, 1), (0, 2)), ((4, 3), (4, 2)), ((3, 0), (2, 0)), ((1, 4), (2, 4))):
    pawn = board.get_playing_pawn()
    order.append((pawn.number, pawn.player_number))
    print(order[-1], board.play_move(move, build))
print("worker and player", order)
assert order == [(1, 1), (2, 2), (3, 1), (4, 2)]
board = placed()
for x, y in ((0, 1), (1, 0), (1, 1)):
    board.board[x][y] = 2
played, said = board.play_move((0, 1), (0, 2))
print(played, said, "winner", board.winner_player_number, "to move", board.pawn_turn)
assert played and board.winner_player_number is None and board.pawn_turn == 2
EOF
