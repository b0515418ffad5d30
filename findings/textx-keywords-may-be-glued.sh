#!/usr/bin/env bash
# Guess: `'draw' 'card' INT` reads `draw card 3` and refuses `drawcard3`.
# Real: it reads both, unless the grammar is made with `autokwd=True`.
# Who meets it: whoever writes a language for cards, and wants typing errors reported.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textX==4.4.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "textX".split()))
from textx import TextXSyntaxError, metamodel_from_str

GRAMMAR = "Model: 'draw' 'card' count=INT;"


def reads(text, **options):
    try:
        return metamodel_from_str(GRAMMAR, **options).model_from_str(text).count
    except TextXSyntaxError:
        return None


seen = [reads("draw card 3"), reads("drawcard3"), reads("drawcard3", autokwd=True)]
print(seen)
assert seen == [3, 3, None]
EOF
