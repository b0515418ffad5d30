#!/usr/bin/env bash
# Guess: An answer to "Make 24 using 4, 9, 2, 7" counts if it uses these numbers and makes 24.
# Real: any four numbers of its range count, and what makes 24.5 counts as 24: only the whole part
# is compared. Compare the numbers and the value yourself.
# Who meets it: whoever trains or measures models with it: wrong answers have the full reward.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check reasoning-gym==0.1.25
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("reasoning-gym",)))
import reasoning_gym

puzzle = reasoning_gym.create_dataset("puzzle24", size=5, seed=7)
for entry in puzzle:
    scores = [float(puzzle.score_answer(text, entry)) for text in ("6*4*1*1", "7*7*1/2", "6*4*1", "5*5*1*1")]
    print(entry["question"].splitlines()[0], scores)
    assert scores == [1.0, 1.0, 0.01, 0.01]
EOF
