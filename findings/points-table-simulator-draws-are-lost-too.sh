#!/usr/bin/env bash
# Guess: a match is won, lost, drawn or without a result.
# Real: a draw, and a match without a result, is among the lost ones as well: of three played,
# one won, one drawn and one without a result, two are lost.
# Who meets it: whoever shows the table of a league with draws.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check points-table-simulator==2.0.1 pandas==2.2.3 numpy==1.26.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("points-table-simulator", version("points-table-simulator"))
from pandas import DataFrame
from points_table_simulator import PointsTableSimulator

rows = [(1, "Ann", "Bob", "Draw"), (2, "Ann", "Cid", "Ann"), (3, "Ann", "Dan", "No Result")]
rows.append((4, "Cid", "Bob", None))
schedule = DataFrame(rows, columns=["match_number", "home", "away", "winner"])
table = PointsTableSimulator(schedule, points_for_a_win=3).current_points_table.set_index("team")
counts = table[[f"matches_{kind}" for kind in ("played", "won", "lost", "drawn", "with_no_result")]]
print(counts.to_string())
assert list(counts.loc["Ann"]) == [3, 1, 2, 1, 1]
EOF
