#!/usr/bin/env bash
# Guess: With `--format A4` the sheets are A4, 595.28 by 841.89 points.
# Real: they are 597.51 by 845.05, 210.8 by 298.1 mm: sizes of paper are in points of TeX (72.27 an
# inch) and written as points of PDF (72 an inch). Cards keep their size.
# Who meets it: whoever prints sheets of cards and fits them to the page: cards get a little
# smaller.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pdfimpose==2.10.0 pypdf==7.1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pdfimpose", "pypdf")))
import subprocess
import sys
import tempfile

from pypdf import PdfReader, PdfWriter

with tempfile.TemporaryDirectory() as folder:
    writer = PdfWriter()
    for _ in range(8):
        writer.add_blank_page(178.58, 249.45)
    writer.write(f"{folder}/cards.pdf")
    found = []
    for size in ("A4", "A5"):
        command = [sys.executable, "-m", "pdfimpose", "cards", "--format", size]
        subprocess.run([*command, "--output", f"{folder}/out.pdf", f"{folder}/cards.pdf"], check=True)
        box = PdfReader(f"{folder}/out.pdf").pages[0].mediabox
        found.append((round(float(box.width), 2), round(float(box.height), 2)))
print(found)
assert found[0] == (597.51, 845.05)
assert abs(found[0][0] / 72.27 - 210 / 25.4) < 0.001
EOF
