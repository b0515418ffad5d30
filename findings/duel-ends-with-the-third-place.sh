#!/usr/bin/env bash
# Guess: single elimination of eight is seven matches, and the last of the list is the final.
# Real: it is eight: the last one is for the third place. With `short: true` it is seven.
# Who meets it: whoever takes the winner of the last match, or counts matches beforehand.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" duel@3.2.0
cat >"$place/run.cjs" <<'EOF'
const Duel = require("duel");
const [full, short] = [{}, { short: true }].map((options) => new Duel(8, options));
for (const { id } of [...full.matches]) full.score(id, [1, 0]);
const [final, last] = full.matches.slice(-2);
console.log(full.matches.length, "with short:", short.matches.length);
console.log("final", JSON.stringify(final), "last", JSON.stringify(last));
const places = full.results().slice(0, 4).map(({ seed, pos }) => `${seed}:${pos}`).join();
console.log("places", places);
if (full.matches.length !== 8 || short.matches.length !== 7) process.exit(1);
if (final.id.s !== 1 || final.id.r !== 3 || last.id.s !== 2) process.exit(1);
if (!final.p.includes(1) || last.p.includes(1)) process.exit(1);
EOF
echo "duel@3.2.0"
node "$place/run.cjs"
