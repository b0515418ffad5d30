#!/usr/bin/env bash
# Guess: `move(null)` is refused, as every move that isn't legal.
# Real: it passes the turn: the move is `--`, and the next player is to move. In check it is refused.
# Who meets it: whoever hands on what a parser or a click returned: a miss loses a turn.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" chess.js@1.4.0
cat >"$place/run.cjs" <<'EOF'
const { Chess } = require("chess.js");
const game = new Chess();
const move = game.move(null);
console.log("chess.js 1.4.0", move.san, game.turn());
if (move.san !== "--" || game.turn() !== "b") process.exit(1);
for (const bad of ["e9", { from: "a1", to: "a8" }]) {
  let refused = false;
  try { game.move(bad); } catch { refused = true; }
  if (!refused) process.exit(1);
}
const checked = new Chess("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
let refused = false;
try { checked.move(null); } catch { refused = true; }
console.log("in check, refused:", refused);
if (!refused) process.exit(1);
EOF
node "$place/run.cjs"
