#!/usr/bin/env bash
# Guess: a rulebook of six pages becomes a booklet of eight, with two empty pages at its end.
# Real: the seventh is headed `Notes:` and ruled. With `--filler blank` it is empty.
# Who meets it: whoever folds a rulebook whose pages are not a multiple of four.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check \
    booklette==0.1.1 pypdf==7.1.1 reportlab==5.1.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("booklette", "pypdf", "reportlab")))
import subprocess
import sys
import tempfile
from pathlib import Path

from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas


def folded(*how: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        plain, booklet = str(Path(folder, "rules.pdf")), str(Path(folder, "booklet.pdf"))
        canvas = Canvas(plain, pagesize=(420, 595))
        for page in range(1, 7):
            canvas.drawString(40, 500, f"page {page}")
            canvas.showPage()
        canvas.save()
        command = Path(sys.executable).parent / "booklette"
        subprocess.run([command, plain, "-o", booklet, *how], check=True, capture_output=True)
        return " ".join(page.extract_text() for page in PdfReader(booklet).pages)


found = folded(), folded("--filler", "blank")
print(["Notes:" in each for each in found], "page 6" in found[0])
assert ["Notes:" in each for each in found] == [True, False] and "page 6" in found[0]
EOF
