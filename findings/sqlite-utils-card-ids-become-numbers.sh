#!/usr/bin/env bash
# Guess: `insert --csv` and `memory` keep a card's id `007` as it is in the file.
# Real: a column that looks like numbers becomes one: `007` is 7, a cost of `1e2` is 100.0.
# `--no-detect-types` keeps texts.
# Who meets it: whoever joins card tables by such ids.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check sqlite-utils==4.2.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("sqlite-utils",)))
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

TOOL = str(Path(sys.executable).with_name("sqlite-utils"))


def rows(folder: str, *options: str) -> list[list[object]]:
    table = Path(folder, "cards.csv")
    table.write_text("id,cost\n007,1e2\n012,5\n")
    base = str(Path(folder, f"cards{len(options)}.db"))
    subprocess.run([TOOL, "insert", base, "cards", str(table), "--csv", *options], check=True)
    text = subprocess.run([TOOL, "rows", base, "cards"], check=True, capture_output=True).stdout
    return [[*each.values()] for each in json.loads(text)]


with TemporaryDirectory() as folder:
    found, kept = rows(folder), rows(folder, "--no-detect-types")
print(found, kept)
assert found == [[7, 100.0], [12, 5.0]]
assert kept == [["007", "1e2"], ["012", "5"]]
EOF
