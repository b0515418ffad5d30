#!/usr/bin/env bash
# Guess: A solution has a number for each variable, and an infeasible problem has none.
# Real: javascript-lp-solver and yalps leave out variables that are 0, and javascript-lp-solver
# gives `x: 3` with `feasible: false`.
# Who meets it: whoever solves a matrix game and reads how often each move is played.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" javascript-lp-solver@1.0.3 yalps@0.6.4
cat >"$place/run.mjs" <<'EOF'
import module from "javascript-lp-solver";
import { solve } from "yalps";

const solver = module.Solve ? module : module.default;
const variables = { x: { space: 1, value: 2 }, y: { space: 1, value: 1 } };
const first = solver.Solve({ optimize: "value", opType: "max", constraints: { space: { max: 2 } }, variables });
const second = solve({ direction: "maximize", objective: "value", constraints: { space: { max: 2 } }, variables });
const none = solver.Solve({ optimize: "value", opType: "max", constraints: { space: { min: 3, max: 2 } }, variables: { x: variables.x } });
console.log(JSON.stringify([first, second, none]));
if (first.x !== 2 || "y" in first || JSON.stringify(second.variables) !== '[["x",2]]') process.exit(1);
if (none.feasible || none.x !== 3) process.exit(1);
EOF
echo "javascript-lp-solver@1.0.3 yalps@0.6.4"
node "$place/run.mjs"
