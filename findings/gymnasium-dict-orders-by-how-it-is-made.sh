#!/usr/bin/env bash
# Guess: `Dict({'b': …, 'a': …})` and `Dict(b=…, a=…)` are one space.
# Real: the first sorts its keys, the second keeps their order: flattened observations differ, and
# so do networks trained on them. `Discrete.sample` with a mask of zeros returns the first action.
# Who meets it: whoever builds an observation of several parts.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check gymnasium==1.4.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("gymnasium",)))
import numpy as np
from gymnasium import spaces

parts = {"b": spaces.Discrete(2), "a": spaces.Discrete(3)}
given, named = spaces.Dict(parts), spaces.Dict(**parts)
seen = {"b": 1, "a": 2}
found = [[int(each) for each in spaces.flatten(space, seen)] for space in (given, named)]
none = spaces.Discrete(3).sample(mask=np.zeros(3, dtype=np.int8))
print(found, given == named, none)
assert found == [[0, 0, 1, 0, 1], [0, 1, 0, 0, 1]]
assert none == 0
EOF
