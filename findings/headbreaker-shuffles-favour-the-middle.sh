#!/usr/bin/env bash
# Guess: `Shuffler.grid` puts each piece on each place equally often.
# Real: the first and last places are drawn half as often as others.
# Who meets it: whoever shuffles tiles with it for a fair start.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" headbreaker@3.0.0
cat >"$place/run.cjs" <<'EOF'
const { Shuffler, Manufacturer } = require("headbreaker");
const counts = [0, 0, 0];
for (let i = 0; i < 30000; i++) {
  const maker = new Manufacturer();
  maker.withDimensions(3, 1);
  maker.withStructure({ proximity: 1, pieceRadius: 2 });
  const puzzle = maker.build();
  const before = puzzle.pieces.map((piece) => piece.centralAnchor.x);
  const after = Shuffler.grid(puzzle.pieces).map(({ x }) => x);
  counts[before.indexOf(after[0])]++;
}
console.log(counts);
if (Math.max(...counts) - Math.min(...counts) < 1500) process.exit(1);
EOF
echo "headbreaker@3.0.0"
node "$place/run.cjs"
