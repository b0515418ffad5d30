#!/usr/bin/env bash
# Guess: A round robin of five has five rounds of two matches, in each of which one player is free;
# in an elimination of six the first two are free in round 1.
# Real: rounds are slices of a list of all pairs: A plays both matches of rounds 1 and 2. In the
# elimination nobody is free, and two players called TBD meet.
# Who meets it: whoever plans tables or evenings by its rounds.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check versupy==0.1.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("versupy",)))
from versupy.tournament import Tournament


def pairs(tournament):
    return [match.competitor_a.name + match.competitor_b.name for match in tournament.get_current_round_matches()]


robin = Tournament(list("ABCDE"), "round_robin")
rounds = [pairs(robin)]
while robin.advance_to_next_round() is not None:
    rounds.append(pairs(robin))
elimination = pairs(Tournament(list("ABCDEF"), "single"))
print(rounds, elimination)
assert rounds[:2] == [["AB", "AC"], ["AD", "AE"]] and len(rounds) == 5
assert elimination == ["AB", "CD", "EF", "TBDTBD"]
EOF
