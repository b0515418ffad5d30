#!/usr/bin/env bash
# Guess: a text that may be empty gives a model whose attributes have their defaults, as any other
# text does.
# Real: an empty text gives `''`, which has no attributes.
# Who meets it: editors that start with an empty file.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textX==4.4.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "textX".split()))
from textx import metamodel_from_str

language = metamodel_from_str("Game: cards*=Card; Card: 'card' name=ID;")
full, empty = language.model_from_str("card ace"), language.model_from_str("")
print(type(full).__name__, len(full.cards), repr(empty))
assert len(full.cards) == 1 and empty == "" and not hasattr(empty, "cards")
EOF
