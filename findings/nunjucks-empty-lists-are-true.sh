#!/usr/bin/env bash
# Guess: A template of Jinja keeps its meaning in nunjucks: `{% if cards %}` is false for an empty
# list.
# Real: Empty lists and mappings are true, as in JavaScript, and `-7 % 3` is -1 instead of 2.
# Who meets it: whoever moves templates of cards between Python and a browser.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" nunjucks@3.2.4
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check jinja2==3.1.6
cat >"$place/run.mjs" <<'EOF'
import nunjucks from "nunjucks";

const template = "{% if cards %}cards{% else %}none{% endif %} {{ -7 % 3 }}";
const seen = nunjucks.renderString(template, { cards: [] });
console.log("nunjucks:", seen);
if (seen !== "cards -1") process.exit(1);
EOF
echo "nunjucks@3.2.4 jinja2==3.1.6"
node "$place/run.mjs"
"$place/venv/bin/python" - <<'EOF'
import jinja2

template = "{% if cards %}cards{% else %}none{% endif %} {{ -7 % 3 }}"
print("jinja2:", jinja2.Template(template).render(cards=[]))
assert jinja2.Template(template).render(cards=[]) == "none 2"
EOF
