#!/usr/bin/env bash
# Guess: `any` of no conditions is false, as `all` of none is true.
# Real: Both are true: a rule whose list is empty always fires.
# Who meets it: editors that let a designer remove the last condition of a rule.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" json-rules-engine@7.3.1
cat >"$place/run.mjs" <<'EOF'
import { Engine } from "json-rules-engine";

const seen = [];
for (const conditions of [{ any: [] }, { all: [] }]) {
  const engine = new Engine([{ conditions, event: { type: "fires" } }]);
  const { events } = await engine.run({});
  seen.push(events.length);
  console.log(JSON.stringify(conditions), events.length);
}
if (String(seen) !== "1,1") process.exit(1);
EOF
echo "json-rules-engine@7.3.1"
node "$place/run.mjs"
