#!/usr/bin/env bash
# Guess: Two simulators show nearly the same colour, at most 20 apart in each channel.
# Real: With deuteranopia, red becomes #a17800 in one and #545400 in the other; blue becomes #005083
# or stays #0000ff.
# Who meets it: whoever checks the colours of player pieces with one of them.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" color-blind@0.1.3 @bjornlu/colorblind@1.0.3
cat >"$place/run.mjs" <<'EOF'
import { createRequire } from "node:module";
import { simulate } from "@bjornlu/colorblind";

const one = createRequire(import.meta.url)("color-blind");
const hex = ({ r, g, b }) => "#" + [r, g, b].map((x) => x.toString(16).padStart(2, "0")).join("");
const red = [one.deuteranopia("#ff0000"), hex(simulate({ r: 255, g: 0, b: 0 }, "deuteranopia"))];
const blue = [one.deuteranopia("#0000ff"), hex(simulate({ r: 0, g: 0, b: 255 }, "deuteranopia"))];
console.log("red", ...red, "blue", ...blue);
if (String([red, blue]) !== "#a17800,#545400,#005083,#0000ff") process.exit(1);
EOF
echo "color-blind@0.1.3 @bjornlu/colorblind@1.0.3"
node "$place/run.mjs"
