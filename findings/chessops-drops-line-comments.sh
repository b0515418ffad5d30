#!/usr/bin/env bash
# Guess: both kinds of comments of PGN are kept when a game is read and written.
# Real: `{…}` is kept, and what follows `;` is dropped.
# Who meets it: whoever reads annotated games from older programs.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" chessops@0.15.1
cat >"$place/run.mjs" <<'EOF'
import { makePgn, parsePgn } from "chessops/pgn";

const [game] = parsePgn("1. e4 {kept} e5 ; dropped\n2. Nf3 *");
const text = makePgn(game);
console.log("chessops 0.15.1", text.split("\n").at(-2));
if (!text.includes("{ kept }") || text.includes("dropped") || !text.includes("2. Nf3")) process.exit(1);
EOF
node "$place/run.mjs"
