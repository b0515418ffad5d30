#!/usr/bin/env bash
# Guess: `1d6*2*3` multiplies by six, and `1d6+2*3` adds six.
# Real: the formula is accepted, but a factor after another operation is dropped: a 4 gives 8 and
# 6; `1d6/2*2` is 2.
# Who meets it: a web table that lets players type formulas.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" roll@1.3.2
cat >"$place/run.cjs" <<'EOF'
const Roll = require("roll");
const always4 = new Roll(() => 0.5);
const formulas = ["1d6", "1d6*2*3", "1d6+2*3", "1d6/2*2", "1d6+1+1"];
const seen = formulas.map((formula) => always4.roll(formula).result);
console.log(formulas.join("  "), JSON.stringify(seen));
if (JSON.stringify(seen) !== "[4,8,6,2,6]") process.exit(1);
EOF
echo "roll@1.3.2"
node "$place/run.cjs"
