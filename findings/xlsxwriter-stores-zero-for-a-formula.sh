#!/usr/bin/env bash
# Guess: A formula written by XlsxWriter has no stored value until a spreadsheet program computes
# it.
# Real: its stored value is the number 0: readers of values (openpyxl's data_only, calamine) see a
# card worth 0; openpyxl stores nothing, and they see nothing.
# (Our own guess was right here.)
# Who meets it: whoever makes a card table by a program and reads it without opening it in
# between.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check xlsxwriter==3.3.1 openpyxl==3.1.5
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('xlsxwriter', 'openpyxl',)))
import io

import openpyxl
import xlsxwriter

first, second = io.BytesIO(), io.BytesIO()
with xlsxwriter.Workbook(first) as book:
    book.add_worksheet().write("A1", "=1+1")
book = openpyxl.Workbook()
book.active["A1"] = "=1+1"
book.save(second)
seen = [openpyxl.load_workbook(each, data_only=True).active["A1"].value for each in (first, second)]
print("XlsxWriter", repr(seen[0]), "openpyxl", repr(seen[1]))
assert seen == [0, None]
EOF
