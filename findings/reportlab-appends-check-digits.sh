#!/usr/bin/env bash
# Guess: interleaved 2 of 5 and Code 39 hold what they are given; a check digit is asked for.
# Real: both get one by default. 1234 becomes 012348, with a zero before it to make the number even,
# and CARD7 becomes CARD7Q. `checksum=0` leaves it out.
# Who meets it: whoever prints bar codes on cards, and looks up what a reader returns.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check reportlab==5.1.0
"$place/venv/bin/python" - <<'EOF'
import reportlab
from reportlab.graphics.barcode import createBarcodeDrawing

print("reportlab", reportlab.__version__)
for code, value, marked, plain in (
    ("I2of5", "1234", "012348", "1234"),
    ("I2of5", "123", "1236", "0123"),
    ("Standard39", "CARD7", "*CARD7Q*", "*CARD7*"),
):
    seen = [
        createBarcodeDrawing(code, value=value, **options).contents[0].encoded
        for options in ({}, {"checksum": 0})
    ]
    print(code, value, "is", seen[0], "and without a check digit", seen[1])
    assert seen == [marked, plain]
EOF
