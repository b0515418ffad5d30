#!/usr/bin/env bash
# Guess: `play` refuses a pawn that moves two squares.
# Real: it moves the pawn, and passes the turn; `isLegal` says false.
# Who meets it: whoever replays records typed by hand.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" shogiops@0.18.0
cat >"$place/run.mjs" <<'EOF'
import { Shogi, parseUsi, sfen } from "shogiops";

const position = Shogi.default();
const move = parseUsi("7g7e");
const legal = position.isLegal(move);
position.play(move);
const after = sfen.makeSfen(position);
console.log("shogiops 0.18.0", legal, after);
if (legal || after !== "lnsgkgsnl/1r5b1/ppppppppp/9/2P6/9/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2") process.exit(1);
EOF
node "$place/run.mjs"
