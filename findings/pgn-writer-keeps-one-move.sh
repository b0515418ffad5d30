#!/usr/bin/env bash
# Guess: a game that `@mliebelt/pgn-parser` has read is written with all its moves.
# Real: only the first move is written, and a mark is glued to it: `1. e4$1 *`.
# Who meets it: whoever saves games again with the two packages of one author.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @mliebelt/pgn-parser@1.4.19 @mliebelt/pgn-writer@1.0.5
cat >"$place/run.cjs" <<'EOF'
const { parse } = require("@mliebelt/pgn-parser");
const { writeGame } = require("@mliebelt/pgn-writer");
const game = parse("1. e4! e5 2. Nf3 Nc6 *", { startRule: "game" });
const text = writeGame(game);
console.log("@mliebelt/pgn-writer 1.0.5", game.moves.length, JSON.stringify(text));
if (game.moves.length !== 4 || !text.endsWith("1. e4$1 *")) process.exit(1);
EOF
node "$place/run.cjs"
