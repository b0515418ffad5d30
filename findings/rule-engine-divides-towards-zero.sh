#!/usr/bin/env bash
# Guess: Operators that are spelled as in Python calculate as in Python: `-7 // 2` is -4, `-7 % 3` 2
# and `2 ** 3 ** 2` 512.
# Real: They are -3, -1 and 64: division goes towards zero, and powers go from left to right.
# Who meets it: developers who check a rule's text against Python.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check rule-engine==5.1.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("rule-engine",)))
import rule_engine

texts = ("-7 // 2", "-7 % 3", "2 ** 3 ** 2", "-2 ** 2")
seen = [int(rule_engine.Rule(text).evaluate({})) for text in texts]
print(dict(zip(texts, seen)))
assert seen == [-3, -1, 64, -4]
assert [eval(text) for text in texts] == [-4, 2, 512, -4]
EOF
