#!/usr/bin/env bash
# Guess: canonical JSON has the same bytes in each library, so a digest of a state can be compared.
# Real: canonicaljson keeps `1.0`, `-0.0` and `1e-07`, where rfc8785 and npm's canonicalize write
# `1`, `0` and `1e-7`.
# Who meets it: whoever checks recorded matches by digest in Python and in a browser.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" canonicalize@4.0.0
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check canonicaljson==2.0.0 rfc8785==0.1.4
cat >"$place/run.mjs" <<'EOF'
import canonicalize from "canonicalize";

console.log(canonicalize({ cost: 1.0, odds: 1e-7, score: -0.0 }));
EOF
cat >"$place/run.py" <<'EOF'
import canonicaljson
import rfc8785

state = {"score": -0.0, "odds": 1e-7, "cost": 1.0}
print(rfc8785.dumps(state).decode())
print(canonicaljson.encode_canonical_json(state).decode())
EOF
browser=$(node "$place/run.mjs")
both=$("$place/venv/bin/python" "$place/run.py")
echo "canonicaljson==2.0.0"
echo "$browser"
echo "$both"
expected='{"cost":1,"odds":1e-7,"score":0}'
[ "$browser" = "$expected" ]
[ "$both" = "$expected
{\"cost\":1.0,\"odds\":1e-07,\"score\":-0.0}" ]
