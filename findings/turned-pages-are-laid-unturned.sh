#!/usr/bin/env bash
# Guess: a page that is turned by 90 degrees is laid on a sheet as it looks.
# Real: pypdf's `merge_page` and PyMuPDF's `show_pdf_page` lay it unturned (PyMuPDF in the turned
# page's room, so that a part is cut off); pikepdf's `add_overlay` lays it turned.
# Who meets it: whoever puts landscape cards of another program on sheets.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pypdf==7.1.1 pymupdf==2.0 pikepdf==10.18.0 pypdfium2==5.15.2 reportlab==5.1.0 pillow==13.0.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pypdf", "pymupdf", "pikepdf", "pypdfium2", "reportlab", "pillow")))
import io

import pikepdf
import pymupdf
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


def laid_by_pypdf(data):
    writer = pypdf.PdfWriter()
    writer.add_blank_page(*SHEET).merge_page(pypdf.PdfReader(io.BytesIO(data)).pages[0])
    return save(writer.write)


def laid_by_pymupdf(data):
    document, source = pymupdf.open(), pymupdf.open("pdf", data)
    page = document.new_page(width=SHEET[0], height=SHEET[1])
    page.show_pdf_page(pymupdf.Rect(0, SHEET[1] - 180, 250, SHEET[1]), source, 0)
    return document.tobytes()


def laid_by_pikepdf(data):
    document, source = pikepdf.new(), pikepdf.open(io.BytesIO(data))
    document.add_blank_page(page_size=SHEET)
    document.pages[0].add_overlay(source.pages[0], pikepdf.Rectangle(0, 0, 250, 180))
    return save(document.save)


turned = card(90)
found = [red(each) for each in (turned, laid_by_pypdf(turned), laid_by_pymupdf(turned), laid_by_pikepdf(turned))]
print("alone, pypdf, PyMuPDF, pikepdf:", found)
assert found == [(230, 0, 20), (0, 350, 20), (0, 420, 20), (230, 420, 20)]
EOF
