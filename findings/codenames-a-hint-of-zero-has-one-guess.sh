#!/usr/bin/env bash
# Guess: a hint of 0 allows any number of guesses, as in the rulebook, and one of 2 three.
# Real: guesses are the number plus one, so 0 allows one.
# Who meets it: whoever compares players for this game, and hints that warn of words.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check codenames==4.1.7
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "codenames".split()))
from codenames.boards.builder import generate_board
from codenames.game.move import Hint
from codenames.game.state import build_game_state

guesses = []
for number in (0, 2):
    state = build_game_state(language="english", board=generate_board("english", seed=7))
    state.process_hint(Hint(word="nothinglikeit", card_amount=number))
    guesses.append(state.left_guesses)
print(guesses)
assert guesses == [1, 3]
EOF
