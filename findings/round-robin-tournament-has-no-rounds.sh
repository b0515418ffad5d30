#!/usr/bin/env bash
# Guess: the active matches of a round robin of five are those of a round, two, and one player is
# free.
# Real: all ten are active at once, and each player is in four of them.
# Who meets it: whoever seats players at tables.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check round-robin-tournament==1.0.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("round-robin-tournament",)))
from collections import Counter

from round_robin_tournament import Tournament

matches = Tournament(list("ABCDE")).get_active_matches()
seats = Counter(each.get_competitor() for match in matches for each in match.get_participants())
print(len(matches), seats)
assert len(matches) == 10 and {*seats.values()} == {4}
EOF
