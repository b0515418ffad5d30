#!/usr/bin/env bash
# Guess: nine cards of 63 by 88 fill a sheet of 189 by 264.
# Real: by default a sheet is at most 128 by 256, the powers of two below, so there are three: four,
# four and one card. With `pot: false, smart: false` it is one of the size given.
# Who meets it: whoever lays cards on sheets, or sprites on a page, of given size.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" maxrects-packer@2.7.4
cat >"$place/run.mjs" <<'EOF'
import { MaxRectsPacker } from "maxrects-packer/dist/maxrects-packer.mjs";

function sheets(options) {
  const packer = new MaxRectsPacker(189, 264, 0, options);
  for (let card = 0; card < 9; card++) packer.add(63, 88, card);
  return packer.bins.map((bin) => [bin.width, bin.height, bin.rects.length]);
}

const found = [sheets(undefined), sheets({ pot: false, smart: false })];
console.log(JSON.stringify(found));
const expected = [[[128, 256, 4], [128, 256, 4], [64, 128, 1]], [[189, 264, 9]]];
if (JSON.stringify(found) !== JSON.stringify(expected)) process.exit(1);
EOF
echo "maxrects-packer@2.7.4"
node "$place/run.mjs"
