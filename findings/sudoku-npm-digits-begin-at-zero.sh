#!/usr/bin/env bash
# Guess: the digits of a puzzle are 1 to 9, and an empty cell is 0 or null.
# Real: they are 0 to 8, and an empty cell is null.
# Who meets it: whoever prints puzzles, or tests a cell with `if (cell)`.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" sudoku@0.0.3
cat >"$place/run.cjs" <<'EOF'
const { makepuzzle, solvepuzzle } = require("sudoku");
const puzzle = makepuzzle();
const solved = solvepuzzle(puzzle);
const digits = [...new Set(solved)].sort();
console.log("first row", JSON.stringify(puzzle.slice(0, 9)), "digits", digits.join());
if (digits.join() !== "0,1,2,3,4,5,6,7,8" || solved.length !== 81) process.exit(1);
if (!puzzle.every((cell, at) => cell === null || cell === solved[at])) process.exit(1);
if (!puzzle.includes(null)) process.exit(1);
EOF
echo "sudoku@0.0.3"
node "$place/run.cjs"
