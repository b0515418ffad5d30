#!/usr/bin/env bash
# Guess: A formula with a value that is missing throws, or has no value.
# Real: `cost + 1` without a cost is 1, and `cost < 1` is true; besides, `-2^2` is 4, `2^3^2` 64,
# and "3" * 2 is null.
# Who meets it: whoever computes costs from forms by the formulas of Joi.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @hapi/formula@4.0.0
cat >"$place/run.cjs" <<'EOF'
const { Parser } = require("@hapi/formula");
const value = (formula, values = {}) => new Parser(formula).evaluate(values);
const found = [value("cost + 1"), value("cost < 1"), value("cost * 2"), value("-2^2"), value("2^3^2"), value("cost * 2", { cost: "3" })];
console.log(JSON.stringify(found));
if (JSON.stringify(found) !== "[1,true,0,4,64,null]") process.exit(1);
EOF
echo "@hapi/formula@4.0.0"
node "$place/run.cjs"
