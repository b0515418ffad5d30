#!/usr/bin/env bash
# Guess: After four moves the SFEN of the position ends with 5.
# Real: `position.sfen` ends with 1 after any number of moves; `getSFEN(number)` takes it.
# Who meets it: whoever sends positions to an engine, or looks games up by SFEN.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" tsshogi@2.2.0
cat >"$place/run.cjs" <<'EOF'
const { Record } = require("tsshogi");
const record = Record.newByUSI("position startpos moves 7g7f 3c3d 8h2b+ 3a2b");
const { position } = record;
console.log("tsshogi 2.2.0", record.length, position.sfen, position.getSFEN(5));
if (record.length !== 4 || !position.sfen.endsWith(" 1")) process.exit(1);
if (!position.getSFEN(5).endsWith(" 5")) process.exit(1);
EOF
node "$place/run.cjs"
