#!/usr/bin/env bash
# Guess: The first roll of a six-sided die differs from seed to seed.
# Real: for each seed from 1 to 340 it is a 1, since the first number drawn is about seed / 2000;
# the second rolls differ.
# Who meets it: a game that numbers its matches and uses the number as the seed: each begins
# alike.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" rot-js@2.2.1
cat >"$place/run.cjs" <<'EOF'
const { RNG } = require("rot-js");
const first = [], second = [];
for (let seed = 1; seed <= 340; seed++) {
  RNG.setSeed(seed);
  first.push(RNG.getUniformInt(1, 6));
  second.push(RNG.getUniformInt(1, 6));
}
console.log("first rolls", [...new Set(first)].join(), "second rolls", [...new Set(second)].sort().join());
if ([...new Set(first)].join() !== "1" || new Set(second).size !== 6) process.exit(1);
EOF
echo "rot-js@2.2.1"
node "$place/run.cjs"
