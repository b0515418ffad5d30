#!/usr/bin/env bash
# Guess: By default 100000 is One Hundred Thousand.
# Real: the default is the English of India: One Lakh. In German a million is Eins Million, though
# it is Eine Million.
# Who meets it: whoever prints amounts of money of a game in words.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" to-words@5.7.0
cat >"$place/run.mjs" <<'EOF'
import { ToWords } from "to-words";

const say = (options, number) => new ToWords(options).convert(number);
const seen = [say(undefined, 100000), say({ localeCode: "en-US" }, 100000), say({ localeCode: "de-DE" }, 1000000)];
console.log(seen.join("; "));
if (seen.join(";") !== "One Lakh;One Hundred Thousand;Eins Million") process.exit(1);
EOF
echo "to-words@5.7.0"
node "$place/run.mjs"
