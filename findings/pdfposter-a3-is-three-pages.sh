#!/usr/bin/env bash
# Guess: a poster of A3 is two pages of A4, and an A4 page at its own size is one.
# Real: they are three and two, because A4 is rounded to 595 by 842 points; one page is a strip of
# a point at most. A poster of `2x1A4` is two pages.
# Who meets it: whoever prints a board on several sheets.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check \
    pdfposter==0.9.1 pypdf==6.21.4 reportlab==5.1.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pdfposter", "pypdf", "reportlab")))
import subprocess
import sys
import tempfile
from pathlib import Path

from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4


def sides(wide: float, high: float, *how: str) -> list[int]:
    """The shorter side of each page, in points."""
    with tempfile.TemporaryDirectory() as folder:
        board, poster = Path(folder, "board.pdf"), Path(folder, "poster.pdf")
        canvas = Canvas(str(board), pagesize=(wide * MM, high * MM))
        canvas.drawString(20, 20, "board")
        canvas.save()
        command = Path(sys.executable).parent / "pdfposter"
        subprocess.run([command, "-mA4", *how, board, poster], check=True)
        boxes = [page.trimbox for page in PdfReader(poster).pages]
        return sorted(round(min(box.width, box.height)) for box in boxes)


found = [sides(297, 420, "-pA3"), sides(210, 297, "-s1"), sides(297, 420, "-p2x1A4")]
print(found)
assert [len(each) for each in found] == [3, 2, 2]
assert [each[0] <= 1 for each in found] == [True, True, False]
EOF
