#!/usr/bin/env bash
# Guess: a die without a number of faces has 6, as in most board games.
# Real: in dice_parser it has 20, in bcdice 6.
# Who meets it: whoever moves formulas from a chat bot to a script.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" bcdice@4.9.0
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check dice_parser==1.0
cat >"$place/run.cjs" <<'EOF'
const { DynamicLoader } = require("bcdice");
new DynamicLoader().dynamicLoad("DiceBot").then((bot) => {
  const { text } = bot.eval("2D");
  console.log("bcdice 4.9.0", text);
  if (!text.startsWith("(2D6)")) process.exit(1);
});
EOF
node "$place/run.cjs"
"$place/venv/bin/python" - <<'EOF'
from dice_parser.parser import DiceParser

highest = max(DiceParser().parse("d").value for _ in range(500))
print("dice_parser 1.0", highest)
assert highest == 20
EOF
