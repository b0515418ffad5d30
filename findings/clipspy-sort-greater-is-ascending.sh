#!/usr/bin/env bash
# Guess: `(sort > 3 1 2)` begins with the greatest number.
# Real: It gives 1 2 3: the operator says when two neighbours must be exchanged.
# Who meets it: whoever ranks players or bids in CLIPS.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check clipspy==1.0.6
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("clipspy",)))
import clips

environment = clips.Environment()
seen = environment.eval("(sort > 3 1 2)"), environment.eval("(sort < 3 1 2)")
print(*seen)
assert seen == ((1, 2, 3), (3, 2, 1))
EOF
