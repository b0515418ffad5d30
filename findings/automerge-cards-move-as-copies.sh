#!/usr/bin/env bash
# Guess: `hand.push(deck.pop())` moves a card from one list to the other.
# Real: it throws, because the card has belonged to the document; a copy can be pushed. Lists have
# no `sort` either.
# Who meets it: whoever keeps hands and decks in a document that players share.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @automerge/automerge@3.5.0
cat >"$place/run.mjs" <<'EOF'
import * as Automerge from "@automerge/automerge";

const start = Automerge.from({ deck: [{ name: "ace" }, { name: "king" }], hand: [] });
let message = "";
try {
  Automerge.change(start, (game) => void game.hand.push(game.deck.pop()));
} catch (error) {
  message = error.message;
}
let sorts = true;
const moved = Automerge.change(start, (game) => {
  sorts = "sort" in game.deck;
  game.hand.push({ ...game.deck.pop() });
});
console.log("automerge 3.5.0", message, sorts, JSON.stringify(moved));
if (!message.includes("reference to an existing document object") || sorts) process.exit(1);
if (moved.hand[0].name !== "king" || moved.deck.length !== 1) process.exit(1);
EOF
node "$place/run.mjs"
