#!/usr/bin/env bash
# Guess: `add_overlay` without a rectangle lays a small page in its own size.
# Real: it is enlarged until it fills the page: a card of 180 by 250 points on a sheet of 600 by 600
# is 2.4 times as large.
# Who meets it: whoever stamps cards or marks on sheets.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pikepdf==10.18.0 pypdf==7.1.1 pypdfium2==5.15.2 reportlab==5.1.0 pillow==13.0.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pikepdf", "pypdf", "pypdfium2", "reportlab", "pillow")))
import io

import pikepdf
import pypdf
import pypdfium2
from reportlab.pdfgen import canvas

CARD, SHEET = (180, 250), (600, 600)


def card(turn):
    """A card with a red square in its top left corner, turned by its page's setting."""
    file = io.BytesIO()
    page = canvas.Canvas(file, pagesize=CARD)
    page.setFillColorRGB(1, 0, 0)
    page.rect(0, 230, 20, 20, fill=1, stroke=0)
    page.save()
    writer = pypdf.PdfWriter()
    writer.add_page(pypdf.PdfReader(file).pages[0]).rotate(turn)
    return save(writer.write)


def save(write):
    file = io.BytesIO()
    write(file)
    return file.getvalue()


def red(data):
    """The corner of the red square, from the left and the top, and its width."""
    image = pypdfium2.PdfDocument(data)[0].render(scale=1).to_pil().convert("RGB")
    width, height = image.size
    spots = [
        (x, y)
        for y in range(height)
        for x in range(width)
        if image.getpixel((x, y))[0] > 200 and image.getpixel((x, y))[1] < 60
    ]
    xs, ys = zip(*spots)
    return min(xs), min(ys), max(xs) + 1 - min(xs)


def laid(*rectangle):
    document, source = pikepdf.new(), pikepdf.open(io.BytesIO(card(0)))
    document.add_blank_page(page_size=SHEET)
    document.pages[0].add_overlay(source.pages[0], *rectangle)
    return red(save(document.save))


found = laid(), laid(pikepdf.Rectangle(0, 0, *CARD))
print(found)
assert found == ((84, 0, 48), (0, 350, 20))
EOF
