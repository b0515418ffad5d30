#!/usr/bin/env bash
# Guess: `#verb.ed#` and `#noun.a#` know common English words.
# Real: `play` becomes `playd`, `stop` `stoped`; `a` looks at the first letter only: `an user`, `a
# hour`; `s` makes `wolfs`.
# Who meets it: whoever writes stories or logs of moves with its modifiers.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" tracery-grammar@2.8.4
cat >"$place/run.cjs" <<'EOF'
const tracery = require("tracery-grammar");
const say = (word, modifier) => {
  const grammar = tracery.createGrammar({ word });
  grammar.addModifiers(tracery.baseEngModifiers);
  return grammar.flatten(`#word.${modifier}#`);
};
const found = [say("play", "ed"), say("stop", "ed"), say("user", "a"), say("hour", "a"), say("wolf", "s")];
console.log(found.join(", "));
if (found.join() !== "playd,stoped,an user,a hour,wolfs") process.exit(1);
EOF
echo "tracery-grammar@2.8.4"
node "$place/run.cjs"
