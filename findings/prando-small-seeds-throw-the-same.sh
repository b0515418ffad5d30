#!/usr/bin/env bash
# Guess: Seeds 0 to 39 give different first throws of a die.
# Real: the first d6 is a 4 for all forty seeds, and seeds -1, 0 and 1 give the same number of 1 to
# 1000. Later numbers differ.
# Who meets it: whoever seeds with a match's number: all matches begin with the same throw.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" prando@6.0.1
cat >"$place/run.cjs" <<'EOF'
const Prando = require("prando").default ?? require("prando");
const seeds = [...Array(40).keys()];
const first = seeds.map((seed) => new Prando(seed).nextInt(1, 6)).join("");
const third = new Set(seeds.map((seed) => {
  const random = new Prando(seed);
  random.skip(2);
  return random.nextInt(1, 6);
}));
const wide = [-1, 0, 1].map((seed) => new Prando(seed).nextInt(1, 1000));
console.log("prando 6.0.1", first, [...third].sort(), wide);
if (first !== "4".repeat(40) || third.size < 3 || new Set(wide).size !== 1) process.exit(1);
EOF
node "$place/run.cjs"
