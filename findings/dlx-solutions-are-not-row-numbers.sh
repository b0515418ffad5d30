#!/usr/bin/env bash
# Guess: A solution lists the numbers of its rows, here 0 and 1, and 2 and 3.
# Real: it lists the numbers of the first entries of these rows in one list of all entries: 4 and 5,
# 7 and 9. `getRowList` gives the columns of each.
# Who meets it: whoever fills a board with tiles by exact cover.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check dlx==1.0.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "dlx".split()))
from dlx import DLX

columns = [(name, DLX.PRIMARY) for name in "abc"]
problem = DLX(columns, [[0], [1, 2], [0, 1], [2]])
found = [sorted(solution) for solution in problem.solve()]
rows = [[problem.getRowList(row) for row in solution] for solution in found]
print(found, rows)
assert found == [[4, 5], [7, 9]]
assert rows == [[["a"], ["b", "c"]], [["a", "b"], ["c"]]]
EOF
