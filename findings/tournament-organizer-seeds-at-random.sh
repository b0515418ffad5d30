#!/usr/bin/env bash
# Guess: In an elimination of six, the first two players entered have the byes of round 1.
# Real: players are put in a random order each time, unless `sorting` is set and each has a
# `value`.
# Who meets it: organisers of leagues who enter players by strength.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" tournament-organizer@4.1.1
cat >"$place/run.mjs" <<'EOF'
import Manager from "tournament-organizer";

function byes(sorting) {
  const tournament = new Manager().createTournament("cup", { stageOne: { format: "single-elimination" }, sorting });
  for (let number = 1; number <= 6; number++) tournament.createPlayer(`p${number}`).value = number;
  tournament.startTournament();
  const name = (id) => tournament.players.find((player) => player.id === id).name;
  return tournament.matches.filter((match) => match.round === 2).map((match) => name(match.player1.id)).join();
}

const plain = new Set(Array.from({ length: 40 }, () => byes("none")));
const sorted = new Set(Array.from({ length: 40 }, () => byes("ascending")));
console.log(plain.size, [...sorted]);
if (plain.size < 5 || [...sorted].join(";") !== "p1,p2") process.exit(1);
EOF
echo "tournament-organizer@4.1.1"
node "$place/run.mjs"
