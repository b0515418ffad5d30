#!/usr/bin/env bash
# Guess: spaces are skipped before a pattern, as before a text.
# Real: `start = 'draw' /\d+/ $ ;` refuses `draw 3`. A pattern in a rule of its own has spaces skipped.
# Who meets it: whoever writes a grammar of commands in one rule.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check TatSu==5.15.1
"$place/venv/bin/python" - <<'EOF2'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("TatSu",)))
import tatsu
from tatsu.exceptions import FailedParse

RULES = (r"start = 'draw' /\d+/ $ ;", "start = 'draw' number $ ;\nnumber = /\\d+/ ;")


def read(grammar: str) -> object:
    try:
        return tatsu.parse(grammar, "draw 3")
    except FailedParse:
        return "refused"


found = [read(grammar) for grammar in RULES]
print(found)
assert found == ["refused", ("draw", "3")]
EOF2
