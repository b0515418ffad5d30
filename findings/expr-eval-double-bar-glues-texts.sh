#!/usr/bin/env bash
# Guess: `a || b` is the logical or: `1 || 0` is true.
# Real: it glues texts: `1 || 0` is the text `10`, which is true even for `0 || 0`. The logical or
# is `or`.
# Who meets it: designers whose card conditions are JavaScript by habit.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" expr-eval@2.0.2
cat >"$place/run.mjs" <<'EOF'
import { Parser } from "expr-eval";

const seen = ["1 || 0", "0 || 0", "0 || 0 ? 1 : 2", "0 or 0"].map((text) => Parser.evaluate(text));
console.log(JSON.stringify(seen));
if (JSON.stringify(seen) !== '["10","00",1,false]') process.exit(1);
EOF
echo "expr-eval@2.0.2"
node "$place/run.mjs"
