#!/usr/bin/env bash
# Guess: a Go board that refuses suicide refuses to retake a ko at once, too.
# Real: weiqi of PyPI plays the move, and the board is the same as two moves before. Keep the text of
# each position, and compare.
# Who meets it: whoever lets bots play with it: such a game needn't end.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check weiqi==0.2.1
echo "weiqi 0.2.1"
"$place/venv/bin/python" - <<'EOF'
from weiqi import Board, Move, Player, Position, Stone, WeiqiGame

seats = Player(Stone.BLACK), Player(Stone.WHITE)


def played(places):
    game = WeiqiGame(Board.generate_empty_board(5), *seats)
    boards = []
    for turn, place in enumerate(places):
        seat = seats[turn % 2]
        game.make_move(seat, Move(Position(*place), seat.figure))
        boards.append(game.board.state_as_string)
    return boards


around = [(1, 0), (2, 0), (0, 1), (3, 1), (1, 2), (2, 2), (2, 1)]
boards = played([*around, (1, 1), (2, 1)])
print("retaken at once:", boards[8] == boards[6], "taken:", boards[7] != boards[6])
assert boards[8] == boards[6] != boards[7]
try:
    played([(0, 1), (4, 4), (1, 0), (0, 0)])
    raise SystemExit(1)
except ValueError as error:
    print("suicide:", error)
    assert "suicide" in str(error)
EOF
