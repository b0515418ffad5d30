#!/usr/bin/env bash
# Guess: A tie that no rule breaks is reported: it raises, or both candidates are returned.
# Real: one of them is returned, by an order that is shuffled by a hash of the ballots, so the same
# tie with more ballots elects another one; `tiebreaker=None` raises.
# Who meets it: whoever counts a vote over rules, and takes the winner for a real one.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check starvote==2.1.6
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("starvote", version("starvote"))
import starvote

ballots = [{"ann": 5, "ben": 0}, {"ann": 0, "ben": 5}]
found = [starvote.election(starvote.star, ballots * times)[0] for times in range(1, 9)]
print("1 to 8 such pairs elect", found)
assert set(found) == {"ann", "ben"}
try:
    starvote.election(starvote.star, ballots, tiebreaker=None)
except starvote.UnbreakableTieError as error:
    print(type(error).__name__)
else:
    raise AssertionError("no tie was reported")
EOF
