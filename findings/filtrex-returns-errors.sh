#!/usr/bin/env bash
# Guess: A condition that can't be evaluated throws, and `cost and 1` is true where cost is 3.
# Real: it returns an `Error`, which counts as true: so do a misspelt property, and each condition
# that uses a number as a truth value.
# Who meets it: whoever filters cards with `if (condition(card))`.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" filtrex@3.1.0
cat >"$place/run.mjs" <<'EOF'
import { compileExpression } from "filtrex";

const card = { cost: 3 };
const results = ["cost and 1", "price > 2", "cost > 2"].map((text) => compileExpression(text)(card));
console.log(results.map(String).join("\n"));
const errors = results.map((result) => result instanceof Error);
if (errors.join() !== "true,true,false" || results.some((result) => !result)) process.exit(1);
EOF
echo "filtrex@3.1.0"
node "$place/run.mjs"
