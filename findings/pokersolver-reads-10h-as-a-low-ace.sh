#!/usr/bin/env bash
# Guess: `10h` is the ten of hearts, or is refused.
# Real: it is read as rank 1 and suit 0: A K Q J 10 is an ace high, with no message. `Th` makes
# the straight.
# Who meets it: whoever exports hands from a table that prints tens with two digits.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" pokersolver@2.1.4
cat >"$place/run.cjs" <<'EOF'
const { Hand } = require("pokersolver");
const tens = ["10h", "Th"].map((ten) => Hand.solve(["Ah", "Kd", "Qs", "Jc", ten]).name);
console.log(tens.join(", "));
if (tens.join() !== "High Card,Straight") process.exit(1);
EOF
echo "pokersolver@2.1.4"
node "$place/run.cjs"
