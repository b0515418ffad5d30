#!/usr/bin/env bash
# Guess: The quartiles of 1, 2, 3 and 4 are 1.75, 2.5 and 3.25, and the second is the median.
# Real: `quartiles` says 1, 2 and 3, `quantiles` 1.4375 for the first, `percentile` 1.75; `median`
# is 2.5.
# Who meets it: whoever reports the spread of scores or lengths of games.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" jstat@1.9.6
cat >"$place/run.mjs" <<'EOF'
import jstat from "jstat";

const { jStat } = jstat;
const scores = [1, 2, 3, 4];
const seen = [jStat.quartiles(scores), jStat.quantiles(scores, [0.25]), jStat.percentile(scores, 0.25), jStat.median(scores)];
console.log(JSON.stringify(seen));
if (JSON.stringify(seen) !== "[[1,2,3],[1.4375],1.75,2.5]") process.exit(1);
EOF
echo "jstat@1.9.6"
node "$place/run.mjs"
