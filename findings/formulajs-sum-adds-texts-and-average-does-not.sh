#!/usr/bin/env bash
# Guess: As in spreadsheets, texts in a range are left out, and texts given one by one are
# numbers: for 3 as a text and 4, `SUM` is 4 and 7, and `AVERAGE` 4 and 3.5.
# Real: `SUM` is 7 both ways, and `AVERAGE` 4 both ways; `COUNT` is 1 both ways.
# Who meets it: whoever totals costs that were read as texts.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" @formulajs/formulajs@4.6.1
cat >"$place/run.mjs" <<'EOF'
import { AVERAGE, COUNT, SUM } from "@formulajs/formulajs";

const seen = [SUM, AVERAGE, COUNT].map((total) => [total(["3", 4]), total("3", 4)]);
console.log(JSON.stringify(seen));
if (JSON.stringify(seen) !== "[[7,7],[4,4],[1,1]]") process.exit(1);
EOF
echo "@formulajs/formulajs@4.6.1"
node "$place/run.mjs"
