#!/usr/bin/env bash
# Guess: `Ox` and `wolf` cross at the o, as in a printed crossword.
# Real: letters cross only where capitals agree, so that `Ox` finds no place; and a space takes a
# cell.
# Who meets it: whoever passes names as they are written.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" crossword-layout-generator@0.1.1
cat >"$place/run.cjs" <<'EOF'
const { generateLayout } = require("crossword-layout-generator");
const say = console.log;
const place = (...answers) => {
  console.log = () => {};
  const { result } = generateLayout(answers.map((answer) => ({ clue: answer, answer })));
  console.log = say;
  return result.map(({ answer, orientation }) => `${answer} ${orientation}`);
};
const mixed = place("wolf", "Ox");
const small = place("wolf", "ox");
console.log(mixed, small);
if (!mixed.includes("Ox none") || small.some((each) => each.endsWith("none"))) process.exit(1);
EOF
echo "crossword-layout-generator@0.1.1"
node "$place/run.cjs"
