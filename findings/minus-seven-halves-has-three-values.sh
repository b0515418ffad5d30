#!/usr/bin/env bash
# Guess: -7/2 is the same number, or rounded the same way, in every dice roller.
# Real: dice floors it (-4), d20 cuts it (-3, but keeps the fraction inside: 7/2+7/2 is 7), rpg-
# dice-roller and dice-roller-parser keep -3.5.
# Who meets it: whoever shows the same formula in a web client and on a server.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check d20==1.1.2 dice==4.0.0
npm install --silent --no-audit --no-fund --prefix "$place" @dice-roller/rpg-dice-roller@5.5.1 @3d-dice/dice-roller-parser@0.2.6
echo "d20 1.1.2, dice 4.0.0, @dice-roller/rpg-dice-roller 5.5.1, @3d-dice/dice-roller-parser 0.2.6"
"$place/venv/bin/python" - <<'EOF'
import d20
import dice

found = d20.roll("-7/2").total, d20.roll("7/2+7/2").total, int(dice.roll("-7/2"))
print("d20", found[:2], "dice", found[2])
assert found == (-3, 7, -4)
EOF
cat >"$place/run.cjs" <<'EOF'
const { DiceRoll } = require("@dice-roller/rpg-dice-roller");
const { DiceRoller } = require("@3d-dice/dice-roller-parser");
const found = [new DiceRoll("-7/2").total, new DiceRoller().roll("-7/2").value];
console.log("rpg-dice-roller", found[0], "dice-roller-parser", found[1]);
if (found.some((value) => value !== -3.5)) process.exit(1);
EOF
node "$place/run.cjs"
