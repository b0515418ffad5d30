#!/usr/bin/env bash
# Guess: with `canonical=True` cbor2 of Python sorts keys as RFC 8949 says, byte by byte, as cborg does.
# Real: cbor2 puts shorter keys first, as the older RFC 7049: -1 before 100. cborg writes 100 first.
# Keys that are all texts, or all numbers of one sign, have the same order in both.
# Who meets it: whoever hashes a map of scores, plus and minus, in two languages.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" cborg@6.1.5
cat >"$place/run.mjs" <<'EOF'
import { encode } from "cborg";
for (const map of [new Map([[100, 1], [-1, 2]]), new Map([["bb", 1], ["a", 2]])])
  console.log(Buffer.from(encode(map)).toString("hex"));
EOF
node "$place/run.mjs" >"$place/cborg.txt"
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check cbor2==6.3.0
"$place/venv/bin/python" - "$place/cborg.txt" <<'EOF'
import sys
from importlib.metadata import version

import cbor2

cborg = open(sys.argv[1]).read().split()
maps = {100: 1, -1: 2}, {"bb": 1, "a": 2}
cbor2s = [cbor2.dumps(each, canonical=True).hex() for each in maps]
print("cborg@6.1.5", cborg)
print("cbor2", version("cbor2"), cbor2s)
assert cborg[0] == "a21864012002" and cbor2s[0] == "a22002186401"
assert cborg[1] == cbor2s[1]
EOF
