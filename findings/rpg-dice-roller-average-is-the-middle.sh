#!/usr/bin/env bash
# Guess: `averageTotal` is the expected value, and `minTotal` and `maxTotal` bound what can be
# rolled.
# Real: the average is the middle between the two bounds: 2d6kh1 has 3.5 (4.47 is right), 3d6!
# 9010.5; 1d6-1d6 has bounds 0 and 0, so most rolls are outside.
# Who meets it: a designer who shows odds beside a formula.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" @dice-roller/rpg-dice-roller@5.5.1
cat >"$place/run.cjs" <<'EOF'
const { DiceRoll } = require("@dice-roller/rpg-dice-roller");
const seen = {};
for (const formula of ["2d6kh1", "3d6!", "1d6-1d6", "1d6*1d6"]) {
  const roll = new DiceRoll(formula);
  seen[formula] = [roll.minTotal, roll.averageTotal, roll.maxTotal];
}
const totals = Array.from({ length: 100 }, () => new DiceRoll("1d6-1d6").total);
console.log(JSON.stringify(seen), "1d6-1d6 rolled", Math.min(...totals), "to", Math.max(...totals));
const expected = { "2d6kh1": [1, 3.5, 6], "3d6!": [3, 9010.5, 18018], "1d6-1d6": [0, 0, 0], "1d6*1d6": [1, 18.5, 36] };
if (JSON.stringify(seen) !== JSON.stringify(expected)) process.exit(1);
if (!totals.some((total) => total !== 0)) process.exit(1);
EOF
echo "@dice-roller/rpg-dice-roller@5.5.1"
node "$place/run.cjs"
