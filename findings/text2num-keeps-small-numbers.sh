#!/usr/bin/env bash
# Guess: `draw two cards` becomes `draw 2 cards`, and `second player` `2nd player`.
# Real: Numbers below three that stand alone stay words, and so does `second`; `three` becomes 3.
# Who meets it: whoever normalises card texts before comparing them.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check text2num==3.1.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("text2num",)))
from text_to_num import alpha2digit

texts = ("draw two cards", "draw three cards", "second player")
seen = [alpha2digit(text, "en") for text in texts]
print(*seen, alpha2digit(texts[0], "en", 0), sep=" | ")
assert seen == ["draw two cards", "draw 3 cards", "second player"]
assert alpha2digit(texts[0], "en", 0) == "draw 2 cards"
EOF
