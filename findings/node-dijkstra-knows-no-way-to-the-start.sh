#!/usr/bin/env bash
# Guess: The path from A to A is `['A']`, and a road may cost nothing.
# Real: the path is `null`, as if there were none, with the cost 0 if it was asked for; a graph
# with a cost of 0 is refused.
# Who meets it: whoever lets a pawn stay where it is, or has free moves on a map.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" node-dijkstra@2.5.1
cat >"$place/run.mjs" <<'EOF'
import Graph from "node-dijkstra";

const graph = new Graph({ A: { B: 1 }, B: { C: 1 }, C: {} });
const stay = graph.path("A", "A");
const cost = graph.path("A", "A", { cost: true });
let free = "accepted";
try {
  new Graph({ A: { B: 0 }, B: {} });
} catch (error) {
  free = "refused";
}
console.log(JSON.stringify([stay, cost, graph.path("C", "A"), free]));
if (JSON.stringify([stay, cost, graph.path("C", "A"), free]) !== '[null,{"path":null,"cost":0},null,"refused"]') process.exit(1);
EOF
echo "node-dijkstra@2.5.1"
node "$place/run.mjs"
