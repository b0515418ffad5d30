#!/usr/bin/env bash
# Guess: The text `"10"` is no number for any operator: `greaterThan` 5 is false.
# Real: It is true, but `equal` 10 is false: the text is at least 10, at most 10 and not 10.
# Who meets it: rules about values from forms or CSV files.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" json-rules-engine@7.3.1
cat >"$place/run.mjs" <<'EOF'
import { Engine } from "json-rules-engine";

const seen = {};
for (const operator of ["greaterThanInclusive", "lessThanInclusive", "equal"]) {
  const conditions = { all: [{ fact: "coins", operator, value: 10 }] };
  const engine = new Engine([{ conditions, event: { type: "fires" } }]);
  seen[operator] = (await engine.run({ coins: "10" })).events.length;
}
const greater = { all: [{ fact: "coins", operator: "greaterThan", value: 5 }] };
const engine = new Engine([{ conditions: greater, event: { type: "fires" } }]);
seen.greaterThan5 = (await engine.run({ coins: "10" })).events.length;
console.log(JSON.stringify(seen));
if (JSON.stringify(Object.values(seen)) !== "[1,1,0,1]") process.exit(1);
EOF
echo "json-rules-engine@7.3.1"
node "$place/run.mjs"
