#!/usr/bin/env bash
# Guess: `7 / 0` is an error, as `null + 1` is; `mode([1, 1, 2, 2])` is 1, the first.
# Real: it is null without a word, as are `7 % 0` and `0 / 0`; the mode is 2 in either order.
# Who meets it: whoever computes averages or shares in a decision table: an empty deck has none.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check zen-engine==2.1.3
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("zen-engine", version("zen-engine"))
import zen

found = {}
for text in ("7 / 0", "7 % 0", "0 / 0", "mode([1, 1, 2, 2])", "mode([2, 2, 1, 1])", "null + 1"):
    try:
        found[text] = zen.evaluate_expression(text, {})
    except RuntimeError:
        found[text] = "error"
print(found)
assert list(found.values()) == [None, None, None, 2, 2, "error"]
EOF
