#!/usr/bin/env bash
# Guess: As in spreadsheets, `-2^2` is 4 and `ROUND(-2.5,0)` -3.
# Real: they are -4 and -2; besides, the `MIN` of two names is the first name.
# Who meets it: whoever works out card tables without a spreadsheet program.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" xlsx-calc@0.9.2
cat >"$place/run.mjs" <<'EOF'
import calculate from "xlsx-calc";

function value(formula) {
  const sheet = { "!ref": "A1:B2", A1: { f: formula, t: "n" }, B1: { v: "Ace", t: "s" }, B2: { v: "King", t: "s" } };
  calculate({ Sheets: { Cards: sheet } });
  return sheet.A1.v;
}

const seen = ["-2^2", "ROUND(-2.5,0)", "MIN(B1:B2)"].map(value);
console.log(...seen);
if (seen.join() !== "-4,-2,Ace") process.exit(1);
EOF
echo "xlsx-calc@0.9.2"
node "$place/run.mjs"
