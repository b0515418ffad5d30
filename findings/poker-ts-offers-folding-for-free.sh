#!/usr/bin/env bash
# Guess: where a player may check, the legal actions are checking and raising.
# Real: `fold` is among them too, first.
# Who meets it: bots that choose at random or take the first action.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" poker-ts@1.5.0
cat >"$place/run.cjs" <<'EOF'
const { Table } = require("poker-ts");
const table = new Table({ smallBlind: 50, bigBlind: 100 });
for (const seat of [0, 3]) table.sitDown(seat, 1000);
table.startHand();
table.actionTaken("call");
const { actions } = table.legalActions();
console.log("poker-ts 1.5.0", actions);
if (actions.join() !== "fold,check,raise") process.exit(1);
EOF
node "$place/run.cjs"
