#!/usr/bin/env bash
# Guess: a space before the comparison changes nothing.
# Real: what follows the space is dropped: the dice are added, and no success or failure is said.
# Who meets it: chats in which players write formulas as they would in a book.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" bcdice@4.9.0
cat >"$place/run.cjs" <<'EOF'
const { DynamicLoader } = require("bcdice");
new DynamicLoader().dynamicLoad("DiceBot").then((bot) => {
  const glued = bot.eval("2D1>=2");
  const spaced = bot.eval("2D1 >=2");
  console.log("bcdice 4.9.0", glued.text, glued.success, "|", spaced.text, spaced.success);
  if (glued.success !== true || spaced.success !== false || spaced.failure !== false) process.exit(1);
  if (!spaced.text.endsWith(" 2")) process.exit(1);
});
EOF
node "$place/run.cjs"
