#!/usr/bin/env bash
# Guess: `segno.make` makes an ordinary QR code of a card's id.
# Real: short texts become Micro QR codes, which a reader for QR codes alone doesn't find; the same
# call makes an ordinary code of an address. `make_qr` always makes ordinary ones.
# Who meets it: whoever prints codes with card ids for players' phones.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check \
    segno==1.6.6 pillow==13.0.0 zxing-cpp==3.1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("segno", "zxing-cpp")))
from io import BytesIO

import segno
import zxingcpp
from PIL import Image


def read(code: segno.QRCode) -> tuple[str, int]:
    """The code's version, and how many codes a reader for ordinary ones finds."""
    picture = BytesIO()
    code.save(picture, kind="png", scale=8)
    page = Image.open(picture).convert("L")
    assert len(zxingcpp.read_barcodes(page)) == 1
    found = zxingcpp.read_barcodes(page, formats=zxingcpp.BarcodeFormat.QRCode)
    return code.designator, len([each for each in found if "Micro" not in each.format.name])


cases = ("7H", "card-12", "https://example.org/c/12")
made = [read(segno.make(each)) for each in cases]
ordinary = [read(segno.make_qr(each)) for each in cases]
print(made, ordinary)
assert made == [("M2-M", 0), ("M3-M", 0), ("2-M", 1)]
assert [count for _, count in ordinary] == [1, 1, 1]
EOF
