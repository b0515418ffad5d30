#!/usr/bin/env bash
# Guess: Whichever finder is taken, a goal inside a wall has no way, and the way from a place to
# itself is that place.
# Real: the four that search from both ends (`BiAStarFinder` and others) return a way whose last
# step is the wall, and three places for a start that is the goal: one step out and back.
# Who meets it: makers of maps who swap one finder for another: pieces walk into walls.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" pathfinding@0.4.18
cat >"$place/run.cjs" <<'EOF'
const PF = require("pathfinding");
const map = [[0, 0, 1], [0, 0, 0]];
const ways = (name) => [[2, 0], [0, 0]].map(([x, y]) =>
  JSON.stringify(new PF[name]().findPath(0, 0, x, y, new PF.Grid(map))));
for (const name of ["AStarFinder", "DijkstraFinder", "BreadthFirstFinder"]) {
  console.log(name, ...ways(name), "|", `Bi${name.replace("Finder", "")}Finder`, ...ways(`Bi${name}`));
  if (ways(name).join() !== "[],[[0,0]]") process.exit(1);
  const [wall, same] = ways(`Bi${name}`).map(JSON.parse);
  if (wall.at(-1).join() !== "2,0" || same.length !== 3) process.exit(1);
}
EOF
echo "pathfinding@0.4.18"
node "$place/run.cjs"
