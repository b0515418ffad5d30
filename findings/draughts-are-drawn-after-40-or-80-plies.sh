#!/usr/bin/env bash
# Guess: English draughts without captures are drawn after the same number of moves in every
# library.
# Real: pydraughts waits for 80 plies of kings, OpenSpiel's checkers for 40 plies of any pieces
# without a capture.
# Who meets it: whoever compares results or lengths with another program: the checkers of this
# project count as OpenSpiel does.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pydraughts==0.6.7 open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('pydraughts', 'open_spiel',)))
import random

import pyspiel
from draughts import Board


def plies_of_kings(seed):
    """Shuffle kings about, without captures and repetitions, until the game is over."""
    board, chance, plies = Board("english", fen="B:WK29,K30,K22:BK3,K4,K11"), random.Random(seed), 0
    while not board.is_over():
        moves = board.legal_moves()
        chance.shuffle(moves)
        for move in moves:
            next_board = board.copy()
            next_board.push(move)
            quiet = next_board.is_over() or not any("x" in each.pdn_move for each in next_board.legal_moves())
            if quiet and next_board.fens[-1] not in board.fens:
                break
        else:
            return None
        board.push(move)
        plies += 1
    return plies


def quiet_plies(seed):
    """Play at random; the plies since the last capture, if the game is drawn."""
    state, chance, quiet, before = pyspiel.load_game("checkers").new_initial_state(), random.Random(seed), 0, None
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        pieces = sum(letter in "oO8+*" for letter in "".join(line[1:] for line in str(state).splitlines()[:8]))
        quiet, before = (quiet + 1 if pieces == before else 0), pieces
    return quiet if state.returns() == [0, 0] else None


kings = {plies_of_kings(seed) for seed in range(20)} - {None}
quiet = {quiet_plies(seed) for seed in range(60)} - {None}
print("pydraughts", kings, "OpenSpiel", quiet)
assert kings == {80}
assert quiet == {40}
EOF
