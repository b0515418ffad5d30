#!/usr/bin/env bash
# Guess: a count of "1" chooses the singular, as the number 1 does.
# Real: only the number does: "1" becomes "1 cards", because the count isn't converted first.
# Who meets it: whoever fills card texts from a table or a form, where counts are texts.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" node-polyglot@2.6.0
cat >"$place/run.cjs" <<'EOF'
const Polyglot = require("node-polyglot");
const phrases = { draw: "Draw %{smart_count} card |||| Draw %{smart_count} cards" };
const polyglot = new Polyglot({ phrases });
const drawn = [1, "1", 2, "2"].map((smart_count) => polyglot.t("draw", { smart_count }));
console.log(drawn);
const expected = ["Draw 1 card", "Draw 1 cards", "Draw 2 cards", "Draw 2 cards"];
if (JSON.stringify(drawn) !== JSON.stringify(expected)) process.exit(1);
EOF
echo "node-polyglot@2.6.0"
node "$place/run.cjs"
