#!/usr/bin/env bash
# Guess: the packages of PyPI and npm rate alike, so they give three players the same chances.
# Real: ratings agree, and the chances of two, but not of three: the best of three wins with 51.3% in
# Python, with 50.2% in JavaScript.
# Who meets it: whoever seeds or balances games of more than two in a browser, and checks them in Python.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" openskill@5.0.1
cat >"$place/run.mjs" <<'EOF'
import { predictWin, rate, rating } from "openskill";
const teams = [[30, 4], [25, 8], [20, 6]].map(([mu, sigma]) => [rating({ mu, sigma })]);
const rated = rate(teams).map(([player]) => [player.mu, player.sigma]);
console.log(JSON.stringify([rated, predictWin(teams.slice(0, 2)), predictWin(teams)]));
EOF
node "$place/run.mjs" >"$place/seen.json"
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0
"$place/venv/bin/python" - "$place/seen.json" <<'EOF'
import json
import sys
from importlib.metadata import version

from openskill.models import PlackettLuce

rated, two, three = json.load(open(sys.argv[1]))
model = PlackettLuce()
teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in ((30, 4), (25, 8), (20, 6))]
print("openskill@5.0.1", two, three)
print("openskill", version("openskill"), model.predict_win(teams[:2]), model.predict_win(teams))
for (mu, sigma), (player,) in zip(rated, model.rate(teams), strict=True):
    assert abs(mu - player.mu) < 1e-9 and abs(sigma - player.sigma) < 1e-9
assert all(abs(a - b) < 1e-9 for a, b in zip(two, model.predict_win(teams[:2]), strict=True))
assert round(three[0], 3) == 0.502 and round(model.predict_win(teams)[0], 3) == 0.513
EOF
