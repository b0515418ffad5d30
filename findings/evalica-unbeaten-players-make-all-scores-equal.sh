#!/usr/bin/env bash
# Guess: of a who beat b twice and b who beat c, `bradley_terry` puts a first; Elo begins at 1500
# with K 32.
# Real: all three get the same score, 1e-06, without a warning; Elo begins at 1000 with K 4.
# Who meets it: whoever ranks players or rule sets by few games.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check evalica==0.4.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("evalica", version("evalica"))
from evalica import Winner, bradley_terry, elo

won = Winner.X
scores = bradley_terry(["a", "a", "b"], ["b", "b", "c"], [won] * 3).scores.to_dict()
rated = elo(["a"], ["b"], [won]).scores.to_dict()
beaten = bradley_terry(["a", "a", "b", "c"], ["b", "b", "c", "a"], [won] * 4).scores.to_dict()
print(scores, rated, "each beaten once", beaten)
assert len(set(scores.values())) == 1
assert rated == {"a": 1002.0, "b": 998.0}
assert beaten["a"] > beaten["c"]
EOF
