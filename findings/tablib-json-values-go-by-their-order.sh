#!/usr/bin/env bash
# Guess: each value of a JSON row gets into the column of its name.
# Real: names are read in the first row only, and values go by their order: a row that names `cost`
# before `id` gets both swapped, without an error. YAML too.
# Who meets it: whoever reads cards that were written by hand, or by several programs.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check tablib==3.10.0 pyyaml==6.0.3
"$place/venv/bin/python" - <<'EOF2'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("tablib",)))
from tablib import Dataset

text = '[{"id": "ace", "cost": 3}, {"cost": 5, "id": "king"}]'
read = [Dataset().load(text, format=form) for form in ("json", "yaml")]
print([each.dict for each in read])
swapped = [{"id": "ace", "cost": 3}, {"id": 5, "cost": "king"}]
assert [[dict(row) for row in each.dict] for each in read] == [swapped, swapped]
EOF2
