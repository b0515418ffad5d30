#!/usr/bin/env bash
# Guess: INT rounds down, as in spreadsheet programs: INT(-2.5) is -3.
# Real: it cuts the fraction off: -2, as TRUNC does. ROUNDDOWN and FLOOR are as expected.
# Who meets it: whoever halves scores or coordinates below zero.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" hyperformula@3.5.0
cat >"$place/run.cjs" <<'EOF'
const { HyperFormula } = require("hyperformula");
const engine = HyperFormula.buildFromArray([[0]], { licenseKey: "gpl-v3" });
const formulas = ["INT(2.5)", "INT(-2.5)", "TRUNC(-2.5)", "FLOOR(-2.5,1)"];
const values = formulas.map((formula) => engine.calculateFormula(`=${formula}`, 0));
console.log(values);
if (`${values}` !== "2,-2,-2,-3") process.exit(1);
EOF
echo "hyperformula@3.5.0"
node "$place/run.cjs"
