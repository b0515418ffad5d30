#!/usr/bin/env bash
# Guess: a deck that is encoded and decoded has its cards in the same order.
# Real: equal cards are put together: 3, 1, 2, 1 becomes 3, 1, 1, 2; the YDK text keeps the order.
# Who meets it: whoever shares a deck in the order of a shuffle or of a sorted list.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" ygopro-deck-encode@1.0.16
cat >"$place/run.cjs" <<'EOF'
const encoder = require("ygopro-deck-encode");
const Deck = encoder.default ?? encoder;
const deck = new Deck();
deck.main = [3, 1, 2, 1];
const coded = Deck.fromEncodedString(deck.toEncodedString()).main;
const text = Deck.fromYdkString(deck.toYdkString()).main;
console.log("ygopro-deck-encode 1.0.16", coded, text);
if (coded.join() !== "3,1,1,2" || text.join() !== "3,1,2,1") process.exit(1);
EOF
node "$place/run.cjs"
