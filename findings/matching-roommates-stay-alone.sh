#!/usr/bin/env bash
# Guess: Where no stable pairing exists, `StableRoommates` raises an error.
# Real: it warns, and returns a matching in which each player has `None`, those too who could be
# paired.
# Who meets it: organisers who pair players for a round by their wishes.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check matching==1.4.3
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "matching".split()))
import warnings

from matching.games import StableRoommates

wishes = {"a": ["b", "c", "d"], "b": ["c", "a", "d"], "c": ["a", "b", "d"], "d": ["a", "b", "c"]}
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    pairs = StableRoommates.create_from_dictionary(wishes).solve()
print(pairs, [warning.category.__name__ for warning in seen])
assert len(pairs) == 4 and set(pairs.values()) == {None}
assert any("NoStableMatching" in warning.category.__name__ for warning in seen)
EOF
