#!/usr/bin/env bash
# Guess: In Farkle a player may set aside dice that score, and rolls the others again.
# Real: worthless dice may be set aside with a scoring one: of 1, 2, 2, 3, 4, 6 all six can be kept
# for 100 points, and six new dice are rolled.
# Who meets it: whoever compares strategies for Farkle: drop such moves from the list.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check games-collection==1.6.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("games-collection",)))
import random

from dice_games.farkle.farkle import FarkleGame

game = FarkleGame(num_players=2, rng=random.Random(7))
game.last_roll = [1, 2, 2, 3, 4, 6]
legal = [dice for dice, on in game.get_valid_moves() if on]
print(len(legal), max(legal, key=len))
assert [1] in legal and [1, 2, 2, 3, 4, 6] in legal and [2, 2] not in legal
assert game.make_move(([1, 2, 2, 3, 4, 6], True))
print(game.turn_score, game.dice_in_hand, len(game.last_roll))
assert (game.turn_score, len(game.last_roll)) == (100, 6)
EOF
