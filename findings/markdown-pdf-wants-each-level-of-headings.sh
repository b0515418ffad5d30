#!/usr/bin/env bash
# Guess: a section that begins with `## Setup`, or has `###` after `#`, becomes a PDF with a
# bookmark for each heading.
# Real: saving raises a ValueError about a hierarchy level, from PyMuPDF, which takes no gaps in
# bookmarks. With `toc_level=0` there are none, and it is saved.
# Who meets it: whoever makes a PDF of one chapter of a rulebook.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check \
    markdown-pdf==1.13.3 pymupdf==2.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("markdown-pdf", "pymupdf")))
import io

import pymupdf
from markdown_pdf import MarkdownPdf, Section


def bookmarks(text: str, level: int) -> list[str] | str:
    pdf = MarkdownPdf(toc_level=level)
    pdf.add_section(Section(text))
    file = io.BytesIO()
    try:
        pdf.save_bytes(file)
    except ValueError as error:
        return str(error)
    return [title for _, title, _ in pymupdf.open(stream=file.getvalue()).get_toc()]


texts = "# Setup\n\nDeal.\n\n## Play\n", "## Setup\n\nDeal.\n", "# Setup\n\n### Play\n"
found = [bookmarks(text, 3) for text in texts]
print(found, [bookmarks(text, 0) for text in texts])
assert found[0] == ["Setup", "Play"]
assert all(isinstance(each, str) and "hierarchy" in each for each in found[1:])
assert [bookmarks(text, 0) for text in texts] == [[], [], []]
EOF
