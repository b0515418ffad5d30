#!/usr/bin/env bash
# Guess: `2D6*2` is twice the sum of two dice, 14 on average, or is refused.
# Real: the sign that it does not know counts as a plus: 9 on average, as for `2D6+2`.
# Who meets it: whoever asks for the chances of doubled damage or points.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check dice-checker==0.0.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("dice-checker", version("dice-checker"))
from dice_checker import Roll

texts = ("2D6", "2D6*2", "2D6+2", "2D6-2", "D6", "D6/2", "D6x2")
means = {text: Roll(text).expected_value for text in texts}
print(means)
assert list(means.values()) == [7, 9, 9, 5, 3.5, 5.5, 5.5]
assert Roll("2D6*2").distribution == Roll("2D6+2").distribution
EOF
