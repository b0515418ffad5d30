#!/usr/bin/env bash
# Guess: A section over the list 0, 1, 2 is written three times, as in pystache and mustache.js.
# Real: chevron writes it for 1 and 2 only: items that are 0 or empty are left out.
# Who meets it: whoever prints tracks or costs of cards from lists.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check chevron==0.14.0 pystache==0.6.8
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "chevron pystache".split()))
import chevron
import pystache

template = "{{#costs}}[{{.}}]{{/costs}}"
seen = chevron.render(template, {"costs": [0, 1, 2]}), pystache.render(template, {"costs": [0, 1, 2]})
print(*seen)
assert seen == ("[1][2]", "[0][1][2]")
EOF
