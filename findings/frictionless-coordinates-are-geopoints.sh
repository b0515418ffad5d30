#!/usr/bin/env bash
# Guess: A column of `3,4` and `5,6` is text.
# Real: it is a `geopoint`, and rows are read as `[3.0, 4.0]`; one place beyond 180,90 makes the
# whole column text again.
# Who meets it: designers with a column of coordinates: a larger map changes the type.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check frictionless==5.21.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("frictionless",)))
import os
import tempfile

from frictionless import Resource


def read(last):
    with open("cards.csv", "w") as file:
        file.write(f'tile,at\na,"3,4"\nb,"{last}"\n')
    with Resource("cards.csv") as resource:
        rows = [row.to_dict()["at"] for row in resource.row_stream]
        return resource.schema.fields[1].type, rows


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    small, large = read("5,90"), read("5,91")
    os.chdir("/")
print(small, large)
assert small[0] == "geopoint"
assert [[float(part) for part in place] for place in small[1]] == [[3, 4], [5, 90]]
assert large == ("string", ["3,4", "5,91"])
EOF
