#!/usr/bin/env bash
# Guess: Signs of suits and fractions are dropped: 7♥ and 7♠ both become `7`.
# Real: 7♥ becomes `7love`; other suits are dropped, and fractions too: 2½ is `2`.
# Who meets it: pages and pictures that are named after playing cards.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" slugify@1.6.9
cat >"$place/run.mjs" <<'EOF'
import slugify from "slugify";

const seen = ["7♥", "7♠", "7♣", "2½"].map((text) => slugify(text));
console.log(...seen);
if (String(seen) !== "7love,7,7,2") process.exit(1);
EOF
echo "slugify@1.6.9"
node "$place/run.mjs"
