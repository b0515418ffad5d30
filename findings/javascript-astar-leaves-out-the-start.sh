#!/usr/bin/env bash
# Guess: A path contains its start and its goal.
# Real: The start is left out: three cells in a row give a path of two, and a path from a cell to
# itself looks like none.
# Who meets it: whoever counts steps, or tests an empty path for `unreachable`.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" javascript-astar@0.4.1
cat >"$place/run.mjs" <<'EOF'
import astar from "javascript-astar";

const graph = new astar.Graph([[1, 1, 1, 0, 1]]);
const [start, , goal, , island] = graph.grid[0];
const seen = [goal, start, island].map((end) => astar.astar.search(graph, start, end).length);
console.log(...seen);
if (String(seen) !== "2,0,0") process.exit(1);
EOF
echo "javascript-astar@0.4.1"
node "$place/run.mjs"
