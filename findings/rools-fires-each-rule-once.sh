#!/usr/bin/env bash
# Guess: A rule whose action makes its premise true again fires again: a counter runs up to 3.
# Real: each rule fires at most once in an evaluation: the counter stops at 1.
# Who meets it: whoever repeats an effect until nothing changes.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" rools@2.3.0
cat >"$place/run.mjs" <<'EOF'
import { Rools, Rule } from "rools";

const rools = new Rools({ logging: { error: false, debug: false } });
const draw = new Rule({
  name: "draw up to three",
  when: (facts) => facts.hand < 3,
  then: (facts) => { facts.hand += 1; },
});
await rools.register([draw]);
const facts = { hand: 0 };
await rools.evaluate(facts);
console.log(facts.hand);
if (facts.hand !== 1) process.exit(1);
EOF
echo "rools@2.3.0"
node "$place/run.mjs"
