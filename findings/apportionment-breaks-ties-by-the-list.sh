#!/usr/bin/env bash
# Guess: A tie for the last seat is an error, or is reported.
# Real: the first party of the list gets the seat, in each method; `tiesallowed=False` raises.
# Who meets it: whoever divides seats, prizes or turns by it: the order of the list decides.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check apportionment==1.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "apportionment".split()))
from apportionment.methods import compute

methods = "hamilton dhondt saintelague huntington adams".split()
found = [compute(method, [10, 10], 1, verbose=False) for method in methods]
print(found)
assert found == [[1, 0]] * 5
try:
    compute("hamilton", [10, 10], 1, tiesallowed=False, verbose=False)
except Exception as error:
    assert type(error).__name__ == "TiesException"
else:
    raise AssertionError("no tie was reported")
EOF
