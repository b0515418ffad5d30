#!/usr/bin/env bash
# Guess: `skipComments` and `skipNags` leave out comments and marks from the whole game.
# Real: variations keep theirs.
# Who meets it: whoever publishes a game without the annotator's notes.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @jackstenglein/chess@2.2.21
cat >"$place/run.mjs" <<'EOF'
import { Chess } from "@jackstenglein/chess";
const chess = new Chess({ pgn: "1. e4 $1 {main} e5 (1... c5 $2 {aside}) 2. Nf3 *" });
const seen = chess.pgn.render({ skipComments: true, skipNags: true });
console.log(seen);
if (seen.includes("main") || !seen.includes("aside") || !seen.includes("$2")) process.exit(1);
EOF
echo "@jackstenglein/chess@2.2.21"
node "$place/run.mjs"
