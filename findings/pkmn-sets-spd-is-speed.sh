#!/usr/bin/env bash
# Guess: `Spd` in a team's text is special defence, as `SpA` is special attack.
# Real: `Spd` is speed, `SpD` is special defence: only the capital tells them apart.
# Who meets it: whoever writes such teams by hand or lowers their letters: points go to another
# value.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @pkmn/sets@5.2.0
cat >"$place/run.cjs" <<'EOF'
const { Sets } = require("@pkmn/sets");
const read = (stat) => Sets.importSet(`Pikachu  \nAbility: Static  \nEVs: 252 ${stat}  \n- Surf  \n`).evs;
const found = ["SpD", "Spd", "spd"].map((stat) => Object.entries(read(stat)).filter(([, value]) => value === 252).map(([name]) => name).join());
console.log(found);
if (found[0] !== "spd" || found[1] !== "spe") process.exit(1);
EOF
echo "@pkmn/sets@5.2.0"
node "$place/run.cjs"
