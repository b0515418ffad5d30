#!/usr/bin/env bash
# Guess: a CSV of one column of texts is one column with its heading.
# Real: where each text has one semicolon, it is split there, and the first text is taken as the
# heading; `delim=','` and `header=True` read it.
# Who meets it: designers who keep card texts in a file of one column.
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

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "texts.csv")
    with open(path, "w") as file:
        file.write("text\nDraw 2; then discard\nDraw 1; win\n")
    guessed = duckdb.read_csv(path)
    told = duckdb.read_csv(path, sep=",", header=True)
    print(guessed.columns, guessed.fetchall(), told.columns, told.fetchall())
    assert guessed.columns == ["Draw 2", "then discard"]
    assert told.columns == ["text"] and len(told.fetchall()) == 2
EOF
