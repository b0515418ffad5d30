#!/usr/bin/env bash
# Guess: `inferSchema` looks at all rows it is given, so a column with an X is text.
# Real: the last value of the first ten rows decides: below `X`, a 3 makes the column numbers, and
# the X is NaN; below `3`, a `no` makes it true and false.
# Who meets it: whoever reads tables of cards whose costs may be X.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" udsv@0.7.3
cat >"$place/run.cjs" <<'EOF'
const { inferSchema, initParser } = require("udsv");
const read = (...costs) => {
  const text = "name,cost\n" + costs.map((cost) => "card," + cost).join("\n") + "\n";
  return initParser(inferSchema(text)).typedObjs(text).map(({ cost }) => cost);
};
const found = [read("X", "3"), read("3", "X"), read("3", "no")];
console.log(found);
const expected = [[NaN, 3], ["3", "X"], [false, false]];
if (!found.every((row, at) => row.every((cost, each) => Object.is(cost, expected[at][each])))) process.exit(1);
EOF
echo "udsv@0.7.3"
node "$place/run.cjs"
