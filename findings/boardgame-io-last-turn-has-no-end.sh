#!/usr/bin/env bash
# Guess: `turn.onEnd` is called for each turn, the last one too.
# Real: it isn't called for the turn in which `endIf` ends the game; `onEnd` of the game is.
# Who meets it: whoever scores or discards at the end of a turn.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" boardgame.io@0.50.2
cat >"$place/run.cjs" <<'EOF'
const { Client } = require("boardgame.io/client");
const play = (last) => {
  const called = [];
  const game = {
    setup: () => ({ taken: 0 }),
    turn: { minMoves: 1, maxMoves: 1, onEnd: () => void called.push("turn") },
    moves: { take: ({ G }) => void (G.taken += 1) },
    endIf: ({ G }) => (G.taken === last ? { winner: "0" } : undefined),
    onEnd: () => void called.push("game"),
  };
  const client = Client({ game, debug: false });
  client.start();
  for (let i = 0; i < 2; i++) client.moves.take();
  client.stop();
  return called.join();
};
console.log(play(2), "|", play(9));
if (play(2) !== "turn,game" || play(9) !== "turn,turn") process.exit(1);
EOF
echo "boardgame.io@0.50.2"
node "$place/run.cjs"
