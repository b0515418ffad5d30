#!/usr/bin/env bash
# Guess: A Swiss tournament pairs players of near scores who haven't met.
# Real: who has met means nothing: neighbours of the table are paired, so of four players the first
# two of round 1 meet again in round 3, though another pairing is left.
# Who meets it: whoever runs a tournament by it: look for earlier matches yourself.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check versupy==0.1.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("versupy",)))
from versupy.competitor import Competitor
from versupy.swiss import Swiss

swiss = Swiss([Competitor(name) for name in "ABCD"], rounds=3)
rounds = []
for _ in range(3):
    matches = swiss.generate_round_pairings()
    rounds.append([match.competitor_a.name + match.competitor_b.name for match in matches])
    swiss.record_match_results([match.competitor_a for match in matches])
print(rounds)
assert rounds == [["AB", "CD"], ["AC", "BD"], ["AB", "CD"]]
EOF
