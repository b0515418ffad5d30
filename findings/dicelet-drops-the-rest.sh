#!/usr/bin/env bash
# Guess: a formula that can't be read whole is refused.
# Real: `roll` returns the value of the readable part: `2^3` is 2, `1,000` is 1, `3*2!` is 6; the
# rest is in `tail`. `7%3` is 0.07.
# Who meets it: whoever takes formulas from players, or moves them from another roller.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check dicelet==0.3.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("dicelet",)))
import dicelet

found = {text: dicelet.roll(text) for text in ("2^3", "1,000", "3*2!", "7%3", "2+1")}
found = {text: (each.values, each.tail) for text, each in found.items()}
print(found)
assert found == {
    "2^3": ([2.0], "^3"),
    "1,000": ([1.0], ",000"),
    "3*2!": ([6.0], "!"),
    "7%3": ([0.07], "3"),
    "2+1": ([3.0], ""),
}
EOF
