#!/usr/bin/env bash
# Guess: texts are compared without regard to capitals, as in spreadsheet programs: "Ace"="ACE" is
# true, and "a"<"B" is too.
# Real: they are compared as in JavaScript: both are false. In HyperFormula both are true.
# Who meets it: whoever looks up names of cards by formulas.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" \
    fast-formula-parser@1.0.19 hyperformula@3.5.0
cat >"$place/run.cjs" <<'EOF'
const Parser = require("fast-formula-parser");
const { HyperFormula } = require("hyperformula");
const parser = new Parser();
const engine = HyperFormula.buildFromArray([[0]], { licenseKey: "gpl-v3" });
const formulas = ['"Ace"="Ace"', '"Ace"="ACE"', '"a"<"B"'];
const here = formulas.map((formula) => parser.parse(formula));
const there = formulas.map((formula) => engine.calculateFormula(`=${formula}`, 0));
console.log(here, there);
if (`${here}` !== "true,false,false" || `${there}` !== "true,true,true") process.exit(1);
EOF
echo "fast-formula-parser@1.0.19 hyperformula@3.5.0"
node "$place/run.cjs"
