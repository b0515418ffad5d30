#!/usr/bin/env bash
# Guess: a picture with a width of 63 mm and a viewBox of 63 by 88 becomes 88 mm high, as in a
# browser.
# Real: its height is 88 pixels (23.3 mm): a length that is missing is taken from the viewBox in
# pixels. With `dpi=300` a PNG has 300 dots per inch, but doesn't say so.
# Who meets it: whoever turns SVG cards into PDF or PNG.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check cairosvg==2.9.1 pillow==12.0.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("cairosvg", "pillow")))
import io
import re

import cairosvg
from PIL import Image


def sheet(size):
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 63 88"></svg>'
    box = re.search(rb"MediaBox +\[ *0 0 ([0-9.]+) ([0-9.]+)", cairosvg.svg2pdf(picture.encode()))
    image = Image.open(io.BytesIO(cairosvg.svg2png(picture.encode(), dpi=300)))
    return tuple(round(float(each) / 72 * 25.4) for each in box.groups()), image.size, image.info


alone, both = sheet('width="63mm"'), sheet('width="63mm" height="88mm"')
print(alone, both)
assert alone == ((63, 23), (744, 88), {})
assert both == ((63, 88), (744, 1039), {})
EOF
