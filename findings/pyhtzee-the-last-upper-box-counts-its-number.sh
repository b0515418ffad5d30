#!/usr/bin/env bash
# Guess: three of each from ones to sixes make 63 points and the bonus of 35.
# Real: the box filled last counts 0 for ones to 5 for sixes instead of its points, so with sixes
# last the sum is 50 and there is no bonus.
# Who meets it: whoever compares scores: most games that earn the bonus do without it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pyhtzee==1.2.7
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("pyhtzee", version("pyhtzee"))
from pyhtzee import Pyhtzee
from pyhtzee.classes import Category
from pyhtzee.utils import category_to_action_map as box


def total(faces):
    game = Pyhtzee(seed=1)
    for face in faces:
        other = 1 if face > 1 else 2
        game.dice = [face] * 3 + [other, other + 1 if other + 1 != face else other + 2]
        game.take_action(box[Category(face - 1)])
    print(faces, game.scores)
    return game.get_total_score()


last_six, last_one = total([1, 2, 3, 4, 5, 6]), total([6, 5, 4, 3, 2, 1])
print("sixes last", last_six, "ones last", last_one)
assert last_six == 63 and last_one == 63
EOF
