#!/usr/bin/env bash
# Guess: a formula that can't be read whole is refused: `errors` says where.
# Real: what follows the readable part is dropped, and `errors` is empty: `2^3` is 2, `10 5` is 10,
# `3d1;2` is 3.
# Who meets it: whoever takes formulas from players.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" dice-typescript@1.6.1
cat >"$place/run.cjs" <<'EOF'
const { Dice } = require("dice-typescript");
const dice = new Dice();
const found = ["2^3", "10 5", "3d1;2", "2**3"].map((text) => {
  const { total, errors } = dice.roll(text);
  return `${text} = ${total}, ${errors.length} errors`;
});
console.log(found.join("; "));
if (found.join() !== "2^3 = 2, 0 errors,10 5 = 10, 0 errors,3d1;2 = 3, 0 errors,2**3 = 8, 0 errors") process.exit(1);
EOF
echo "dice-typescript@1.6.1"
node "$place/run.cjs"
