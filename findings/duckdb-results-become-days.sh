#!/usr/bin/env bash
# Guess: a column of results such as `10-2-3` or of `Yes` and `No` stays text.
# Real: results of three numbers become days (10 February 3 is 2010-02-03), `Yes` and `t` become
# true; `007` and `7h` stay as they are.
# Who meets it: whoever counts wins, draws and losses from a CSV.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check duckdb==2.0.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("duckdb",)))
import os
import tempfile

import duckdb


def read(text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cards.csv")
        with open(path, "w") as file:
            file.write(text)
        return [[str(cell) for cell in row] for row in duckdb.read_csv(path).fetchall()]


found = read("name,result,done,mark,code\nwolf,10-2-3,Yes,t,007\nbear,4-5-6,No,f,7h\n")
print(found)
assert found == [
    ["wolf", "2010-02-03", "True", "True", "007"],
    ["bear", "2004-05-06", "False", "False", "7h"],
]
EOF
