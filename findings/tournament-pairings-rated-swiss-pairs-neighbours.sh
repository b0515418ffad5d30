#!/usr/bin/env bash
# Guess: The first round of a Swiss tournament with ratings pairs the upper half with the lower: 1
# with 5 of eight.
# Real: with `rated` set, `Swiss` prefers those of near rating: 1 with 2, 3 with 4 is the
# commonest round (90 of 200), halves do not come; strong players meet at once.
# Who meets it: whoever runs a tournament of bots or people with known strength.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" tournament-pairings@2.0.1
cat >"$place/run.cjs" <<'EOF'
(async () => {
  const { Swiss } = await import("tournament-pairings");
  const players = Array.from({ length: 8 }, (_, at) => ({ id: at + 1, score: 0, rating: 2800 - 100 * at }));
  const count = {};
  for (let run = 0; run < 200; run++) {
    const pairs = Swiss(players, 1, true).map((match) => [match.player1, match.player2].sort().join("-")).sort().join(" ");
    count[pairs] = (count[pairs] ?? 0) + 1;
  }
  const [often] = Object.entries(count).sort((one, other) => other[1] - one[1]);
  console.log("most often, of 200:", ...often, "halves:", count["1-5 2-6 3-7 4-8"] ?? 0);
  if (often[0] !== "1-2 3-4 5-6 7-8" || often[1] < 50 || count["1-5 2-6 3-7 4-8"] > 5) process.exit(1);
})();
EOF
echo "tournament-pairings@2.0.1"
node "$place/run.cjs"
