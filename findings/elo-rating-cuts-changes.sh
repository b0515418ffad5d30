#!/usr/bin/env bash
# Guess: A win over a player 200 points lower is worth 32 × 0.24, rounded: 8 points.
# Real: K is 20, and the change is cut: a win worth 4.8 gives 4, and a win worth 1.8, over a player
# 600 points lower, gives 1.
# Who meets it: leagues in which favourites play often.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" elo-rating@1.0.1
cat >"$place/run.mjs" <<'EOF'
import elo from "elo-rating";

const seen = [1400, 1000].map((other) => elo.calculate(1600, other, true).playerRating - 1600);
console.log(...seen, 20 * (1 - elo.expected(1600, 1400)), 20 * (1 - elo.expected(1600, 1000)));
if (String(seen) !== "4,1") process.exit(1);
EOF
echo "elo-rating@1.0.1"
node "$place/run.mjs"
