#!/usr/bin/env bash
# Guess: 201 dice of one face add up to 201, or are refused.
# Real: up to 200 dice are added; from 201 the total is 0, without a word.
# Who meets it: chat tables that roll for armies.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" bcdice@4.9.0
cat >"$place/run.cjs" <<'EOF'
const { DynamicLoader } = require("bcdice");
new DynamicLoader().dynamicLoad("DiceBot").then((bot) => {
  const most = bot.eval("200D1").text;
  const more = bot.eval("201D1").text;
  console.log("bcdice 4.9.0", more);
  if (!most.endsWith(" 200") || more !== "(201D1) ＞ 0") process.exit(1);
});
EOF
node "$place/run.cjs"
