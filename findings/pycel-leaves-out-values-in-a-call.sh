#!/usr/bin/env bash
# Guess: numbers in quotes and truth values that are written into a call count, as in spreadsheet
# programs: SUM("3",4) is 7, MAX("7",3) is 7 and AVERAGE(TRUE,3) is 2.
# Real: they are left out as if they were in cells: 4, 3 and 3. `formulas` counts them.
# Who meets it: whoever evaluates the spreadsheet of a game in Python.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check \
    pycel==1.0b30 formulas==1.3.4 openpyxl==3.1.5
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pycel", "formulas", "openpyxl")))
import formulas
from openpyxl import Workbook
from pycel import ExcelCompiler


def here(formula: str) -> float:
    book = Workbook()
    book.active["A1"] = formula
    return float(ExcelCompiler(excel=book).evaluate("Sheet!A1"))


def there(formula: str) -> float:
    return float(formulas.Parser().ast(formula)[1].compile()())


calls = ('=SUM("3",4)', '=MAX("7",3)', "=AVERAGE(TRUE,3)")
values = [here(each) for each in calls], [there(each) for each in calls]
print(values)
assert values == ([4, 3, 3], [7, 7, 2])
EOF
