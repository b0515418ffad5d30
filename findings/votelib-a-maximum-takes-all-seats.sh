#!/usr/bin/env bash
# Guess: a party that is owed 3 seats and may have 2 gets 2.
# Real: it gets none, and its 3 seats are counted out anew among the others, so of 5 only 3 are given.
# Who meets it: whoever divides places, cards or turns with a limit for each.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check votelib==0.4.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("votelib", version("votelib"))
from votelib.evaluate.proportional import QuotaDistributor

votes = {"north": 60, "south": 40}
free = QuotaDistributor("hare").evaluate(votes, 5)
limited = QuotaDistributor("hare").evaluate(votes, 5, max_seats={"north": 2})
print("5 seats by", votes, "without a limit", free, "north at most 2", limited)
assert free == {"north": 3, "south": 2}
assert limited.get("north", 0) == 0 and sum(limited.values()) == 3
EOF
