#!/usr/bin/env bash
# Guess: 2^3^2 is 512, as in expr-eval, and -7%3 is 2, as in Python.
# Real: py-expression-eval makes 64 of it, and -7%3 is -1, as in expr-eval; 2*-3, there -6, is an
# error.
# Who meets it: whoever evaluates the same formulas in a browser and on a server.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" expr-eval@2.0.2
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check py-expression-eval==0.3.14
cat >"$place/run.mjs" <<'EOF'
import { Parser } from "expr-eval";

const seen = ["2^3^2", "2*-3", "-7%3"].map((text) => Parser.evaluate(text));
console.log("expr-eval:", ...seen);
if (seen.join() !== "512,-6,-1") process.exit(1);
EOF
echo "expr-eval@2.0.2 py-expression-eval==0.3.14"
node "$place/run.mjs"
"$place/venv/bin/python" - <<'EOF'
from py_expression_eval import Parser

parser = Parser()
seen = [parser.parse(text).evaluate({}) for text in ("2^3^2", "-7%3")]
try:
    product = parser.parse("2*-3").evaluate({})
except IndexError as error:
    product = repr(error)
print("py-expression-eval:", *seen, product)
assert seen == [64, -1]
assert "IndexError" in product
EOF
