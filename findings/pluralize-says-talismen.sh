#!/usr/bin/env bash
# Guess: Names of cards get their usual plurals: talismans, shamans, staffs.
# Real: `talisman` becomes `talismen`, `shaman` `shamen`, and `staff` stays `staff`.
# Who meets it: texts of fantasy cards that count pieces.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" pluralize@8.0.0
cat >"$place/run.mjs" <<'EOF'
import pluralize from "pluralize";

const seen = ["talisman", "shaman", "staff", "human"].map((word) => pluralize(word));
console.log(...seen);
if (String(seen) !== "talismen,shamen,staff,humans") process.exit(1);
EOF
echo "pluralize@8.0.0"
node "$place/run.mjs"
