#!/usr/bin/env bash
# Guess: `-1d6` is a negative roll, so `10+-1d6` is below 10.
# Real: the sign belongs to the number of dice, and minus one dice are no dice: both are as if
# nothing was rolled. `10-1d6` is right.
# Who meets it: a designer whose penalties are dice with a sign, read from a table.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" @3d-dice/dice-roller-parser@0.2.6
cat >"$place/run.cjs" <<'EOF'
const { DiceRoller } = require("@3d-dice/dice-roller-parser");
const always4 = new DiceRoller(() => 0.5);
const formulas = ["1d6", "-1d6", "10+-1d6", "2*-1d6", "10-1d6"];
const seen = formulas.map((formula) => always4.roll(formula).value);
console.log(formulas.join("  "), JSON.stringify(seen));
if (seen.map((value) => value + 0).join() !== "4,0,10,0,6") process.exit(1);
EOF
echo "@3d-dice/dice-roller-parser@0.2.6"
node "$place/run.cjs"
