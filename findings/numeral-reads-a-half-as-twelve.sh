#!/usr/bin/env bash
# Guess: `1/2` isn't read as a number: its value is null.
# Real: it is 12: what isn't a digit is dropped, so `2d6` is 26 and `3-2` -32.
# Who meets it: whoever reads costs and odds that people typed.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" numeral@2.0.6
cat >"$place/run.mjs" <<'EOF'
import numeral from "numeral";

const seen = ["1/2", "2d6", "3-2", "ace"].map((text) => numeral(text).value());
console.log(JSON.stringify(seen));
if (JSON.stringify(seen) !== "[12,26,-32,null]") process.exit(1);
EOF
echo "numeral@2.0.6"
node "$place/run.mjs"
