#!/usr/bin/env bash
# Guess: A rule in JSON means the same in each language: `{"%": [-7, 3]}` is -1, as in JavaScript.
# Real: In panzi-json-logic of Python, it is 2.
# Who meets it: developers who check moves in a browser and again on a server, such as steps back on
# a round track.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" json-logic-js@2.0.5
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check panzi-json-logic==1.0.1
cat >"$place/run.mjs" <<'EOF'
import jsonLogic from "json-logic-js";

const seen = jsonLogic.apply({ "%": [-7, 3] });
console.log("json-logic-js:", seen);
if (seen !== -1) process.exit(1);
EOF
echo "json-logic-js@2.0.5 panzi-json-logic==1.0.1"
node "$place/run.mjs"
"$place/venv/bin/python" - <<'EOF'
from json_logic import jsonLogic

print("panzi-json-logic:", jsonLogic({"%": [-7, 3]}))
assert jsonLogic({"%": [-7, 3]}) == 2
EOF
