#!/usr/bin/env bash
# Guess: `3-2` and `1/2` of a CSV file stay texts, or become days of this year.
# Real: they are the numbers 36952 and 36893, 2 March and 2 January 2001; `=A1` is a formula. With
# `raw: true` all stay texts.
# Who meets it: whoever turns tables of cards into workbooks with it: a score or a fraction is lost.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" xlsx@0.18.5
cat >"$place/run.cjs" <<'EOF'
const XLSX = require("xlsx");
const text = "id,score\na,3-2\nb,1/2\nc,yes\nd,-\n";
const read = (options) => {
  const sheet = Object.values(XLSX.read(text, { type: "string", ...options }).Sheets)[0];
  return ["B2", "B3", "B4", "B5"].map((cell) => sheet[cell].v);
};
console.log("xlsx 0.18.5", read({}), read({ raw: true }));
if (read({}).join() !== "36952,36893,yes,-") process.exit(1);
if (read({ raw: true }).join() !== "3-2,1/2,yes,-") process.exit(1);
EOF
node "$place/run.cjs"
