#!/usr/bin/env bash
# Guess: of eight, the best by rating meets the last, the second the seventh, as by seeds.
# Real: the best meets the fifth, and the fourth the last.
# Who meets it: whoever compares brackets or chances.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check bracketool==0.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("bracketool", version("bracketool"))
from bracketool.domain import Competitor
from bracketool.single_elimination import SingleEliminationGen

players = [Competitor(f"seed {n}", None, 2000 - 10 * n) for n in range(1, 9)]
generator = SingleEliminationGen(use_teams=False, use_rating=True, random_seed=1)
pairs = [(c.competitor_a.name, c.competitor_b.name) for c in generator.generate(players).rounds[0]]
print(pairs)
assert ("seed 1", "seed 5") in pairs and ("seed 4", "seed 8") in pairs
EOF
