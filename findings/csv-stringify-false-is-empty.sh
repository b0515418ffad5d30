#!/usr/bin/env bash
# Guess: `true` and `false` are written as words, and a date as in ISO 8601.
# Real: `true` becomes 1 and `false` an empty cell, as `null` does; a date becomes its milliseconds.
# Who meets it: whoever exports cards with yes-or-no columns to a spreadsheet.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" csv-stringify@6.9.0
cat >"$place/run.mjs" <<'EOF'
import { stringify } from "csv-stringify/sync";

const seen = stringify([[true, false, null, new Date(0)]]).trim();
console.log(seen);
if (seen !== "1,,,0") process.exit(1);
EOF
echo "csv-stringify@6.9.0"
node "$place/run.mjs"
