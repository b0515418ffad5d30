#!/usr/bin/env bash
# Guess: `render` keeps the numbers: a game from a position where Black moves begins `5... Kd7`.
# Real: it begins `1. Kd7 e4`, with both moves under White's number.
# Who meets it: whoever stores puzzles and endings, and opens them in another program.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" cm-pgn@5.0.0
cat >"$place/run.mjs" <<'EOF'
import { Pgn } from "cm-pgn/src/Pgn.js";
const head = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 5"]\n\n';
const written = new Pgn(`${head}5... Kd7 6. e4 Ke6 *`).render();
console.log(written);
if (written !== `${head}1. Kd7 e4 2. Ke6`) process.exit(1);
EOF
echo "cm-pgn@5.0.0"
node "$place/run.mjs"
