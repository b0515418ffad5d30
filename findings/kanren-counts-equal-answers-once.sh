#!/usr/bin/env bash
# Guess: `run(0, x, membero(x, ("red", "red", "blue")))` has three answers, one per member.
# Real: it has two: `run` leaves out answers that are equal.
# Who meets it: whoever counts ways, cards of a hand or paths by the number of answers.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check kanren==0.3.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("kanren", version("kanren"))
from kanren import membero, run, var

card = var()
found = run(0, card, membero(card, ("red", "red", "blue")))
print(found)
assert found == ("red", "blue")
EOF
