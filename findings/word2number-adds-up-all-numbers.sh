#!/usr/bin/env bash
# Guess: `minus three` is -3, and `one two` is 12 or an error.
# Real: Signs and all other words are dropped and numbers added: 3 and 3; `two or three` is 5.
# Who meets it: whoever reads numbers from card texts, as in `draw two or three cards`.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check word2number==1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("word2number",)))
from word2number import w2n

texts = ("minus three", "one two", "draw two or three cards", "two point five")
seen = [w2n.word_to_num(text) for text in texts]
print(dict(zip(texts, seen)))
assert seen == [3, 3, 5, 2.5]
EOF
