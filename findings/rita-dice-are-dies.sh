#!/usr/bin/env bash
# Guess: the plural of die is dice, the singular of dice is die, and who bid yesterday bid.
# Real: they are `dies`, `dice` and `bade`; and it says `an 8`, but `a 11`.
# Who meets it: whoever lets texts of cards be written.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" rita@3.2.16
cat >"$place/run.mjs" <<'EOF'
import { RiTa } from "rita";

const shown = [
  RiTa.pluralize("die"),
  RiTa.singularize("dice"),
  RiTa.conjugate("bid", { tense: RiTa.PAST }),
  RiTa.articlize("8"),
  RiTa.articlize("11"),
];
console.log("rita 3.2.16", shown);
if (shown.join() !== "dies,dice,bade,an 8,a 11") process.exit(1);
EOF
node "$place/run.mjs"
