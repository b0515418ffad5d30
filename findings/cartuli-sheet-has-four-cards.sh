#!/usr/bin/env bash
# Guess: a sheet of A4 takes nine standard cards, three by three.
# Real: it takes four, because its margin is an inch, and cards are 4 mm apart: nine cards make
# three pages. With `print_margin=5 * mm` it takes nine.
# Who meets it: whoever prints cards to play.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check cartuli==0.1.0b3
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("cartuli",)))
import cartuli
from cartuli.card import Card
from cartuli.measure import mm
from cartuli.sheet import Sheet
from PIL import Image

picture = Image.new("RGB", (635, 880))
cards = [Card(picture, size=cartuli.STANDARD) for _ in range(9)]
plain, narrow = Sheet(cards), Sheet(cards, print_margin=5 * mm)
found = [(sheet.num_cards_per_page, sheet.pages) for sheet in (plain, narrow)]
print(found, plain.size == cartuli.A4, plain.print_margin)
assert found == [(4, 3), (9, 1)]
assert plain.size == cartuli.A4 and plain.print_margin == 72
EOF
