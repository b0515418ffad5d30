#!/usr/bin/env bash
# Guess: `results=[[0, 1]]` are places, as `ranks` of trueskill are, so the first player won.
# Real: they are scores, so the second player won; without results, the first of the list did.
# Who meets it: whoever rates by both, or moves from one to the other.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check trueskillthroughtime==1.1.0 trueskill==0.4.5
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("trueskillthroughtime", "trueskill")))
import trueskill
from trueskillthroughtime import History

game = [[["ann"], ["ben"]]]


def mean(**options):
    curves = History(composition=game, **options).learning_curves()
    return {name: round(curves[name][-1][1].mu, 2) for name in ("ann", "ben")}


places = trueskill.rate([(trueskill.Rating(),), (trueskill.Rating(),)], ranks=[0, 1])
scores, listed = mean(results=[[0, 1]]), mean()
print("trueskill", places, "results", scores, "none", listed)
assert places[0][0].mu > places[1][0].mu
assert scores["ann"] < 0 < scores["ben"]
assert listed["ben"] < 0 < listed["ann"]
EOF
