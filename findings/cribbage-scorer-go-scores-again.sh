#!/usr/bin/env bash
# Guess: A "go" adds nothing to the cards on the table.
# Real: `play_calc_score_set` takes it as another look at the same cards: three tens give 6, and 6
# again for the go that follows.
# Who meets it: whoever checks a game of cribbage with it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check cribbage-scorer==0.2.5
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("cribbage-scorer",)))
from cribbage_scorer.cribbage_scorer import play_calc_score_set

tens = [(10, "S"), (10, "H"), (10, "D")]
scores, count, log = play_calc_score_set([*tens, (0, "GO"), (1, "S")], ["ann", "ben"])
print(scores, count, *log, sep="\n")
assert count == 31
assert sum("3 of a kind (6pts)" in line for line in log) == 2
assert scores == {"ann": 14, "ben": 2}  # 8 and 2 by the rules
EOF
