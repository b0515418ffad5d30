#!/usr/bin/env bash
# Guess: 19.99 is a multiple of 0.01, or all validators say that it isn't.
# Real: jsonschema refuses it, while fastjsonschema and jsonschema-rs accept it.
# Who meets it: tables of prices and odds that two tools check.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check jsonschema==4.26.0 fastjsonschema==2.22.3 jsonschema-rs==0.61.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "jsonschema fastjsonschema jsonschema-rs".split()))
import fastjsonschema
import jsonschema
import jsonschema_rs

schema = {"$schema": "http://json-schema.org/draft-07/schema#", "multipleOf": 0.01}
python = jsonschema.Draft7Validator(schema).is_valid(19.99)
fast = fastjsonschema.compile(schema)(19.99)
rust = jsonschema_rs.is_valid(schema, 19.99)
print(python, fast, rust)
assert (python, fast, rust) == (False, 19.99, True)
EOF
