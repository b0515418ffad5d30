#!/usr/bin/env bash
# Guess: languages for expressions agree on powers: -2^2 is -4, and 2^3^2 is 2^9, 512.
# Real: so it is in expr-eval and filtrex; in jexl they are 4 and 64, as in a spreadsheet.
# Who meets it: whoever keeps costs and effects of cards as expressions for two programs.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" \
    jexl@2.3.0 expr-eval@2.0.2 filtrex@3.1.0
cat >"$place/run.cjs" <<'EOF'
const jexl = require("jexl");
const { Parser } = require("expr-eval");
const { compileExpression } = require("filtrex");
const languages = [
  (text) => jexl.evalSync(text),
  (text) => Parser.evaluate(text),
  (text) => compileExpression(text)({}),
];
const values = languages.map((evaluate) => ["-2^2", "2^3^2"].map(evaluate));
console.log(values);
if (JSON.stringify(values) !== "[[4,64],[-4,512],[-4,512]]") process.exit(1);
EOF
echo "jexl@2.3.0 expr-eval@2.0.2 filtrex@3.1.0"
node "$place/run.cjs"
