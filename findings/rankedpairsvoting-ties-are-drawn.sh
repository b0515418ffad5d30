#!/usr/bin/env bash
# Guess: two candidates that tie stay in the order of the list.
# Real: their order is drawn anew at each call, without a sign that they tie.
# Who meets it: whoever settles votes at a table, or tests such code.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check rankedpairsvoting==0.0.2
"$place/venv/bin/python" - <<'EOF2'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("rankedpairsvoting",)))
from rankedpairsvoting import ranked_pairs_voting

votes = [[1, 2, 3], [2, 1, 3]]
orders = {tuple(ranked_pairs_voting(["Ann", "Bob", "Cid"], votes)) for _ in range(100)}
print(orders)
assert orders == {("Ann", "Bob", "Cid"), ("Bob", "Ann", "Cid")}
EOF2
