#!/usr/bin/env bash
# Guess: A period in which nobody played changes no rating, only the deviations grow.
# Real: results added by `addResult` stay: each `updateRatings()` counts them once more. Call
# `cleanPreviousMatches()` first, or pass a list of matches, also an empty one.
# Who meets it: whoever adds results as games end, and updates ratings at each period.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" glicko2@1.2.2
cat >"$place/run.cjs" <<'EOF'
const { Glicko2 } = require("glicko2");
const run = (next) => {
  const ranking = new Glicko2({ tau: 0.5, rating: 1500, rd: 200, vol: 0.06 });
  const [one, two] = [ranking.makePlayer(), ranking.makePlayer()];
  ranking.addResult(one, two, 1);
  ranking.updateRatings();
  const first = one.getRating();
  next(ranking);
  return [first, one.getRating()].map((rating) => Math.round(rating));
};
const again = run((ranking) => ranking.updateRatings());
const empty = run((ranking) => ranking.updateRatings([]));
console.log(again, empty);
if (again[1] <= again[0] + 20 || empty[1] !== empty[0]) process.exit(1);
EOF
echo "glicko2@1.2.2"
node "$place/run.cjs"
