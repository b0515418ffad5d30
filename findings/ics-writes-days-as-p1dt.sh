#!/usr/bin/env bash
# Guess: A duration of one day is written `P1D`.
# Real: it is `P1DT`: the T is always there, which RFC 5545 allows only before a time.
# Who meets it: whoever sends a calendar of whole days to strict readers: give `end` in place of `duration`.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" ics@3.12.0
cat >"$place/run.cjs" <<'EOF'
const ics = require("ics");
const duration = (of) => ics.createEvent({ start: [2026, 5, 1], duration: of, title: "Day" })
  .value.match(/DURATION:(.*)/)[1].trim();
const found = [duration({ days: 1 }), duration({ hours: 2 })];
console.log("ics 3.12.0", found);
if (found.join() !== "P1DT,PT2H") process.exit(1);
EOF
node "$place/run.cjs"
