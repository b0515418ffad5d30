#!/usr/bin/env bash
# Guess: In a round robin of five, the pause of a round is the match whose `player2` is null.
# Real: in every second round it is `player1` that is null; with six in single elimination a bye
# is no match at all: seeds 1 and 2 wait in round 2.
# Who meets it: whoever posts the pairings: half of the pauses look like matches of a nameless
# player.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" tournament-pairings@2.0.1
cat >"$place/run.cjs" <<'EOF'
(async () => {
  const { RoundRobin, SingleElimination } = await import("tournament-pairings");
  const byes = RoundRobin(5).filter((match) => match.player1 === null || match.player2 === null);
  const sides = byes.map((match) => (match.player1 === null ? 1 : 2)).join();
  const first = SingleElimination(6).filter((match) => match.round === 1).length;
  console.log("null is player", sides, "matches in round 1 of six:", first);
  if (sides !== "2,1,2,1,2" || first !== 2) process.exit(1);
})();
EOF
echo "tournament-pairings@2.0.1"
node "$place/run.cjs"
