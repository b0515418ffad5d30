#!/usr/bin/env bash
# Guess: a scanner reads the card id that was encoded, and a wrong check digit is refused.
# Real: Code 39 gets a check character by default, which a scanner reads as part of the id: `CARD7`
# is `CARD7Q`. The last digit of an EAN-13 or EAN-8 number is replaced without a word.
# Who meets it: whoever prints card ids as barcodes and looks up what the scanner read.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check \
    python-barcode==0.16.1 pillow==13.0.0 \
    zxing-cpp==3.1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("python-barcode", "zxing-cpp")))
from io import BytesIO

import barcode
import zxingcpp
from barcode.writer import ImageWriter
from PIL import Image


def scanned(kind: str, text: str, **options: bool) -> str:
    picture = BytesIO()
    barcode.get_barcode_class(kind)(text, writer=ImageWriter(), **options).write(picture)
    (read,) = zxingcpp.read_barcodes(Image.open(picture).convert("L"))
    return read.text


found = {
    "Code 39 CARD7": scanned("code39", "CARD7"),
    "Code 39 CARD7, add_checksum=False": scanned("code39", "CARD7", add_checksum=False),
    "Code 128 CARD7": scanned("code128", "CARD7"),
    "EAN-13 4006381333930": scanned("ean13", "4006381333930"),
    "EAN-8 12345678": scanned("ean8", "12345678"),
}
print(*(f"{each}: {read}" for each, read in found.items()), sep="\n")
assert [*found.values()] == ["CARD7Q", "CARD7", "CARD7", "4006381333931", "12345670"]
EOF
