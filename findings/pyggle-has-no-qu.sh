#!/usr/bin/env bash
# Guess: a die with `Qu` counts as two letters, and words of one or two letters score nothing.
# Real: `quit` is found neither with `Qu` nor with `q`, and `it` scores 1 point. `official=True`
# leaves out short words.
# Who meets it: whoever compares a word game with Boggle's dice.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pyggle==1.2.0
"$place/venv/bin/python" - <<'EOF2'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pyggle",)))
from pyggle import Boggle

WORDS = ["quit", "it", "tie"]
found = {}
for die in ("Qu", "qu", "q"):
    for official in (False, True):
        board = Boggle([[die, "i"], ["t", "e"]], words=WORDS, official=official)
        found[die, official] = sorted(zip(board.get_words(), board.get_score()))
print(found)
assert {words == [("it", 1), ("tie", 1)] for (_, short), words in found.items() if not short} == {True}
assert {words == [("tie", 1)] for (_, short), words in found.items() if short} == {True}
EOF2
