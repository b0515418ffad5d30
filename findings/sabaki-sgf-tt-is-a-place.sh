#!/usr/bin/env bash
# Guess: On boards up to 19 by 19, `tt` is a pass, as an empty value is: records of the older
# format have it.
# Real: `parseVertex` gives `[19, 19]` for it, a place beside the board; only an empty value is
# `[-1, -1]`.
# Who meets it: whoever counts passes or replays old records of go: games do not end, or a stone is
# off the board.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @sabaki/sgf@3.4.7
cat >"$place/run.cjs" <<'EOF'
const { parse, parseVertex } = require("@sabaki/sgf");
const [root] = parse("(;FF[3]SZ[19];B[dd];W[tt];B[])");
const moves = [];
for (let node = root.children[0]; node; node = node.children[0])
  moves.push(parseVertex((node.data.B ?? node.data.W)[0]).join());
console.log(...moves);
if (moves.join(" ") !== "3,3 19,19 -1,-1") process.exit(1);
EOF
echo "@sabaki/sgf@3.4.7"
node "$place/run.cjs"
