#!/usr/bin/env bash
# Guess: a booklet has the contents of its pages, however they are stored.
# Real: pages whose contents aren't compressed become empty, without an error. Compress the file
# first, for example with pypdf's `compress_content_streams`.
# Who meets it: whoever folds a rulebook that a program wrote plainly.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check \
    imposer==0.3.0 reportlab==5.1.0 pypdf==7.1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("imposer", "reportlab", "pypdf")))
import tempfile
from pathlib import Path

import imposer
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas


def folded(compression: int) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        plain, booklet = str(Path(folder, "rules.pdf")), str(Path(folder, "booklet.pdf"))
        canvas = Canvas(plain, pagesize=(420, 595), pageCompression=compression)
        for page in range(1, 5):
            canvas.drawString(40, 500, f"page {page}")
            canvas.showPage()
        canvas.save()
        assert "page 1" in PdfReader(plain).pages[0].extract_text()
        imposer.generate_booklet_from_file(plain, booklet, imposer.BookletConfig())
        return [" ".join(page.extract_text().split()) for page in PdfReader(booklet).pages]


found = folded(0), folded(1)
print(found)
assert found[0] == ["", ""]
assert "page 4" in found[1][0] and "page 3" in found[1][1]
EOF
