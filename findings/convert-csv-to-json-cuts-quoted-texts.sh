#!/usr/bin/env bash
# Guess: A quoted cell with a comma, as spreadsheets save it, is one text.
# Real: by default quotes mean nothing: the cell ends at the comma, keeps its first quote, and the
# rest is dropped. `supportQuotedField(true)` reads it.
# Who meets it: designers who keep card texts in a spreadsheet.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" convert-csv-to-json@4.72.0
cat >"$place/run.mjs" <<'EOF'
import { writeFileSync } from "node:fs";
import csv from "convert-csv-to-json";

writeFileSync("cards.csv", 'Name,Text\nFire Ball,"Burn, then draw"\n');
const plain = csv.getJsonFromCsv("cards.csv")[0].Text;
const quoted = csv.supportQuotedField(true).getJsonFromCsv("cards.csv")[0].Text;
console.log(plain, "|", quoted);
if (plain !== '"Burn' || quoted !== "Burn, then draw") process.exit(1);
EOF
echo "convert-csv-to-json@4.72.0"
node "$place/run.mjs"
