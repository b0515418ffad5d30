#!/usr/bin/env bash
# Guess: an EAN-13 of four digits is refused, as bwip-js and JsBarcode refuse it.
# Real: ReportLab puts zeros before it: 1234 is drawn as 0000000012348, and 123456789 as 0001234567895.
# Who meets it: whoever prints the numbers of cards as bar codes.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check reportlab==5.1.0
"$place/venv/bin/python" - <<'EOF'
import reportlab
from reportlab.graphics.barcode import createBarcodeDrawing


def picture(digits: str) -> str:
    return createBarcodeDrawing("EAN13", value=digits).asString("svg")


print("reportlab", reportlab.__version__)
for short, full in (("1234", "0000000012348"), ("123456789", "0001234567895")):
    print(short, "is drawn as", full, picture(short) == picture(full))
    assert picture(short) == picture(full)
assert picture("1234") != picture("1235")
EOF
