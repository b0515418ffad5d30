#!/usr/bin/env bash
# Guess: A path leads from the start along the links of the directed graph to the goal.
# Real: The path begins with the goal; and links are followed in both directions unless `oriented:
# true` is passed.
# Who meets it: boards with one-way tracks.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" ngraph.path@1.6.1 ngraph.graph@20.1.2
cat >"$place/run.mjs" <<'EOF'
import createGraph from "ngraph.graph";
import path from "ngraph.path";

const graph = createGraph();
graph.addLink("a", "b");
graph.addLink("b", "c");
const names = (options, from, to) => path.aStar(graph, options).find(from, to).map((node) => node.id);
const seen = [names({}, "a", "c"), names({}, "c", "a"), names({ oriented: true }, "c", "a")];
console.log(JSON.stringify(seen));
if (JSON.stringify(seen) !== '[["c","b","a"],["a","b","c"],[]]') process.exit(1);
EOF
echo "ngraph.path@1.6.1 ngraph.graph@20.1.2"
node "$place/run.mjs"
