#!/usr/bin/env bash
# Guess: A hand of three cards is ranked as in three-card poker: straight flush, trips, straight,
# flush, pair.
# Real: suits and sequences don't count: 2-3-4 of one suit is the lowest high card there is; only
# pairs and trips do.
# Who meets it: a designer of three-card games.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" poker-evaluator@2.1.1
cat >"$place/run.cjs" <<'EOF'
const { evalHand } = require("poker-evaluator");
const hands = { "straight flush": ["2s", "3s", "4s"], flush: ["2s", "5s", "9s"], trips: ["2s", "2d", "2c"], nothing: ["Ah", "Kd", "Jc"] };
const seen = Object.fromEntries(Object.entries(hands).map(([name, cards]) => [name, evalHand(cards)]));
for (const [name, { handName, value }] of Object.entries(seen)) console.log(name, "->", handName, value);
if (seen["straight flush"].handName !== "high card" || seen.flush.handName !== "high card") process.exit(1);
if (seen["straight flush"].value > seen.nothing.value || seen.trips.handName !== "three of a kind") process.exit(1);
EOF
echo "poker-evaluator@2.1.1"
node "$place/run.cjs"
