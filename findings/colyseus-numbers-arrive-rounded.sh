#!/usr/bin/env bash
# Guess: a `number` arrives as it was set, and a `uint8` refuses 300.
# Real: a `number` with a small fraction is sent in single precision: 0.1 arrives as 0.10000000149,
# and Infinity as 2^53 - 1; large fractions keep double precision. `uint8` wraps: 300 arrives as 44.
# Who meets it: whoever shows or sums scores, odds or clocks of a room's state in the client.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @colyseus/schema@5.0.34
cat >"$place/run.cjs" <<'EOF'
const { schema, t, Encoder, Decoder } = require("@colyseus/schema");
const Score = schema({ value: t.number(), exact: t.float64(), small: t.uint8() }, "Score");
const sent = (field, value) => {
  const server = new Score();
  server[field] = value;
  const client = new Score();
  new Decoder(client).decode(new Encoder(server).encodeAll());
  return client[field];
};
const numbers = [0.1, 0.5, 12345678, 16777217.5, Infinity].map((each) => sent("value", each));
const others = [sent("exact", 0.1), sent("small", 255), sent("small", 300), sent("small", -1)];
console.log("number:", numbers.join(), "float64 0.1, uint8 255, 300, -1:", others.join());
const wanted = [Math.fround(0.1), 0.5, 12345678, 16777217.5, Number.MAX_SAFE_INTEGER];
if (numbers.join() !== wanted.join() || others.join() !== "0.1,255,44,255") process.exit(1);
EOF
echo "@colyseus/schema@5.0.34"
node "$place/run.cjs"
