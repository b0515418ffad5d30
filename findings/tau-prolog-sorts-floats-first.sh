#!/usr/bin/env bash
# Guess: `sort` orders numbers by value: 1, 1.5, 2.
# Real: all floats come before all whole numbers: 1.5, 1, 2, and 10.0 is before 9.
# Who meets it: whoever ranks scores of which some have fractions.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" tau-prolog@0.3.4
cat >"$place/run.mjs" <<'EOF'
import prolog from "tau-prolog";

function ask(goal) {
  return new Promise((resolve, reject) => {
    const session = prolog.create();
    session.query(goal, { error: reject });
    session.answer({ success: (answer) => resolve(session.format_answer(answer)), fail: () => resolve("no"), error: reject });
  });
}

const seen = [await ask("sort([2, 1.5, 1], X)."), await ask("sort([9, 10.0], X)."), await ask("10.0 > 9.")];
console.log(seen.join("; "));
if (seen.join(";") !== "X = [1.5,1,2];X = [10.0,9];true") process.exit(1);
EOF
echo "tau-prolog@0.3.4"
node "$place/run.mjs"
