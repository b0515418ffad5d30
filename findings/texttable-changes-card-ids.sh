#!/usr/bin/env bash
# Guess: texts are printed as they are: `007`, `1e3` and `1.50`.
# Real: texts that look like numbers are rewritten: 7, 1000 and 1.500; `set_cols_dtype` with `t`
# keeps them.
# Who meets it: whoever prints lists of cards by ids, or results such as `1.5`.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check texttable==1.7.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("texttable",)))
from texttable import Texttable


def printed(kind=None):
    table = Texttable()
    table.set_deco(0)
    if kind:
        table.set_cols_dtype([kind])
    for text in ("007", "1e3", "1.50", "7h"):
        table.add_row([text])
    return table.draw().split()


found = [printed(), printed("t")]
print(found)
assert found == [["7", "1000", "1.500", "7h"], ["007", "1e3", "1.50", "7h"]]
EOF
