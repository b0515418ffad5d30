#!/usr/bin/env bash
# Guess: `endIf` ends the game with whatever it returns besides undefined, so a player number 0 or
# a score of 0 ends it.
# Real: anything falsy (0, '', null, NaN) does not; `events.endGame(0)` does, and `ctx.gameover`
# is 0, which is falsy too.
# Who meets it: whoever names the winner by seat: seat 0 never wins.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" boardgame.io@0.50.2
cat >"$place/run.cjs" <<'EOF'
const { Client } = require("boardgame.io/client");
const over = (game) => {
  const client = Client({ game: { setup: () => ({ n: 0 }), ...game }, debug: false });
  client.start();
  client.moves.play();
  const { gameover } = client.getState().ctx;
  return gameover === undefined ? "goes on" : `over: ${JSON.stringify(gameover)}`;
};
const byEndIf = (value) => over({ moves: { play: ({ G }) => { G.n++; } }, endIf: ({ G }) => (G.n ? value : undefined) });
const seen = [0, "", null, "0", []].map(byEndIf);
const byEvent = over({ moves: { play: ({ events }) => { events.endGame(0); } } });
console.log(JSON.stringify(seen), byEvent);
if (JSON.stringify(seen) !== JSON.stringify(["goes on", "goes on", "goes on", 'over: "0"', "over: []"])) process.exit(1);
if (byEvent !== "over: 0") process.exit(1);
EOF
echo "boardgame.io@0.50.2"
node "$place/run.cjs"
