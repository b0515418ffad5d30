#!/usr/bin/env bash
# Guess: `isRepetition` says whether the position on the board has occurred three times.
# Real: it stays true for the rest of the game once any position had occurred three times, and the
# position before the first move doesn't count.
# Who meets it: whoever ends a game or offers a draw by it, and replays records with other programs.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" chess@1.5.1
cat >"$place/run.cjs" <<'EOF'
const chess = require("chess");
const play = (moves) => {
  const game = chess.create({ PGN: true });
  return moves.split(" ").map((move) => (game.move(move), game.isRepetition));
};
const once = "Nf3 Nf6 Ng1 Ng8";
const start = play(`${once} ${once}`);
const later = play(`${once} ${once} Nf3 e5 e4 d5 d4 a6 a3`);
console.log(start.join(), "|", later.join());
const first = later.indexOf(true);
if (start.includes(true) || first !== 8 || later.slice(8).includes(false)) process.exit(1);
EOF
echo "chess@1.5.1"
node "$place/run.cjs"
