#!/usr/bin/env bash
# Guess: the FEN after 1. e4 is the same everywhere.
# Real: cm-chess and jocly write the square behind the pawn, the others only where a pawn can
# capture there.
# Who meets it: whoever counts or looks up positions by FEN, from two libraries.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" cm-chess@4.0.0 chess.js@1.4.0 chessops@0.15.1 jocly@0.9.13
cat >"$place/run.mjs" <<'EOF'
import { Chess } from "chess.js";
import { Chess as Annotated } from "cm-chess";
import { Chess as Position } from "chessops/chess";
import { makeFen } from "chessops/fen";
import { parseUci } from "chessops/util";
import jocly from "jocly";

const seen = {};
for (const [name, Kind] of Object.entries({ "chess.js": Chess, "cm-chess": Annotated })) {
  const game = new Kind();
  game.move("e4");
  seen[name] = game.fen();
}
const position = Position.default();
position.play(parseUci("e2e4"));
seen.chessops = makeFen(position.toSetup());
const match = await jocly.createMatch("classic-chess");
for (const move of await match.getPossibleMoves()) {
  if ((await match.getMoveString(move)) === "e2-e4") {
    await match.playMove(move);
    break;
  }
}
seen.jocly = await match.getBoardState();
const fields = Object.entries(seen).map(([name, fen]) => `${name} ${fen.split(" ")[3]}`);
console.log("cm-chess 4.0.0", fields.join(", "));
const expected = "chess.js -, cm-chess e3, chessops -, jocly e3";
process.exit(fields.join(", ") === expected ? 0 : 1);
EOF
node "$place/run.mjs"
