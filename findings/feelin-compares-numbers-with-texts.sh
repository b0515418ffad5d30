#!/usr/bin/env bash
# Guess: A comparison of a number with a text is null, as for all values of different types in
# FEEL.
# Real: `=` keeps to that, but `<`, `<=` and `>` compare as JavaScript does: `1 < "2"` and `"10" >
# 9` are true.
# Who meets it: whoever moves decision tables between FEEL engines with costs that were read as
# texts.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" feelin@8.2.0
cat >"$place/run.mjs" <<'EOF'
import { evaluate } from "feelin";

const seen = ['1 = "1"', '1 < "2"', '1 <= "1"', '"10" > 9'].map((text) => evaluate(text, {}).value);
console.log(JSON.stringify(seen));
if (JSON.stringify(seen) !== "[null,true,true,true]") process.exit(1);
EOF
echo "feelin@8.2.0"
node "$place/run.mjs"
