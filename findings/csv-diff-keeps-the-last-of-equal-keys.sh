#!/usr/bin/env bash
# Guess: two rows with one key are an error, or a difference.
# Real: the last one is kept, so a row that was lost isn't reported; without a key, equal rows are
# one.
# Who meets it: whoever compares two versions of a table of cards, where a card stands twice.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check csv-diff==1.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "csv-diff".split()))
import io

from csv_diff import compare, load_csv


def changes(old, new, key):
    tables = (load_csv(io.StringIO(text), key=key) for text in (old, new))
    return sum(map(len, compare(*tables).values()))


twice, once = "id,cost\nace,1\nace,2\n", "id,cost\nace,2\n"
equal, single = "id,cost\nace,1\nace,1\n", "id,cost\nace,1\n"
counts = [changes(twice, once, "id"), changes(equal, single, None)]
print(counts, changes(once, single, "id"))
assert counts == [0, 0] and changes(once, single, "id") == 1
EOF
