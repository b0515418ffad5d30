#!/usr/bin/env bash
# Guess: a page drawn with a matrix of 300/72 is saved as a PNG of 300 dpi, as with `dpi=300`.
# Real: it has as many pixels, and says 96 dpi: other tools make it three times as large.
# Who meets it: whoever turns sheets of cards into pictures for a printer.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pymupdf==2.0 pillow==13.0.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pymupdf", "pillow")))
import io

import pymupdf
from PIL import Image


def picture(**how):
    document = pymupdf.open()
    page = document.new_page(width=180, height=250)
    image = Image.open(io.BytesIO(page.get_pixmap(**how).tobytes("png")))
    return image.size, round(image.info["dpi"][0])


zoomed = picture(matrix=pymupdf.Matrix(300 / 72, 300 / 72))
told = picture(dpi=300)
print(zoomed, told)
assert (zoomed, told) == (((750, 1042), 96), ((750, 1042), 300))
EOF
