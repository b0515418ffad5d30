#!/usr/bin/env bash
# Guess: A value of `None` is empty in each Mustache.
# Real: pystache prints `None`; chevron and mustache.js print nothing. Of `costs.0` they print the
# first item, and pystache nothing.
# Who meets it: whoever previews cards in a browser and prints them from Python with one template.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" mustache@4.2.0
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pystache==0.6.8 chevron==0.14.0
cat >"$place/run.mjs" <<'EOF'
import mustache from "mustache";

const seen = mustache.render("[{{text}}][{{costs.0}}]", { text: null, costs: [3] });
console.log("mustache.js:", seen);
if (seen !== "[][3]") process.exit(1);
EOF
echo "mustache@4.2.0 pystache==0.6.8 chevron==0.14.0"
node "$place/run.mjs"
"$place/venv/bin/python" - <<'EOF'
import chevron
import pystache

data = {"text": None, "costs": [3]}
seen = [module.render("[{{text}}][{{costs.0}}]", data) for module in (pystache, chevron)]
print("pystache, chevron:", *seen)
assert seen == ["[None][]", "[][3]"]
EOF
