#!/usr/bin/env bash
# Guess: Participants have a `seed`, so the first round pairs the best with the middle or with the
# last.
# Real: `getMatchups` pairs those that are listed side by side; turning all seeds round changes
# only who is at home.
# Who meets it: whoever seeds a tournament: favourites may meet in round 1.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" swiss-pairing@1.4.3
cat >"$place/run.cjs" <<'EOF'
const swiss = require("swiss-pairing")();
const names = ["ann", "ben", "cleo", "dan"];
const pairs = (seeds) => swiss.getMatchups(1, names.map((id, at) => ({ id, seed: seeds[at] })), []);
const up = pairs([1, 2, 3, 4]), down = pairs([4, 3, 2, 1]);
console.log(JSON.stringify(up), JSON.stringify(down));
const text = (matches) => matches.map(({ home, away }) => `${home}-${away}`).join(" ");
if (text(up) !== "ann-ben cleo-dan" || text(down) !== "dan-cleo ben-ann") process.exit(1);
EOF
echo "swiss-pairing@1.4.3"
node "$place/run.cjs"
