#!/usr/bin/env bash
# Guess: `rpg('1d6+2')` adds 2, or is refused.
# Real: it is a list with NaN, and with `sum` it is NaN, without a message: a formula is a number
# of dice and of sides, and nothing else.
# Who meets it: whoever fills a table of characters with test data.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" chance@1.1.13
cat >"$place/run.cjs" <<'EOF'
const Chance = require("chance");
const chance = new Chance(1);
const seen = [chance.rpg("1d6+2"), chance.rpg("2d6+2", { sum: true }), chance.rpg("2d6", { sum: true })];
console.log(seen);
if (!Number.isNaN(seen[0][0]) || !Number.isNaN(seen[1]) || !(seen[2] >= 2 && seen[2] <= 12)) process.exit(1);
EOF
echo "chance@1.1.13"
node "$place/run.cjs"
