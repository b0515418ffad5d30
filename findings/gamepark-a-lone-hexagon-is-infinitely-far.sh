#!/usr/bin/env bash
# Guess: `getDistance` of a polyhex says how many steps a hexagon is away from its nearest one, 0
# for its own.
# Real: it stops looking before the width of the shape: a lone hexagon is infinitely far from
# itself, and from a row of two the next place is, too. Take the least of `getDistanceBetweenHex`.
# Who meets it: whoever asks whether a tile may be laid beside the first tiles of a game.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @gamepark/rules-api@7.6.3 es-toolkit@1.53.2 esbuild@0.28.2
cat >"$place/run.mjs" <<'EOF'
import { getDistanceBetweenHex, Polyhex } from "@gamepark/rules-api";

const far = (row, x) => new Polyhex([row]).getDistance({ x, y: 0 });
const found = [far([1], 0), far([1, 1], 0), far([1, 1], 2), far([1, 1, 1], 3), far([1, 1, 1], 4), getDistanceBetweenHex({ x: 1, y: 0 }, { x: 2, y: 0 })];
console.log(found.join(" "));
if (found.join(" ") !== "Infinity 0 Infinity 1 Infinity 1") process.exit(1);
EOF
"$place/node_modules/.bin/esbuild" "$place/run.mjs" --bundle --platform=node --log-level=error --outfile="$place/run.cjs"
echo "@gamepark/rules-api@7.6.3 es-toolkit@1.53.2 esbuild@0.28.2"
node "$place/run.cjs"
