#!/usr/bin/env bash
# Guess: Of 52 cards, `draw(60)` gives the 52 that are left, or an error; `draw(1)` is a list of
# one.
# Real: it gives a list of 60, of which eight are `undefined`; `draw(1)` is the card itself.
# Who meets it: whoever deals the last round from a short deck.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" shuffle@0.2.5
cat >"$place/run.mjs" <<'EOF'
import Shuffle from "shuffle";

const drawn = Shuffle.shuffle().draw(60);
const missing = drawn.filter((card) => card === undefined).length;
const one = Shuffle.shuffle().draw(1);
console.log(drawn.length, missing, Array.isArray(one));
if (drawn.length !== 60 || missing !== 8 || Array.isArray(one)) process.exit(1);
EOF
echo "shuffle@0.2.5"
node "$place/run.mjs"
