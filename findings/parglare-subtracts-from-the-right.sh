#!/usr/bin/env bash
# Guess: the LR parser reports `E: E '-' E | number;` as ambiguous when it is made.
# Real: it prefers shifts by default, so 10-2-3 is 11 without a word; `prefer_shifts=False` reports
# the conflict, and `{left}` makes it 5.
# Who meets it: whoever writes a language with formulas by it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check parglare==0.22.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("parglare",)))
from parglare import Grammar, Parser
from parglare.exceptions import SRConflicts

ACTIONS = {"E": [lambda _, parts: parts[0] - parts[2], lambda _, parts: int(parts[0])]}


def value(rule, **options):
    text = f"E: E '-' E {rule} | number;\nterminals\nnumber: /\\d+/;"
    try:
        return Parser(Grammar.from_string(text), actions=ACTIONS, **options).parse("10-2-3")
    except SRConflicts as error:
        return type(error).__name__


found = [value(""), value("", prefer_shifts=False), value("{left}")]
print(found)
assert found == [11, "SRConflicts", 5]
EOF
