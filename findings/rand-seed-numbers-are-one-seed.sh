#!/usr/bin/env bash
# Guess: A number as the seed works as its text: 7 throws as `'7'`, and unlike 8.
# Real: all numbers throw the same series, that of an empty text.
# Who meets it: whoever seeds a shuffle with a number of a match in plain JavaScript.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" rand-seed@3.0.0
cat >"$place/run.mjs" <<'EOF'
import module from "rand-seed";

const Rand = module.default ?? module;
const first = (seed) => new Rand(seed).next();
console.log(first(7), first(8), first(""), first("7"), first("8"));
if (first(7) !== first(8) || first(7) !== first("") || first("7") === first("8") || first(7) === first("7")) process.exit(1);
EOF
echo "rand-seed@3.0.0"
node "$place/run.mjs"
