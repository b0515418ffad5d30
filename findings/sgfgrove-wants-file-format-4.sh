#!/usr/bin/env bash
# Guess: a record that names no file format is read as format 1, as the standard says, or leniently.
# Real: only `FF[4]` is read: a record without it, or with `FF[1]` or `FF[3]`, is refused.
# Who meets it: whoever opens older records of go, or ones written by hand.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" sgfgrove@1.0.8
cat >"$place/run.cjs" <<'EOF'
const { parse } = require("sgfgrove");
const isRead = (head) => {
  try {
    return parse(`(;${head}SZ[19];B[aa])`).length === 1;
  } catch (problem) {
    if (problem.name !== "SyntaxError") throw problem;
    return false;
  }
};
const found = ["", "FF[1]", "FF[3]", "GM[1]", "FF[4]"].map(isRead);
console.log(found.join());
if (found.join() !== "false,false,false,false,true") process.exit(1);
EOF
echo "sgfgrove@1.0.8"
node "$place/run.cjs"
