#!/usr/bin/env bash
# Guess: lark-js makes a JavaScript parser of a grammar with the Lark that pip installs beside it.
# Real: with Lark 1.3.1 it writes one without complaint, and `get_parser` throws: options unknown to
# it. With Lark 1.1.5 the parser works.
# Who meets it: whoever checks texts in a page by the grammar of a Python program: install
# `lark==1.1.5` to generate.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cat >"$place/draw.lark" <<'EOF'
start: rule+
rule: "draw"i INT "card" "s"?
%import common (INT, WS)
%ignore WS
EOF
cat >"$place/run.cjs" <<'EOF'
const { get_parser } = require(process.argv[2]);
try {
  console.log(get_parser().parse("draw 3 cards").children[0].children[0].value);
} catch (problem) {
  console.log(problem.message);
}
EOF
python3 -m venv "$place/venv"
seen=""
for lark in 1.3.1 1.1.5; do
  "$place/venv/bin/pip" install --quiet --disable-pip-version-check lark-js==0.1.4 docopt==0.6.2 "lark==$lark"
  "$place/venv/bin/lark-js" "$place/draw.lark" -o "$place/draw-$lark.js"
  answer=$(node "$place/run.cjs" "$place/draw-$lark.js")
  echo "lark-js 0.1.4, lark $lark: $answer"
  seen="$seen${answer%%:*};"
done
test "$seen" = 'Unknown options;3;'
