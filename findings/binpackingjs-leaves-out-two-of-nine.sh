#!/usr/bin/env bash
# Guess: Nine cards of 63 by 88 fill a sheet of 189 by 264.
# Real: seven are placed, turned, and two are left out; without rotation all nine are.
# Who meets it: whoever lays cards on a sheet of given size.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" binpackingjs@4.1.0
cat >"$place/run.mjs" <<'EOF'
import { pack2D } from "binpackingjs/2d";

const cards = (options) => Array.from({ length: 9 }, () => ({ width: 63, height: 88, ...options }));
function placed(boxes) {
  const result = pack2D({ bins: [{ width: 189, height: 264 }], boxes });
  return [result.packedBins[0].boxes.length, result.unpackedBoxes.length];
}
const seen = [placed(cards({})), placed(cards({ constrainRotation: true }))];
console.log(JSON.stringify(seen));
if (JSON.stringify(seen) !== "[[7,2],[9,0]]") process.exit(1);
EOF
echo "binpackingjs@4.1.0"
node "$place/run.mjs"
