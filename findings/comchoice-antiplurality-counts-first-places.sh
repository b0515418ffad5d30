#!/usr/bin/env bash
# Guess: antiplurality counts last places, and whoever has the fewest wins.
# Real: it counts first places and ranks whoever has the fewest first: here the one that most put
# last.
# Who meets it: whoever counts a vote over rules or moves: the least wanted wins.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check comchoice==0.1.3 pandas==2.2.3 numpy==1.26.4 seaborn==0.13.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("comchoice", "pandas")))
import pandas
from comchoice.aggregate import antiplurality

ballots = ["hand>deck>table"] * 4 + ["deck>hand>table"] * 3 + ["table>hand>deck"] * 2
votes = pandas.DataFrame({"ballot": ballots, "voters": [1] * len(ballots)})
result = antiplurality(votes)
print(result.to_string(index=False))
first = result.sort_values("rank").iloc[0]["alternative"]
last_places = {name: sum(b.endswith(name) for b in ballots) for name in ("hand", "deck", "table")}
print("last places", last_places, "first:", first)
assert first == "table" and last_places == {"hand": 0, "deck": 2, "table": 7}
EOF
