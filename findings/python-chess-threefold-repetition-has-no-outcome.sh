#!/usr/bin/env bash
# Guess: After the third repetition `outcome()` is a draw.
# Real: it is None, and the game goes on until the fifth: the third (and fifty moves) must be
# claimed, with `claim_draw=True`.
# Who meets it: whoever compares the end of games with another chess program, such as the chess of
# this project.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('chess',)))
import chess

board = chess.Board()
seen = []
for _ in range(4):
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        board.push_uci(move)
    seen.append((board.outcome(), board.outcome(claim_draw=True)))
for at, (plain, claimed) in enumerate(seen, start=2):
    print(at, "times:", plain and plain.termination.name, claimed and claimed.termination.name)
assert seen[1][0] is None and seen[1][1].termination.name == "THREEFOLD_REPETITION"
assert seen[3][0].termination.name == "FIVEFOLD_REPETITION"
EOF
