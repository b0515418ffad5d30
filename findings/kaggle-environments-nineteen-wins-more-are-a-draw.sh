#!/usr/bin/env bash
# Guess: Whoever wins one round more of rock, paper, scissors wins the match.
# Real: a lead of less than 20 rounds is a draw: who won 19 of 19 gets 0, as the loser;
# `tieRewardThreshold` changes that.
# Who meets it: whoever plays short matches, or compares players by them.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps kaggle-environments==1.33.2
"$place/venv/bin/pip" install --quiet --disable-pip-version-check flask==3.1.2 jsonschema==4.25.1 numpy==2.4.6 requests==2.32.5 pyjson5==2.0.0 termcolor==3.1.0
"$place/venv/bin/python" - 2>"$place/notes" <<'EOF'
from importlib.metadata import version

from kaggle_environments import make

print("kaggle-environments", version("kaggle-environments"))
found = []
for rounds, options in ((19, {}), (20, {}), (19, {"tieRewardThreshold": 1})):
    env = make("rps", configuration={"episodeSteps": rounds + 1, **options})
    env.run([lambda observation: 1, lambda observation: 0])
    found.append((len(env.steps) - 1, [each.reward for each in env.state]))
print(found)
assert found == [(19, [0, 0]), (20, [20, -20]), (19, [19, -19])]
EOF
