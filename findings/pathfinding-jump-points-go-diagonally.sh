#!/usr/bin/env bash
# Guess: Like all other finders, `JumpPointFinder` moves along rows and columns unless told
# otherwise; its ways are shortest, as those of A*.
# Real: its default allows diagonals past one obstacle, and there its estimate is the Manhattan
# distance, too large: around one wall it goes 5.83 instead of 5.24, until `heuristic:
# PF.Heuristic.octile`.
# Who meets it: makers of maps who take the faster finder: pieces cut corners and make detours.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" pathfinding@0.4.18
cat >"$place/run.cjs" <<'EOF'
const PF = require("pathfinding");
const map = [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]];
const way = (name, options) => new PF[name](options).findPath(0, 0, 4, 3, new PF.Grid(map));
const length = (name, options) => PF.Util.pathLength(way(name, options)).toFixed(2);
const diagonalMovement = PF.DiagonalMovement.Always;
console.log(length("AStarFinder"), length("JumpPointFinder"));
if (length("AStarFinder") !== "7.00" || Number(length("JumpPointFinder")) >= 7) process.exit(1);
const found = [length("AStarFinder", { diagonalMovement }), length("JumpPointFinder", { diagonalMovement }),
  length("JumpPointFinder", { diagonalMovement, heuristic: PF.Heuristic.octile })];
console.log(...found);
if (found.join() !== "5.24,5.83,5.24") process.exit(1);
EOF
echo "pathfinding@0.4.18"
node "$place/run.cjs"
