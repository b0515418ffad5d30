#!/usr/bin/env bash
# Guess: The text of a solved hand can be solved again: `As, Ks, Qs, Js, Ts` stays a royal flush.
# Real: it writes a ten as `10s`, and reads that as a card of value 1: the royal flush
# becomes `A High`, tens and nines `Two Pair, 9's & 1's`.
# Who meets it: whoever stores hands as their text, or shows winning cards by it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" pokersolver@2.1.4
cat >"$place/run.cjs" <<'EOF'
const { Hand } = require("pokersolver");
for (const [cards, text, name, second] of [
  ["As Ks Qs Js Ts", "As, Ks, Qs, Js, 10s", "Royal Flush", "A High"],
  ["Td Ts 9c 9h 2d", "10d, 10s, 9c, 9h, 2d", "Two Pair, 10's & 9's", "Two Pair, 9's & 1's"],
]) {
  const hand = Hand.solve(cards.split(" "));
  const again = Hand.solve(hand.toString().split(", ")).descr;
  console.log(hand.descr, "|", hand.toString(), "|", again);
  if (hand.descr !== name || hand.toString() !== text || again !== second) process.exit(1);
}
EOF
echo "pokersolver@2.1.4"
node "$place/run.cjs"
