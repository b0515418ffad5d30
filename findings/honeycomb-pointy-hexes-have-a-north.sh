#!/usr/bin/env bash
# Guess: A pointy hex has no neighbour to the north, so `neighborOf(hex, Direction.N)` throws or
# returns nothing.
# Real: it returns one: the hex in the same column of the next row, so that a walk north zigzags
# between north-east and north-west. A flat hex answers E and W in the same way.
# Who meets it: a designer of movement on hexes: a typo in a direction is a legal step.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" honeycomb-grid@4.1.5
cat >"$place/run.cjs" <<'EOF'
const { defineHex, Direction, Grid, rectangle } = require("honeycomb-grid");
const grid = new Grid(defineHex(), rectangle({ width: 5, height: 5 }));
let hex = grid.getHex({ col: 2, row: 4 });
const walk = [];
for (let step = 0; step < 3; step++) {
  const next = grid.neighborOf(hex, Direction.N);
  const names = ["NE", "NW"].filter((name) => next.equals(grid.neighborOf(hex, Direction[name])));
  walk.push(`${next.col},${next.row} ${names}`);
  hex = next;
}
console.log(walk.join("; "));
if (walk.join("; ") !== "2,3 NE; 2,2 NW; 2,1 NE") process.exit(1);
EOF
echo "honeycomb-grid@4.1.5"
node "$place/run.cjs"
