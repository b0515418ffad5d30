#!/usr/bin/env bash
# Guess: an object at 1.5 is there, and a layer in a group is listed.
# Real: coordinates are cut to whole numbers: 1, and groups are left out without a word.
# Who meets it: whoever draws boards in Tiled, where objects lie between pixels.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" tmx-parser@1.5.0
cat >"$place/run.cjs" <<'EOF'
const tmx = require("tmx-parser");
const text = `<?xml version="1.0"?>
<map version="1.10" orientation="orthogonal" width="1" height="1" tilewidth="32" tileheight="32">
 <objectgroup name="towns"><object id="1" name="port" x="1.5" y="2.75"/></objectgroup>
 <group name="roads">
  <objectgroup name="inner"><object id="2" x="3" y="4"/></objectgroup>
 </group>
</map>`;
tmx.parse(text, "board.tmx", (error, map) => {
  const [layer] = map.layers;
  const [town] = layer.objects;
  console.log("tmx-parser 1.5.0", error ?? "", map.layers.length, town.name, town.x, town.y);
  process.exit(map.layers.length === 1 && town.x === 1 && town.y === 2 ? 0 : 1);
});
EOF
node "$place/run.cjs"
