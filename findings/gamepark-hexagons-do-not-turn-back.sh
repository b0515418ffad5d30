#!/usr/bin/env bash
# Guess: `hexRotate` by -1 undoes `hexRotate` by 1.
# Real: a negative turn changes nothing; add 6 until it isn't negative.
# Who meets it: whoever lets players turn tiles to the left, or compares turned shapes.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @gamepark/rules-api@7.6.3 es-toolkit@1.53.2 esbuild@0.28.2
cat >"$place/run.mjs" <<'EOF'
import { hexRotate } from "@gamepark/rules-api";

const hex = { x: 2, y: 1 };
const found = [hexRotate(hex, 1), hexRotate(hexRotate(hex, 1), 5), hexRotate(hexRotate(hex, 1), -1)];
console.log(JSON.stringify(found));
if (JSON.stringify(found[1]) !== JSON.stringify(hex)) process.exit(1);
if (JSON.stringify(found[2]) !== JSON.stringify(found[0])) process.exit(1);
EOF
"$place/node_modules/.bin/esbuild" "$place/run.mjs" --bundle --platform=node --log-level=error --outfile="$place/run.cjs"
echo "@gamepark/rules-api@7.6.3 es-toolkit@1.53.2 esbuild@0.28.2"
node "$place/run.cjs"
