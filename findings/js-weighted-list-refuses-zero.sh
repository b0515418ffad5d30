#!/usr/bin/env bash
# Guess: an item of weight 0 is never drawn.
# Real: making the list throws `Weight must be >= 0 (got 0)`.
# Who meets it: tables of encounters or cards in which a weight is switched off by 0.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" js-weighted-list@0.1.1
cat >"$place/run.cjs" <<'EOF'
const WeightedList = require("js-weighted-list");
let message = "";
try {
  new WeightedList([["gold", 0], ["wood", 1]]);
} catch (error) {
  message = error.message;
}
console.log("js-weighted-list 0.1.1", message);
if (message !== "Weight must be >= 0 (got 0)") process.exit(1);
EOF
node "$place/run.cjs"
