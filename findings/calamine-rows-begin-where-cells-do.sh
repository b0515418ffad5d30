#!/usr/bin/env bash
# Guess: Row 3 of `to_python()` is row 4 of the sheet, and cells have the numbers that Excel
# shows.
# Real: empty rows and columns before the first filled cell are left out, so places shift; whole
# numbers are floats; an error cell and a formula without a stored value are empty texts.
# `skip_empty_area=False` keeps places.
# (Our own guess was right here.)
# Who meets it: whoever names the row of a mistake in a designer's card table.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check python-calamine==0.9.1 openpyxl==3.1.5
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('python-calamine', 'openpyxl',)))
import os
import tempfile

from openpyxl import Workbook
from python_calamine import CalamineWorkbook

book = Workbook()
for place, value in {"B3": "id", "C3": "worth", "B4": "opal", "C4": 3, "C5": "=1+1", "C6": "#N/A", "B6": "x"}.items():
    book.active[place] = value
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "cards.xlsx")
    book.save(path)
    sheet = CalamineWorkbook.from_path(path).get_sheet_by_index(0)
    rows = sheet.to_python()
    kept = sheet.to_python(skip_empty_area=False)
print(rows, kept[2])
assert rows == [["id", "worth"], ["opal", 3.0], ["", ""], ["x", ""]]
assert isinstance(rows[1][1], float)
assert kept[2] == ["", "id", "worth"]
EOF
