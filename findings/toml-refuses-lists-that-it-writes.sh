#!/usr/bin/env bash
# Guess: A list of a number and a text can be read, as TOML 1.0 says.
# Real: It is refused, though `dumps` writes such lists; Python's `tomllib` reads them.
# Who meets it: decks in TOML whose cards have lists such as `[1, "coin"]`.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check toml==0.10.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("toml",)))
import tomllib

import toml

text = toml.dumps({"cost": [1, "coin"]})
print(text.strip(), tomllib.loads(text))
try:
    toml.loads(text)
except toml.TomlDecodeError as error:
    seen = str(error)
print(seen)
assert seen.startswith("Not a homogeneous array")
assert tomllib.loads(text) == {"cost": [1, "coin"]}
EOF
