#!/usr/bin/env bash
# Guess: The more precise pattern wins, and a captured word keeps its letters: `take all` beside
# `take ITEM`, and `take Ring` captures `Ring`.
# Real: The pattern that was defined first wins: `take all` captures `all` as an item. Captured
# words are in small letters.
# Who meets it: text adventures with rules for all, or with cards whose ids have capitals.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check adventurelib==1.2.1
cat >"$place/run.py" <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("adventurelib",)))
import adventurelib

seen = []


@adventurelib.when("take ITEM")
def take(item):
    seen.append(item)


@adventurelib.when("take all")
def take_all():
    seen.append(None)


adventurelib.start(help=False)
print(seen)
assert seen == ["all", "ring"]
EOF
printf 'take all\ntake Ring\n' | "$place/venv/bin/python" "$place/run.py"
