#!/usr/bin/env bash
# Guess: arithmetic of ISO Prolog, with `4/2` whole: `-7 rem 3` is -1, `7 // -2` is -3 and
# `round(2.5)` is 3.
# Real: it is that of Python: 2, -4, and 2 by rounding halves to even; `4/2` is 2.0.
# Who meets it: whoever moves rules with scores or turns between it and another Prolog.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check problog==2.3.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("problog", version("problog"))
from problog import get_evaluatable
from problog.program import PrologString

found = {}
for text in ("-7 rem 3", "7 // -2", "round(2.5)", "round(3.5)", "4/2"):
    program = PrologString(f"r(X) :- X is {text}. query(r(X)).")
    (term,) = get_evaluatable().create_from(program).evaluate()
    found[text] = str(term.args[0])
print(found)
assert found == {"-7 rem 3": "2", "7 // -2": "-4", "round(2.5)": "2", "round(3.5)": "4", "4/2": "2.0"}
EOF
