#!/usr/bin/env bash
# Guess: a match of `chess960` begins with pieces in a random order, and 18 to 20 moves.
# Real: the first player can only pass, and the second chooses among 960 set-ups, as moves.
# Who meets it: bots that choose at random or open with the first move, and lengths of games.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" jocly@0.9.13
cat >"$place/run.cjs" <<'EOF'
const Jocly = require("jocly");

(async () => {
  const match = await Jocly.createMatch("chess960");
  const offered = async () => {
    const moves = await match.getPossibleMoves();
    return [moves.length, await match.getMoveString(moves.at(-1)), moves];
  };
  const [passes, pass, [only]] = await offered();
  await match.playMove(only);
  const [setups, last, [, first]] = await offered();
  await match.playMove(first);
  const [moves] = await offered();
  console.log("jocly 0.9.13", passes, pass, setups, last, moves, await match.getBoardState());
  process.exit(passes === 1 && pass === "--" && setups === 960 && last === "#959" ? 0 : 1);
})();
EOF
node "$place/run.cjs"
