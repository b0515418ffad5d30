#!/usr/bin/env bash
# Guess: A Liquid template prints the same numbers in JavaScript and in Python.
# Real: `7 | divided_by: 2` is 3.5 in liquidjs and 3 in python-liquid; `2.5 | round` is 3 and 2; a
# text that ends with two commas splits into four parts and six.
# Who meets it: whoever previews cards in a browser and prints them from Python with one template.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" liquidjs@10.30.1
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check python-liquid==2.3.6
cat >"$place/run.mjs" <<'EOF'
import { Liquid } from "liquidjs";

const template = "{{ 7 | divided_by: 2 }} {{ 2.5 | round }} {{ 'a,b,,c,,' | split: ',' | size }}";
const seen = new Liquid().parseAndRenderSync(template);
console.log("liquidjs:", seen);
if (seen !== "3.5 3 4") process.exit(1);
EOF
echo "liquidjs@10.30.1 python-liquid==2.3.6"
node "$place/run.mjs"
"$place/venv/bin/python" - <<'EOF'
from liquid import render

template = "{{ 7 | divided_by: 2 }} {{ 2.5 | round }} {{ 'a,b,,c,,' | split: ',' | size }}"
print("python-liquid:", render(template))
assert render(template) == "3 2 6"
EOF
