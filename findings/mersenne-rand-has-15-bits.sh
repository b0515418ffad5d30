#!/usr/bin/env bash
# Guess: `rand()` of a Mersenne Twister returns 32 bits.
# Real: it returns 15: at most 32767, while `rand(100000)` reaches further.
# Who meets it: whoever takes seeds or shuffled places from `rand()`, or scales it by 2^32.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" mersenne@0.0.4
cat >"$place/run.cjs" <<'EOF'
const mersenne = require("mersenne");
mersenne.seed(3);
let plain = 0;
let bounded = 0;
for (let draw = 0; draw < 5000; draw++) {
  plain = Math.max(plain, mersenne.rand());
  bounded = Math.max(bounded, mersenne.rand(100000));
}
console.log("mersenne 0.0.4", plain, bounded);
if (plain > 32767 || plain < 32000 || bounded < 99000) process.exit(1);
EOF
node "$place/run.cjs"
