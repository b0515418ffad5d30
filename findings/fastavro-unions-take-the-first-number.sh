#!/usr/bin/env bash
# Guess: in a union of `double` and `int`, a whole number is written as an `int`.
# Real: fastavro takes the first type that can hold a number: 3 comes back as 3.0, and with `float`
# before `long`, 16777217 comes back as 16777216.0, without a word. In the other order both stay.
# Who meets it: whoever stores scores that are whole in one game and halves in another.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check fastavro==1.13.1
"$place/venv/bin/python" - <<'EOF'
from io import BytesIO

import fastavro


def again(union: list[str], value: float) -> float:
    stream = BytesIO()
    fastavro.schemaless_writer(stream, union, value)
    stream.seek(0)
    return fastavro.schemaless_reader(stream, union)


print("fastavro", fastavro.__version__)
for union, value, seen in (
    (["double", "int"], 3, 3.0),
    (["float", "long"], 16777217, 16777216.0),
    (["int", "double"], 3, 3),
    (["long", "float"], 16777217, 16777217),
):
    read = again(union, value)
    print(union, value, "comes back as", read)
    assert read == seen and type(read) is type(seen)
EOF
