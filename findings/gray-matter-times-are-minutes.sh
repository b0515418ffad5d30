#!/usr/bin/env bash
# Guess: Front matter is read as in YAML 1.2: `no` and `12:30` are texts.
# Real: `no` is a text, but `12:30` is 750, `010` is 8 and `0b11` is 3, as in YAML 1.1.
# Who meets it: pages of cards or scenarios with a time or an id of digits on top.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" gray-matter@4.0.3
cat >"$place/run.mjs" <<'EOF'
import matter from "gray-matter";

const page = ["---", "play: no", "time: 12:30", "id: 010", "ways: 0b11", "---", "Text", ""];
const seen = matter(page.join("\n")).data;
console.log(JSON.stringify(seen));
if (JSON.stringify(Object.values(seen)) !== '["no",750,8,3]') process.exit(1);
EOF
echo "gray-matter@4.0.3"
node "$place/run.mjs"
