#!/usr/bin/env bash
# Guess: `a` and `plural` know numbers and the last word of a name.
# Real: `a('8')` is `a 8`, `a('11')` `a 11`; `die` becomes `dice` but `fire die` `fire dies`;
# `thief` becomes `thiefs`.
# Who meets it: whoever writes card texts or logs by a program.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check inflect==7.6.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("inflect",)))
import inflect

words = inflect.engine()
found = [words.a("8"), words.a("11"), words.plural("die"), words.plural("fire die"), words.plural("thief")]
print(found)
assert found == ["a 8", "a 11", "dice", "fire dies", "thiefs"]
EOF
