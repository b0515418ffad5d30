#!/usr/bin/env bash
# Guess: nine cards of 63 by 88 fill a sheet of 190 by 265, three by three.
# Real: seven are placed and two are left out without a word: it turns some. With `rotation=False`
# all nine are placed.
# Who meets it: whoever lays cards on sheets with it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check rectpack==0.2.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("rectpack",)))
from rectpack import newPacker


def placed(**how):
    packer = newPacker(**how)
    for card in range(9):
        packer.add_rect(63, 88, card)
    packer.add_bin(190, 265)
    packer.pack()
    return len(packer.rect_list())


print(placed(), "of 9,", placed(rotation=False), "of 9 without turning")
assert (placed(), placed(rotation=False)) == (7, 9)
EOF
