#!/usr/bin/env bash
# Guess: A tile cost of 0.1 makes a road: a way that is longer but cheaper is found.
# Real: the estimate counts 1 a tile, so a way over cheaper tiles may be missed: the straight way of
# 6 is returned though the road costs 1.7. With costs of 1 and 10 the road is found.
# Who meets it: makers of maps whose roads cost half a point.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" easystarjs@0.4.4
cat >"$place/run.cjs" <<'EOF'
const EasyStar = require("easystarjs");
const ROAD = 2, FIELD = 0;
function way(road, field) {
  const finder = new EasyStar.js();
  finder.setGrid([Array(7).fill(ROAD), Array(7).fill(FIELD)]);
  finder.setAcceptableTiles([ROAD, FIELD]);
  finder.setTileCost(ROAD, road);
  finder.setTileCost(FIELD, field);
  finder.enableSync();
  let found;
  finder.findPath(0, 1, 6, 1, (path) => { found = path; });
  finder.calculate();
  const cost = found.slice(1).reduce((sum, { y }) => sum + (y ? field : road), 0);
  return `${found.length - 1} steps, cost ${Math.round(cost * 10) / 10}`;
}
console.log(way(0.1, 1), "|", way(1, 10));
if (way(0.1, 1) !== "6 steps, cost 6") process.exit(1);
if (way(1, 10) !== "8 steps, cost 17") process.exit(1);
EOF
echo "easystarjs@0.4.4"
node "$place/run.cjs"
