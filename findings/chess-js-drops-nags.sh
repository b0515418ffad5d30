#!/usr/bin/env bash
# Guess: A PGN that was loaded keeps its marks: `1. e4 $1` is written again.
# Real: `pgn()` keeps comments, but neither `$1` nor variations.
# Who meets it: whoever saves annotated games through it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" chess.js@1.4.0
cat >"$place/run.cjs" <<'EOF'
const { Chess } = require("chess.js");
const game = new Chess();
game.loadPgn("1. e4 $1 {good} (1. d4 d5) 1... e5 $2 2. Nf3 *");
const text = game.pgn().split("\n").at(-1);
console.log("chess.js 1.4.0", text);
if (!text.includes("{good}") || text.includes("$") || text.includes("d4")) process.exit(1);
EOF
node "$place/run.cjs"
