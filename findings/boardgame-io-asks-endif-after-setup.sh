#!/usr/bin/env bash
# Guess: `endIf` is asked after each move, for the first time after the first.
# Real: it is asked after `setup` too: a match whose start fulfils the condition (equal scores, an
# empty hand) is over before anybody moves.
# Who meets it: whoever translates an end condition that a rulebook checks at the end of a round.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" boardgame.io@0.50.2
cat >"$place/run.cjs" <<'EOF'
const { Client } = require("boardgame.io/client");
const client = Client({ game: { setup: () => ({ hand: [] }), endIf: ({ G }) => (G.hand.length ? undefined : "out of cards") }, debug: false });
client.start();
console.log(client.getState().ctx.turn, client.getState().ctx.gameover);
if (client.getState().ctx.gameover !== "out of cards") process.exit(1);
EOF
echo "boardgame.io@0.50.2"
node "$place/run.cjs"
