#!/usr/bin/env bash
# Guess: A rule without a priority counts as priority 0, after rules of priority 5.
# Real: Rules are compared only if both have a priority other than 0; otherwise they keep the order
# of registration: of priorities 0 and 5, 0 runs first.
# Who meets it: whoever adds one urgent rule to a list of ordinary ones.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" node-rules@9.2.0
cat >"$place/run.mjs" <<'EOF'
import { RuleEngine } from "node-rules";

const order = (priorities) =>
  new Promise((done) => {
    const seen = [];
    const rules = priorities.map((priority) => ({
      ...(priority === undefined ? {} : { priority }),
      condition: (engine) => engine.when(true),
      consequence: (engine) => (seen.push(priority ?? "none"), engine.next()),
    }));
    new RuleEngine(rules).execute({ card: 1 }, () => done(String(seen)));
  });
const seen = [await order([undefined, 9]), await order([0, 5]), await order([1, 5])];
console.log(seen.join("  "));
if (seen.join("  ") !== "none,9  0,5  5,1") process.exit(1);
EOF
echo "node-rules@9.2.0"
node "$place/run.mjs"
