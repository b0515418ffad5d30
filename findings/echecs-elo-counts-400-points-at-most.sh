#!/usr/bin/env bash
# Guess: 800 points ahead, the expected score is 0.990, as in the usual formula.
# Real: it is 0.909: a difference counts as 400 points at most, as in FIDE's rules for players. A
# winner who was 400 or 1000 points ahead gains as much.
# Who meets it: whoever rates bots of very different strength, and compares with other Elo numbers.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @echecs/elo@1.0.2
cat >"$place/run.cjs" <<'EOF'
import("@echecs/elo").then(({ expected, update }) => {
  const found = [200, 400, 800].map((ahead) => expected(2000 + ahead, 2000).toFixed(3));
  const usual = [200, 400, 800].map((ahead) => (1 / (1 + 10 ** (-ahead / 400))).toFixed(3));
  const gains = [400, 1000].map((ahead) => update(1000 + ahead, 1000, 1)[0] - 1000 - ahead);
  console.log("expected", found.join(), "usual", usual.join(), "gains", gains.join());
  if (found.join() !== "0.760,0.909,0.909" || usual[2] !== "0.990") process.exit(1);
  if (gains[0] !== gains[1]) process.exit(1);
});
EOF
echo "@echecs/elo@1.0.2"
node "$place/run.cjs"
