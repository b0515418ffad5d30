#!/usr/bin/env bash
# Guess: A weighted round robin goes round: with weights of 3, 1 and 2, six turns give the first
# three.
# Real: each call draws anew, by `Math.random`: nothing is remembered, so an item may be missing for
# any number of turns.
# Who meets it: whoever gives turns or starting seats out by weight: use weighted-round-robin, which
# takes turns.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" wrr@1.0.0
cat >"$place/run.cjs" <<'EOF'
const wrr = require("wrr").default ?? require("wrr");

const items = [["A", 3], ["B", 1], ["C", 2]].map(([item, weight]) => ({ item, weight }));
const six = (random) => {
  Math.random = random;
  const next = wrr(items);
  return Array.from({ length: 6 }, () => next()).join("");
};
const found = [six(() => 0.1), six(() => 0.9)];
console.log(found.join(" "));
if (new Set(found[0]).size !== 1 || new Set(found[1]).size !== 1 || found[0] === found[1]) process.exit(1);
EOF
echo "wrr@1.0.0"
node "$place/run.cjs"
