#!/usr/bin/env bash
# Guess: 1.5 in words is "one point five", and -3 "minus three", or there is an error.
# Real: number-to-words says "one" and "minus three"; written-number "two" and nothing at all.
# Who meets it: whoever writes scores and costs out in rulebooks or read-aloud texts.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" \
    number-to-words@1.2.4 written-number@0.11.1
cat >"$place/run.cjs" <<'EOF'
const { toWords } = require("number-to-words");
const writtenNumber = require("written-number");
const said = [toWords, writtenNumber].map((say) => [1, 1.5, -3].map((number) => say(number)));
console.log(said);
const expected = [["one", "one", "minus three"], ["one", "two", ""]];
if (JSON.stringify(said) !== JSON.stringify(expected)) process.exit(1);
EOF
echo "number-to-words@1.2.4 written-number@0.11.1"
node "$place/run.cjs"
