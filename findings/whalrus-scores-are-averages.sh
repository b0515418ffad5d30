#!/usr/bin/env bash
# Guess: Borda's rule adds up points, 2, 1 and 0 for three candidates; instant runoff drops one of
# two who are last by a rule, such as the alphabet.
# Real: scores are averages per ballot, fractions such as 5/4 for 5; a tie among the last raises,
# unless a `tie_break` is given. Multiply by the number of ballots.
# Who meets it: whoever compares its scores with a count by hand, or lets players vote on variants.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check whalrus==0.4.6
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("whalrus",)))
from fractions import Fraction

from whalrus import Priority, RuleBorda, RuleIRV

ballots = ["a > b > c", "a > c > b", "b > a > c", "c > b > a"]
scores = RuleBorda(ballots).scores_
try:
    RuleIRV(ballots).winner_
    raise SystemExit("it breaks the tie now")
except ValueError as problem:
    print(problem)
winner = RuleIRV(ballots, tie_break=Priority.ASCENDING).winner_
print(scores, winner)
assert scores == {"a": Fraction(5, 4), "b": 1, "c": Fraction(3, 4)}
EOF
