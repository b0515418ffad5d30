#!/usr/bin/env bash
# Guess: A finished match is finished: `undo` is refused, or a new move rolls new dice.
# Real: `undo` takes the last move and the result back, and playing it again rolls the same dice,
# so a player can look ahead.
# Who meets it: whoever offers undo at a table: set `undoable` of such moves to false.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" boardgame.io@0.50.2
cat >"$place/run.cjs" <<'EOF'
const { Client } = require("boardgame.io/client");
const game = {
  seed: 7,
  setup: () => ({}),
  moves: { roll: ({ G, random }) => { G.dice = random.D6(6).join(""); } },
  endIf: ({ G }) => (G.dice ? "over" : undefined),
};
const client = Client({ game, debug: false });
client.start();
const look = () => `${client.getState().G.dice} ${client.getState().ctx.gameover}`;
const seen = [];
client.moves.roll();
seen.push(look());
client.undo();
seen.push(look());
client.moves.roll();
seen.push(look());
console.log(seen.join(" | "));
if (seen[1] !== "undefined undefined" || seen[0] !== seen[2] || !seen[0].endsWith("over")) process.exit(1);
EOF
echo "boardgame.io@0.50.2"
node "$place/run.cjs"
