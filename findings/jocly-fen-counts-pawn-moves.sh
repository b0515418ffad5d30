#!/usr/bin/env bash
# Guess: after 1. e4 e5 the FEN says 0 half-moves since a capture or a pawn's move, and move 2.
# Real: it says 2: moves of pawns don't reset the count.
# Who meets it: whoever passes positions to an engine, which may call a draw by fifty moves too
# early.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" jocly@0.9.13
cat >"$place/run.cjs" <<'EOF'
const Jocly = require("jocly");

(async () => {
  const match = await Jocly.createMatch("classic-chess");
  for (const wanted of ["e2-e4", "e7-e5"]) {
    for (const move of await match.getPossibleMoves()) {
      if ((await match.getMoveString(move)) === wanted) {
        await match.playMove(move);
        break;
      }
    }
  }
  const state = await match.getBoardState();
  console.log("jocly 0.9.13", state);
  process.exit(state.endsWith("/8/PPPP1PPP/RNBQKBNR w KQkq e6 2 2") ? 0 : 1);
})();
EOF
node "$place/run.cjs"
