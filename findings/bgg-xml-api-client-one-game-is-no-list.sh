#!/usr/bin/env bash
# Guess: `item` is a list, also of one game, and names are texts.
# Real: one game is an object, two are a list; the game named 504 has a number for a name. Wrap
# `item` in `[].concat`, names in `String`.
# Who meets it: whoever reads collections or plays of BoardGameGeek: code that works for two games
# fails for one.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" bgg-xml-api-client@0.3.4
cat >"$place/run.cjs" <<'EOF'
const game = (id, name) => `<item type="boardgame" id="${id}"><name type="primary" sortindex="1" value="${name}"/></item>`;
let text = "";
const own = { authorizationKey: "none: nothing is sent" };
globalThis.fetch = async () => new Response(`<?xml version="1.0" encoding="utf-8"?><items>${text}</items>`, { headers: { "content-type": "text/xml" } });
const { getBggThing } = require("bgg-xml-api-client");
(async () => {
  text = game(1, "504");
  const one = await getBggThing({ id: 1 }, own);
  text = game(1, "504") + game(2, "Go");
  const two = await getBggThing({ id: "1,2" }, own);
  console.log(JSON.stringify(one.item), JSON.stringify(two.item));
  if (Array.isArray(one.item) || !Array.isArray(two.item)) process.exit(1);
  if (one.item.name.value !== 504 || two.item[1].name.value !== "Go") process.exit(1);
})();
EOF
echo "bgg-xml-api-client@0.3.4"
node "$place/run.cjs"
