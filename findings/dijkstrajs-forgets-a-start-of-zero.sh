#!/usr/bin/env bash
# Guess: the path from 0 to 2 is 0, 1, 2.
# Real: it is `"1", 2`: a start of 0 counts as none, and places on the way are texts.
# Who meets it: whoever numbers the places of a board from 0.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" dijkstrajs@1.0.3
cat >"$place/run.cjs" <<'EOF'
const { find_path: find } = require("dijkstrajs");
const numbered = find({ 0: { 1: 1 }, 1: { 2: 1 }, 2: {} }, 0, 2);
const named = find({ a: { b: 1 }, b: { c: 1 }, c: {} }, "a", "c");
console.log("dijkstrajs 1.0.3", JSON.stringify([numbered, named]));
if (JSON.stringify([numbered, named]) !== '[["1",2],["a","b","c"]]') process.exit(1);
EOF
node "$place/run.cjs"
