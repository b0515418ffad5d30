#!/usr/bin/env bash
# Guess: a `number` arrives as it was set.
# Real: one with a small fraction is sent in single precision: 0.1 arrives as 0.10000000149; large
# fractions keep double precision.
# Who meets it: whoever shows or sums scores, odds or clocks of a room's state in the client.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @colyseus/schema@5.0.34
cat >"$place/run.cjs" <<'EOF'
const { schema, t, Encoder, Decoder } = require("@colyseus/schema");
const Score = schema({ value: t.number(), exact: t.float64() }, "Score");
const sent = (field, value) => {
  const server = new Score();
  server[field] = value;
  const client = new Score();
  new Decoder(client).decode(new Encoder(server).encodeAll());
  return client[field];
};
const numbers = [0.1, 0.5, 12345678, 16777217.5].map((each) => sent("value", each));
const exact = sent("exact", 0.1);
console.log("number:", numbers.join(), "float64:", exact);
const wanted = [Math.fround(0.1), 0.5, 12345678, 16777217.5];
if (numbers.join() !== wanted.join() || exact !== 0.1) process.exit(1);
EOF
echo "@colyseus/schema@5.0.34"
node "$place/run.cjs"
