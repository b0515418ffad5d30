#!/usr/bin/env bash
# Guess: a `Map` of scores arrives with its entries, as from msgpackr.
# Real: it arrives empty, without an error; a `Set` too.
# Who meets it: whoever sends states of a match between browser and server.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @msgpack/msgpack@3.1.3 notepack.io@3.0.1 msgpackr@2.1.4
cat >"$place/run.mjs" <<'EOF'
import { decode, encode } from "@msgpack/msgpack";
import notepack from "notepack.io";
import { pack } from "msgpackr";

const state = { scores: new Map([["ann", 3]]), seats: new Set(["ann"]) };
const shown = [encode(state), notepack.encode(state), pack(state)].map((bytes) => decode(bytes));
console.log("@msgpack/msgpack 3.1.3", JSON.stringify(shown));
const empty = '{"scores":{},"seats":{}}';
const expected = [empty, empty, '{"scores":{"ann":3},"seats":["ann"]}'];
if (shown.some((one, place) => JSON.stringify(one) !== expected[place])) process.exit(1);
EOF
node "$place/run.mjs"
