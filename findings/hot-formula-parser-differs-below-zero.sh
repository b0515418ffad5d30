#!/usr/bin/env bash
# Guess: formulas with negative numbers are worth what spreadsheet programs say: MOD(-7,3) is 2,
# ROUND(-2.5,0) is -3, and -2^2 is 4.
# Real: they are 1, -2 and -4; HyperFormula gives 2, -3 and 4.
# Who meets it: whoever evaluates the formulas of a card table in a web page.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" \
    hot-formula-parser@4.0.0 hyperformula@3.5.0
cat >"$place/run.cjs" <<'EOF'
const { Parser } = require("hot-formula-parser");
const { HyperFormula } = require("hyperformula");
const parser = new Parser();
const engine = HyperFormula.buildFromArray([[0]], { licenseKey: "gpl-v3" });
const formulas = ["MOD(-7,3)", "ROUND(-2.5,0)", "-2^2"];
const here = formulas.map((formula) => parser.parse(formula).result);
const there = formulas.map((formula) => engine.calculateFormula(`=${formula}`, 0));
console.log(here, there);
if (`${here}` !== "1,-2,-4" || `${there}` !== "2,-3,4") process.exit(1);
EOF
echo "hot-formula-parser@4.0.0 hyperformula@3.5.0"
node "$place/run.cjs"
