#!/usr/bin/env bash
# Guess: `hex.center` is the middle of the hex on the screen, as `hex.x` and `hex.y` are.
# Real: it is half the size less x and y: while a hex is further to the right, its `center` is
# further to the left. The middle is (x, y).
# Who meets it: whoever draws pieces on a board of hexes.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" honeycomb-grid@4.1.5
cat >"$place/run.cjs" <<'EOF'
const { defineHex } = require("honeycomb-grid");
const Hex = defineHex({ dimensions: 10 });
for (const place of [[0, 0], [1, 0], [3, 2]]) {
  const hex = new Hex(place);
  const middle = hex.corners.reduce((sum, { x, y }) => ({ x: sum.x + x / 6, y: sum.y + y / 6 }), { x: 0, y: 0 });
  console.log(String(place), "x, y", hex.x, hex.y, "center", JSON.stringify(hex.center), "of corners", JSON.stringify(middle));
  const close = (one, other) => Math.abs(one - other) < 1e-9;
  if (!close(hex.x, middle.x) || !close(hex.y, middle.y)) process.exit(1);
  if (!close(hex.center.x, hex.width / 2 - hex.x) || !close(hex.center.y, hex.height / 2 - hex.y)) process.exit(1);
}
EOF
echo "honeycomb-grid@4.1.5"
node "$place/run.cjs"
