#!/usr/bin/env bash
# Guess: A third and one are written `4/3`.
# Real: they are written `1 1/3`, and -7/3 as `-2 1/3`, from which -2 + 1/3 is another number.
# Who meets it: whoever shows odds or shares and reads them elsewhere.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" fractional@1.0.0
cat >"$place/run.mjs" <<'EOF'
import fractional from "fractional";

const { Fraction } = fractional;
const seen = [new Fraction(1, 3).add(1).toString(), new Fraction(-7, 3).toString()];
console.log(seen.join("; "));
if (seen.join(";") !== "1 1/3;-2 1/3") process.exit(1);
EOF
echo "fractional@1.0.0"
node "$place/run.mjs"
