#!/usr/bin/env bash
# Guess: `1d6!` explodes, and `Mode.MAX` gives the highest total of a formula.
# Real: `!` is the factorial and binds first: `1d6!` is a die of 720 faces. `Mode.MAX` takes the
# highest face of each die, so that `10-1d6` gives 4, its lowest total. `d20` without a count is
# refused.
# Who meets it: whoever moves formulas from another roller.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check dndice==2.8.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("dndice",)))
from dndice import Mode, basic

rolls = [basic("1d6!") for _ in range(200)]
highest = basic("10-1d6", mode=Mode.MAX)
print(max(rolls), basic("1d1*3!"), highest, basic("2d6", mode=Mode.MAX))
assert 6 * 6 < max(rolls) <= 720
assert (highest, basic("1d1*3!")) == (4, 6)
try:
    basic("d20")
except Exception as problem:
    print(type(problem).__name__)
else:
    raise AssertionError("d20 is read now")
EOF
