#!/usr/bin/env bash
# Guess: after a period without games, the deviation of 200 becomes 200.27, as Glickman's step 6 says
# and glicko2-lite computes.
# Real: `RD` stays 200; only `φ`, in the inner scale, has grown. After the next game both agree again.
# Who meets it: whoever shows how sure a rating of an absent player is.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pyglicko2==0.0.1a2
npm install --silent --no-audit --no-fund --prefix "$place" glicko2-lite@5.0.0
echo "pyglicko2 0.0.1a2, glicko2-lite 5.0.0"
"$place/venv/bin/python" - <<'EOF'
from pyglicko2 import SCALE, Outcome, Player

idle = Player(1500, 200, 0.06)
idle.update()
inner = round(idle.φ * SCALE, 2)
print("pyglicko2", idle.RD, "inner", inner)
assert (idle.RD, inner) == (200, 200.27)
idle.update([Player(1500, 200, 0.06)], [Outcome.WIN])
assert round(idle.RD, 6) == round(idle.φ * SCALE, 6) < 200
EOF
cat >"$place/run.cjs" <<'EOF'
const loaded = require("glicko2-lite");
const { rd } = (loaded.default ?? loaded)(1500, 200, 0.06, []);
console.log("glicko2-lite", rd);
process.exit(Math.round(rd * 100) === 20027 ? 0 : 1);
EOF
node "$place/run.cjs"
