#!/usr/bin/env bash
# Guess: `seedrandom(7)` and `seedrandom('7')` are one generator, since a seed is mixed in as
# text.
# Real: they differ; `seedrandom([7])` is the generator of the number. boardgame.io, which takes
# seeds too, treats 7 and '7' alike.
# Who meets it: a table that reads a seed from an address or a form to replay a game that began
# with a number.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" seedrandom@3.0.5 boardgame.io@0.50.2
cat >"$place/run.cjs" <<'EOF'
const seedrandom = require("seedrandom");
const { Client } = require("boardgame.io/client");
const dice = (seed) => {
  const client = Client({ game: { seed, setup: ({ random }) => ({ dice: random.D6(8).join("") }) }, debug: false });
  client.start();
  return client.getState().G.dice;
};
const drawn = [7, "7", [7]].map((seed) => seedrandom(seed)());
console.log(drawn.join(" "), "boardgame.io", dice(7), dice("7"));
if (drawn[0] === drawn[1] || drawn[0] !== drawn[2] || dice(7) !== dice("7")) process.exit(1);
EOF
echo "seedrandom@3.0.5 boardgame.io@0.50.2"
node "$place/run.cjs"
