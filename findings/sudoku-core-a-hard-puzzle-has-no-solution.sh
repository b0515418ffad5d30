#!/usr/bin/env bash
# Guess: `analyze` of a sudoku with one solution says that it has one, and `solve` finds it.
# Real: of a puzzle that its six strategies can't solve `hasSolution` is false, beside
# `hasUniqueSolution: true`, and `solve` says that there is no solution.
# Who meets it: whoever checks puzzles that players enter: ask `hasUniqueSolution` only.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" sudoku-core@3.0.3
cat >"$place/run.cjs" <<'EOF'
const { analyze, solve } = require("sudoku-core");
const board = (text) => [...text].map((letter) => Number(letter) || null);
const hard = board("..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..");
const found = analyze(hard);
const answer = solve(hard);
console.log(found.hasSolution, found.hasUniqueSolution, JSON.stringify(answer));
if (found.hasSolution || !found.hasUniqueSolution || answer.solved) process.exit(1);
EOF
echo "sudoku-core@3.0.3"
node "$place/run.cjs"
