#!/usr/bin/env bash
# Guess: `7 / 2.0` is 3.5: one of the numbers has a fraction.
# Real: in a story that was saved as JSON, as stories are delivered, 2.0 is written as 2, so that it
# is 3, and `1 / 3.0` is 0; before saving it is 3.5. Write `FLOAT(7) / 2`.
# Who meets it: writers who work out averages or shares.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" inkjs@2.4.0
cat >"$place/run.cjs" <<'EOF'
const { Compiler, Story } = require("inkjs/full");

const source = "VAR two = 2.0\n{7 / 2.0} {7 / two} {1 / 3.0} {FLOAT(7) / 2} {7 / 2.5}\n-> END\n";
const compiled = new Compiler(source).Compile();
const json = compiled.ToJson();
const found = [compiled.Continue().trim(), new Story(json).Continue().trim()];
console.log(found.join("\n"));
if (!found[0].startsWith("3.5 3.5 0.33") || found[1] !== "3 3 0 3.5 2.8") process.exit(1);
EOF
echo "inkjs@2.4.0"
node "$place/run.cjs"
