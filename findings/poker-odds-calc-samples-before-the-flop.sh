#!/usr/bin/env bash
# Guess: odds of two known hands are exact.
# Real: before the flop they are a sample of 100,000 deals, so that they change from call to call;
# from the flop on they are exact. The percentages begin with `~` where they were sampled.
# Who meets it: whoever compares them with exact odds, or tests that two calls agree.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" poker-odds-calc@0.0.14
cat >"$place/run.cjs" <<'EOF'
const { TexasHoldem } = require("poker-odds-calc");
const run = (board) => {
  const table = new TexasHoldem();
  table.addPlayer(["As", "Ah"]).addPlayer(["Ks", "Kh"]);
  if (board) table.setBoard(board);
  const result = table.calculate();
  const [first] = result.getPlayers();
  return [result.getIterations(), first.getWins(), first.getWinsPercentageString()];
};
const sampled = [run(), run(), run()];
const exact = [run(["Kd", "2c", "7h"]), run(["Kd", "2c", "7h"])];
console.log(JSON.stringify([sampled, exact]));
if (sampled.some(([count, , text]) => count !== 100000 || !text.startsWith("~"))) process.exit(1);
if (new Set(sampled.map(([, wins]) => wins)).size === 1) process.exit(1);
if (exact.some(([count, wins]) => count !== 990 || wins !== 85)) process.exit(1);
EOF
echo "poker-odds-calc@0.0.14"
node "$place/run.cjs"
