#!/usr/bin/env bash
# Guess: The digits after the point are read one by one: 2.345 is two point three four five, and
# `1.50` one point five zero.
# Real: n2words says three hundred forty-five and fifty, and so does to-words; a leading zero is
# said alone: zero point zero five.
# Who meets it: whoever has card texts or odds read aloud.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" n2words@4.0.0 to-words@5.7.0
cat >"$place/run.mjs" <<'EOF'
import { toCardinal } from "n2words/en-US";
import { ToWords } from "to-words";

const words = new ToWords({ localeCode: "en-US" });
const seen = [toCardinal(2.345), toCardinal("1.50"), toCardinal(0.05), words.convert(2.345)];
console.log(seen.join("\n"));
const expected = [
  "two point three hundred forty-five",
  "one point fifty",
  "zero point zero five",
  "Two Point Three Hundred Forty Five",
];
if (seen.join() !== expected.join()) process.exit(1);
EOF
echo "n2words@4.0.0 to-words@5.7.0"
node "$place/run.mjs"
