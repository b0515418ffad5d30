#!/usr/bin/env bash
# Guess: pdfposter works with the pypdf that pip installs for it.
# Real: it asks for pypdf 5.5 or newer, and fails with 7, which no longer replaces the contents of
# a page that belongs to no writer. With `pypdf<7` it works.
# Who meets it: whoever installs it to print a board on several sheets.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check \
    pdfposter==0.9.1 pypdf==7.1.1 reportlab==5.1.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pdfposter", "pypdf", "reportlab")))
import subprocess
import sys
import tempfile
from importlib.metadata import requires
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

with tempfile.TemporaryDirectory() as folder:
    board, poster = Path(folder, "board.pdf"), Path(folder, "poster.pdf")
    canvas = Canvas(str(board), pagesize=(842, 1191))
    canvas.drawString(20, 20, "board")
    canvas.save()
    command = Path(sys.executable).parent / "pdfposter"
    call = [command, "-mA4", "-p2x1A4", board, poster]
    made = subprocess.run(call, capture_output=True, text=True)
print(requires("pdfposter"), made.returncode, made.stderr.strip().splitlines()[-1][:80])
assert made.returncode != 0 and "DeprecationError" in made.stderr
assert not any("<" in each for each in requires("pdfposter"))
EOF
