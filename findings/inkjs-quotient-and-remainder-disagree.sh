#!/usr/bin/env bash
# Guess: Whole numbers are divided towards zero, so that a is (a / b) * b + a % b; INT cuts the
# fraction off.
# Real: `-7 / 3` is -3 and `-7 % 3` is -1, which makes -10 of -7, and INT(-3.5) is -4, the same as
# FLOOR.
# Who meets it: writers whose story keeps scores that may fall below zero.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" inkjs@2.4.0
cat >"$place/run.cjs" <<'EOF'
const { Compiler } = require("inkjs/full");
const seen = new Compiler("{-7 / 3} {-7 % 3} {(-7 / 3) * 3 + -7 % 3} {INT(-3.5)} {FLOOR(-3.5)}\n-> END\n").Compile().Continue().trim();
console.log(seen);
if (seen !== "-3 -1 -10 -4 -4") process.exit(1);
EOF
echo "inkjs@2.4.0"
node "$place/run.cjs"
