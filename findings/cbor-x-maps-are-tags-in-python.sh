#!/usr/bin/env bash
# Guess: a `Map` that cbor-x writes is a dictionary when cbor2 of Python reads it.
# Real: it is a `CBORTag` with number 259, and the dictionary inside; an object is a dictionary.
# Who meets it: whoever records matches in JavaScript and studies them in Python.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" cbor-x@1.6.9
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check cbor2==6.3.0
cat >"$place/run.cjs" <<'EOF'
const { encode } = require("cbor-x");
console.log(encode({ object: { ann: 3 }, map: new Map([["ann", 3]]) }).toString("hex"));
EOF
node "$place/run.cjs" >"$place/state.hex"
"$place/venv/bin/python" - "$place/state.hex" <<'EOF'
import sys
from pathlib import Path

import cbor2

state = cbor2.loads(bytes.fromhex(Path(sys.argv[1]).read_text()))
print("cbor-x 1.6.9, cbor2 6.3.0", state)
assert state["object"] == {"ann": 3}
assert state["map"].tag == 259 and state["map"].value == {"ann": 3}
EOF
