#!/usr/bin/env bash
# Guess: The callback of a field of view is called once for each visible cell: 25 within two
# steps.
# Real: RecursiveShadowcasting calls it 41 times for these 25 cells, since octants share their
# edges; the two other algorithms call it 25 times.
# Who meets it: fog of war that counts or scores what a unit sees.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" rot-js@2.2.1
cat >"$place/run.cjs" <<'EOF'
const { FOV } = require("rot-js");
const seen = {};
for (const name of ["RecursiveShadowcasting", "PreciseShadowcasting", "DiscreteShadowcasting"]) {
  const cells = [];
  new FOV[name](() => true).compute(0, 0, 2, (x, y) => cells.push(`${x},${y}`));
  seen[name] = [cells.length, new Set(cells).size];
}
console.log(JSON.stringify(seen));
if (JSON.stringify(Object.values(seen)) !== "[[41,25],[25,25],[25,25]]") process.exit(1);
EOF
echo "rot-js@2.2.1"
node "$place/run.cjs"
