#!/usr/bin/env bash
# Guess: Rule `3. Draw` begins a list at 3, and a list may follow a line of text at once.
# Real: In Python-Markdown the list begins at 1, and without an empty line before it, it is part of
# the text.
# Who meets it: whoever prints rule numbers from one text in a browser and in Python.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" marked@18.2.1
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check markdown==3.11.3
cat >"$place/run.mjs" <<'EOF'
import { marked } from "marked";

const seen = ["3. Draw", "Setup:\n- deal"].map((text) => marked.parse(text).includes("<li>"));
console.log("marked:", marked.parse("3. Draw").split("\n")[0], ...seen);
if (!marked.parse("3. Draw").startsWith('<ol start="3">') || String(seen) !== "true,true") process.exit(1);
EOF
echo "marked@18.2.1 markdown==3.11.3"
node "$place/run.mjs"
"$place/venv/bin/python" - <<'EOF'
import markdown

print("Python-Markdown:", markdown.markdown("3. Draw").split("\n")[0])
assert markdown.markdown("3. Draw").startswith("<ol>\n")
assert "<li>" not in markdown.markdown("Setup:\n- deal")
sane = markdown.markdown("3. Draw", extensions=["sane_lists"])
assert sane.startswith('<ol start="3">')
EOF
