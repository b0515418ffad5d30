#!/usr/bin/env bash
# Guess: `checkType: true` turns numbers and truth values into such; other texts stay texts.
# Real: `[3]` becomes a list, and `007` becomes 7.
# Who meets it: designers whose texts name symbols in brackets, such as a cost of `[3]`.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" csvtojson@2.0.14
cat >"$place/run.cjs" <<'EOF'
const csv = require("csvtojson");
(async () => {
  const text = "name,cost,code\nwolf,[3],007\nbear,[T],7h\n";
  const [wolf, bear] = await csv({ checkType: true }).fromString(text);
  const [plain] = await csv().fromString(text);
  console.log(JSON.stringify([wolf, bear, plain]));
  if (JSON.stringify(wolf) !== '{"name":"wolf","cost":[3],"code":7}') process.exit(1);
  if (bear.cost !== "[T]" || plain.cost !== "[3]" || plain.code !== "007") process.exit(1);
})();
EOF
echo "csvtojson@2.0.14"
node "$place/run.cjs"
