#!/usr/bin/env bash
# Guess: `e4!` is the move e4 with a mark, as `e4 $1` is.
# Real: the move is the text `e4!`, while `$1` becomes `nags`; a game without a result is refused.
# Who meets it: whoever looks up moves of annotated games, or parses moves that are still being
# played.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" pgn-parser@2.2.1
cat >"$place/run.cjs" <<'EOF'
const { parse } = require("pgn-parser");
const [game] = parse('[White "A"]\n\n1. e4! e5 $1 *');
console.log(JSON.stringify(game.moves));
let refused = false;
try {
  parse("1. e4 e5");
} catch (problem) {
  refused = problem.name === "SyntaxError";
}
const [white, black] = game.moves;
if (white.move !== "e4!" || white.nags || black.move !== "e5" || !refused) process.exit(1);
if (black.nags.join() !== "$1" || parse("1. e4 e5 *").length !== 1) process.exit(1);
EOF
echo "pgn-parser@2.2.1"
node "$place/run.cjs"
