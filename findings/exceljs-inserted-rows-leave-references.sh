#!/usr/bin/env bash
# Guess: `insertRow` moves formulas and what they refer to, as a spreadsheet program does.
# Real: the formula moves a row down and still refers to the old cells: a sum of A1:A2 in A3 becomes
# a sum of A1:A2 in A4. `duplicateRow` copies `A1*2` unchanged too.
# Who meets it: whoever fills a card sheet or a score sheet from a template.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" exceljs@4.4.0
cat >"$place/run.cjs" <<'EOF'
const { Workbook } = require("exceljs");
const sheet = new Workbook().addWorksheet("cards");
for (const cell of [2, 3, { formula: "SUM(A1:A2)", result: 5 }]) sheet.addRow([cell]);
sheet.insertRow(1, [1]);
const moved = sheet.getCell("A4").value.formula;
const other = new Workbook().addWorksheet("cards");
other.addRow([2, { formula: "A1*2", result: 4 }]);
other.duplicateRow(1, 1, true);
const copied = other.getCell("B2").value.formula;
console.log(moved, copied);
if (moved !== "SUM(A1:A2)" || copied !== "A1*2") process.exit(1);
EOF
echo "exceljs@4.4.0"
node "$place/run.cjs"
