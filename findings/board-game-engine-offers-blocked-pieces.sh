#!/usr/bin/env bash
# Guess: in its own checkers, `allClickable` lists the four men that can move.
# Real: it lists all twelve: a blocked one can be chosen, and then nothing can, until `undoStep`.
# Who meets it: whoever lights up playable pieces, or lets a bot choose among them.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" board-game-engine@2.1.0
cat >"$place/run.cjs" <<'EOF'
const { readFileSync } = require("fs");
const { join } = require("path");
const { Client } = require("board-game-engine");
const folder = join(__dirname, "node_modules", "board-game-engine", "examples");
const gameRules = JSON.parse(readFileSync(join(folder, "checkers.json")));
const client = new Client({ gameRules, numPlayers: 2, debug: false, onClientUpdate() {} });
client.connect();
const count = () => [...client.getState().allClickable].length;
const stuck = [...client.getState().allClickable].filter((piece) => {
  client.doStep(piece);
  const blocked = count() === 0;
  client.undoStep();
  return blocked;
});
console.log("board-game-engine 2.1.0", count(), stuck.length);
process.exit(count() === 12 && stuck.length === 8 ? 0 : 1);
EOF
node "$place/run.cjs"
