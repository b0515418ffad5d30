#!/usr/bin/env bash
# Guess: A diagonal step isn't possible between two walls that touch at their corners.
# Real: it is: from the corner of a board whose two neighbours are walls, the path goes straight
# out. With `rightAngle: true` there is none.
# Who meets it: whoever moves pieces on a square board with walls.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" fast-astar@2.0.2
cat >"$place/run.mjs" <<'EOF'
import { Astar, Grid } from "fast-astar";

const grid = new Grid({ col: 3, row: 3 });
grid.setWalkAt(1, 0, false);
grid.setWalkAt(0, 1, false);
const free = await new Astar(grid).search([0, 0], [2, 2], { rightAngle: false });
const straight = await new Astar(grid).search([0, 0], [2, 2], { rightAngle: true });
console.log(JSON.stringify([free, straight]));
if (JSON.stringify([free, straight]) !== "[[[0,0],[1,1],[2,2]],null]") process.exit(1);
EOF
echo "fast-astar@2.0.2"
node "$place/run.mjs"
