#!/usr/bin/env bash
# Guess: Single transferable vote uses the Droop quota, a whole number: 4 of 11 votes for two
# seats.
# Real: the quota is votes / (seats + 1), 3.67, so 2.33 votes move on from a candidate with 6, not
# 2.
# Who meets it: designers of voting games who count by hand as the rules of an election say.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pyrankvote==2.0.6
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('pyrankvote',)))
from pyrankvote import Ballot, Candidate, single_transferable_vote

a, b, c, d = map(Candidate, "abcd")
ballots = [Ballot([a, b])] * 6 + [Ballot([c])] * 3 + [Ballot([d])] * 2
result = single_transferable_vote([a, b, c, d], ballots, 2)
votes = {each.candidate.name: round(float(each.number_of_votes), 2) for each in result.rounds[1].candidate_results}
print(result, votes)
assert votes["a"] == 3.67
assert votes["b"] == 2.33
EOF
