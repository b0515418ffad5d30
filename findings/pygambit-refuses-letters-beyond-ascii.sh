#!/usr/bin/env bash
# Guess: A game tree with actions or players named in another language is read: names are texts in
# quotes.
# Real: labels may have printable ASCII only: an action `Größe` or `7♥` is refused. A title may have
# any letters.
# Who meets it: whoever exports a tree of a rulebook in another language, or with suits as signs.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pygambit==16.7.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pygambit",)))
import io

import pygambit

TREE = """EFG 2 R "{title}" {{ "one" "two" }}
p "" 1 1 "" {{ "{action}" "pass" }} 0
t "" 1 "" {{ 1, -1 }}
t "" 2 "" {{ 0, 0 }}
"""
found = []
for title, action in (("Karten", "bet"), ("Größe", "bet"), ("Karten", "Größe"), ("Karten", "7♥")):
    try:
        game = pygambit.read_efg(io.StringIO(TREE.format(title=title, action=action)))
        found.append(len(game.nodes))
    except Exception as problem:
        found.append(type(problem).__name__)
        print(problem)
print(found)
assert found[0] == 3 and not isinstance(found[2], int) and not isinstance(found[3], int)
EOF
