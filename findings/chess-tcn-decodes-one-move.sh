#!/usr/bin/env bash
# Guess: `decode` reads what `encode` writes: a list of moves.
# Real: `encode` takes a list, `decode` gives its first move only, without a word. Decode two
# letters at a time.
# Who meets it: whoever reads games of chess.com: the other moves are lost.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @savi2w/chess-tcn@1.0.0
cat >"$place/run.cjs" <<'EOF'
const { decode, encode } = require("@savi2w/chess-tcn");
const moves = [{ from: "e2", to: "e4" }, { from: "e7", to: "e5" }, { from: "g1", to: "f3" }];
const text = encode(moves);
const back = decode(text);
const each = text.match(/../g).map((pair) => decode(pair));
console.log(text, JSON.stringify(back), JSON.stringify(each));
if (Array.isArray(back) || encode(back) === text) process.exit(1);
if (JSON.stringify(each) !== JSON.stringify(moves)) process.exit(1);
EOF
echo "@savi2w/chess-tcn@1.0.0"
node "$place/run.cjs"
