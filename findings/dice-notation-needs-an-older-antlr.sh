#!/usr/bin/env bash
# Guess: What `pip install` brings can be imported.
# Real: the package takes any ANTLR runtime, and its parser was made for an older one: with 4.13 it
# can't be imported, with 4.9.3 it can.
# Who meets it: whoever installs it today: name `antlr4-python3-runtime==4.9.3`.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check dice-notation==1.2.1 antlr4-python3-runtime==4.13.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "dice-notation antlr4-python3-runtime".split()))
try:
    import dice_notation.parser
except Exception as error:
    print(error)
    assert "Could not deserialize ATN with version" in str(error)
else:
    raise AssertionError("it was imported")
EOF
"$place/venv/bin/pip" install --quiet --disable-pip-version-check antlr4-python3-runtime==4.9.3
"$place/venv/bin/python" -c 'import dice_notation.parser'
