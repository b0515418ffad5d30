#!/usr/bin/env bash
# Guess: As in PHP's Twig, `[10, 9, 2]|sort` is 2, 9, 10.
# Real: it is 10, 2, 9: numbers are sorted as texts. `max` compares them as numbers.
# Who meets it: whoever previews cards in a browser with templates made for PHP.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" twig@3.0.0
cat >"$place/run.mjs" <<'EOF'
import Twig from "twig";

const render = (data) => Twig.twig({ data }).render({});
const seen = [render("{{ [10, 9, 2]|sort|join(' ') }}"), render("{{ max([10, 9, 2]) }}")];
console.log(seen.join("; "));
if (seen.join(";") !== "10 2 9;10") process.exit(1);
EOF
echo "twig@3.0.0"
node "$place/run.mjs"
