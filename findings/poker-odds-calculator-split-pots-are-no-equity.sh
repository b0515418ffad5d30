#!/usr/bin/env bash
# Guess: two hands that split the pot for certain have an equity of 50% each.
# Real: `getEquity` counts wins only, so both have 0%, and `getTiePercentage` 100%. Equities of a table
# needn't add up to 100: add each tie, divided by the players who share it.
# Who meets it: whoever compares hands that share a rank, as AK and AQ do.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" poker-odds-calculator@0.4.0
cat >"$place/run.cjs" <<'EOF'
const { CardGroup, OddsCalculator } = require("poker-odds-calculator");
const odds = (hands, board) =>
  OddsCalculator.calculate(hands.map(CardGroup.fromString), CardGroup.fromString(board))
    .equities.map((each) => [each.getEquity(), each.getTiePercentage()]);
const found = [odds(["2c3s", "2d3h"], "AhKhQhJhTh"), odds(["AhKs", "QdQc"], "2h7s9dJc")];
console.log("poker-odds-calculator 0.4.0", JSON.stringify(found));
const expected = [[[0, 100], [0, 100]], [[14, 0], [86, 0]]];
process.exit(JSON.stringify(found) === JSON.stringify(expected) ? 0 : 1);
EOF
node "$place/run.cjs"
