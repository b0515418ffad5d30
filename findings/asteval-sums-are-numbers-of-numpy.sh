#!/usr/bin/env bash
# Guess: `sum([1, 2])` is Python's 3, and `sqrt(-1)` an error.
# Real: where NumPy is installed, functions are NumPy's: the sum is an `int64`, which `json` refuses,
# and the root is `nan`. With `use_numpy=False` both are as guessed; an error then gives None.
# Who meets it: whoever works out costs of cards from texts, and saves them.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check asteval==1.0.10 numpy==2.3.5
"$place/venv/bin/python" -W ignore - <<'EOF2'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("asteval", "numpy")))
from io import StringIO
from json import dumps

from asteval import Interpreter


def found(**how: bool) -> tuple[str, ...]:
    evaluate = Interpreter(err_writer=StringIO(), **how)
    total = evaluate("sum([1, 2])")
    try:
        saved = dumps(total)
    except TypeError:
        saved = "refused"
    return type(total).__name__, saved, str(evaluate("sqrt(-1)"))


print(found(), found(use_numpy=False))
assert found() == ("int64", "refused", "nan")
assert found(use_numpy=False) == ("int", "3", "None")
EOF2
