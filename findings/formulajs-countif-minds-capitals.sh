#!/usr/bin/env bash
# Guess: As in spreadsheets, `COUNTIF` takes Ace and ace for the same.
# Real: it counts one for `ace`, while `MATCH` finds ACE; `a*` counts none.
# Who meets it: whoever counts cards by name outside a spreadsheet program.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" @formulajs/formulajs@4.6.1
cat >"$place/run.mjs" <<'EOF'
import * as formulajs from "@formulajs/formulajs";

const names = ["Ace", "ace", "King"];
const seen = [formulajs.COUNTIF(names, "ace"), formulajs.COUNTIF(names, "a*"), formulajs.MATCH("ACE", names, 0)];
console.log(...seen);
if (seen.join() !== "1,0,1") process.exit(1);
EOF
echo "@formulajs/formulajs@4.6.1"
node "$place/run.mjs"
