#!/usr/bin/env bash
# Guess: By Bucklin's rule a candidate with most of the first places wins at once.
# Real: second places are added first: with 1, 2, 3 from three voters and 2, 3, 1 from two, 2 wins,
# and by `fallback_voting_winner` too.
# Who meets it: whoever compares voting rules on ballots of PrefLib, or lets players vote on
# variants.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check preflibtools==2.0.33
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("preflibtools",)))
from preflibtools.aggregation.singlewinner import bucklin_voting_winner, fallback_voting_winner, plurality_winner
from preflibtools.instances import OrdinalInstance

ballots = OrdinalInstance()
ballots.append_vote_map({((1,), (2,), (3,)): 3, ((2,), (3,), (1,)): 2})
found = plurality_winner(ballots), bucklin_voting_winner(ballots), fallback_voting_winner(ballots)
print(found)
assert found == ({1}, {2}, {2})
EOF
