#!/usr/bin/env bash
# Guess: Who has no piece on the track rolls up to three times, and a six rolls again.
# Real: in the first round there are four tries, and a six doesn't roll again; in later rounds there
# is one try, and a six does.
# Who meets it: whoever compares rules or chances of Ludo with it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps ludopy==1.5.0 numpy==2.4.6 opencv-python-headless==4.12.0.88
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

import ludopy

print("ludopy", version("ludopy"))
def turns(rolls, rounds):
    rolls, game, seen = list(rolls), ludopy.Game(), []
    game._dice_generator = lambda: setattr(game, "current_dice", rolls.pop(0) if rolls else 1)
    while game.round <= rounds:
        (_, pieces, *_), player = game.get_observation()
        if player == 0:
            seen.append((game.round, game.current_dice))
        game.answer_observation(pieces[0] if len(pieces) else -1)
    return seen


found = [turns([], 2), turns([6], 1), turns([1] * 16 + [6], 2)]
print(found)
assert found[0] == [(1, 1)] * 4 + [(2, 1)]
assert found[1] == [(1, 6)]
assert found[2] == [(1, 1)] * 4 + [(2, 6), (2, 1)]
EOF
