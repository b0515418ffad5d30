#!/usr/bin/env bash
# Guess: A PNG of 744 pixels with 300 dpi in it is 178.56 points (63 mm) wide in every PDF.
# Real: img2pdf, PyMuPDF and typst read the resolution; Pillow, ReportLab, fpdf2, pdf-lib and
# PDFKit put a pixel on each point: 744. Without one in the file, img2pdf and PyMuPDF take 96 dpi
# (558), typst 72.
# (Our own guess was right here.)
# Who meets it: whoever lays out cards for printing: state the width in the call.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check \
  pillow==13.0.0 img2pdf==0.6.3 pymupdf==2.0 reportlab==5.1.0 fpdf2==2.8.9 typst==0.15.2 pypdf==7.1.1
npm install --silent --no-audit --no-fund --prefix "$place" pdf-lib@1.17.1 pdfkit@0.20.2
cd "$place"
venv/bin/python - 2>"$place/warnings" <<'EOF'
import io
from importlib.metadata import version

import fpdf
import img2pdf
import pymupdf
import typst
from PIL import Image
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

print(*(f"{name} {version(name)}" for name in "pillow img2pdf pymupdf reportlab fpdf2 typst pypdf".split()))
picture = Image.new("RGB", (744, 1039), "red")
picture.save("with.png", dpi=(300, 300))
picture.save("without.png")


def width(pdf):
    return round(float(PdfReader(io.BytesIO(pdf)).pages[0].mediabox.width), 1)


def by_pillow(name):
    out = io.BytesIO()
    Image.open(name).save(out, "PDF")
    return width(out.getvalue())


def by_fpdf(name):
    page = fpdf.FPDF(unit="pt", format=(1000, 1400))
    page.add_page()
    return page.image(name, 0, 0).rendered_width


def by_typst(name):
    with open("card.typ", "w") as text:
        text.write(f'#set page(width: auto, height: auto, margin: 0pt)\n#image("{name}")\n')
    return width(typst.compile("card.typ"))


seen = {
    name: [
        width(img2pdf.convert(name)),
        width(pymupdf.open(name).convert_to_pdf()),
        by_typst(name),
        by_pillow(name),
        Canvas(io.BytesIO()).drawImage(name, 0, 0)[0],
        by_fpdf(name),
    ]
    for name in ("with.png", "without.png")
}
print("img2pdf, PyMuPDF, typst, Pillow, ReportLab, fpdf2:", seen)
assert seen["with.png"] == [178.6, 178.6, 178.6, 744, 744, 744]
assert seen["without.png"] == [558, 558, 744, 744, 744, 744]
EOF
cat >run.cjs <<'EOF'
const { readFileSync } = require("fs");
const { PDFDocument } = require("pdf-lib");
const PDFKit = require("pdfkit");
(async () => {
  const document = await PDFDocument.create();
  const { width } = await document.embedPng(readFileSync("with.png"));
  const page = new PDFKit({ compress: false, size: [1000, 1400], margin: 0 });
  let text = "";
  page.on("data", (part) => { text += part.toString("latin1"); });
  page.image("with.png", 0, 0);
  page.end();
  await new Promise((done) => page.on("end", done));
  console.log("pdf-lib 1.17.1", width, "pdfkit 0.20.2", text.includes("744 0 0 -1039"));
  if (width !== 744 || !text.includes("744 0 0 -1039")) process.exit(1);
})();
EOF
node run.cjs
