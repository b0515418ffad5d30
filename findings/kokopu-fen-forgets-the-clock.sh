#!/usr/bin/env bash
# Guess: A FEN that was read is written as it was.
# Real: `fen()` ends with `0 1`: a position has neither the fifty-move clock nor the number of the
# move. They are arguments of `fen`.
# Who meets it: whoever passes positions between programs: a game that is nearly drawn begins at 0.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" kokopu@4.13.4
cat >"$place/run.cjs" <<'EOF'
const { Position } = require("kokopu");
const position = new Position("4k3/8/8/8/8/8/8/4K2R w K - 95 60");
const found = [position.fen(), position.fen({ fiftyMoveClock: 95, fullMoveNumber: 60 })];
console.log("kokopu 4.13.4", found);
if (found[0] !== "4k3/8/8/8/8/8/8/4K2R w K - 0 1") process.exit(1);
if (found[1] !== "4k3/8/8/8/8/8/8/4K2R w K - 95 60") process.exit(1);
EOF
node "$place/run.cjs"
