#!/usr/bin/env bash
# Guess: As in SWI-Prolog, `4/2` is 2 and `2 ** 3` is 8; `round(-2.5)` is -3, as the standard has
# it.
# Real: they are 2.0 and 8.0, which don't unify with 2 and 8, and `round(-2.5)` is -2, though
# `round(2.5)` is 3. `//` and `^` stay whole.
# Who meets it: whoever runs rules written for SWI-Prolog in a browser.
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

const goals = ["X is 4/2.", "X is 2 ** 3.", "X is 4 // 2.", "X is 2 ^ 3.", "2 is 4/2.", "X is round(2.5).", "X is round(-2.5)."];
const seen = [];
for (const goal of goals) seen.push(await ask(goal));
console.log(seen.join("; "));
if (seen.join() !== "X = 2.0,X = 8.0,X = 2,X = 8,no,X = 3,X = -2") process.exit(1);
EOF
echo "tau-prolog@0.3.4"
node "$place/run.mjs"
