#!/usr/bin/env bash
# Guess: a letter from a to j that follows a number gets a letter sign, so `3a` differs from `31`.
# Real: both are ⠼⠉⠁, and `1d6` reads as 14 and 6. npm's braille tells them apart, ⠒⠁ and ⠒⠂, by
# digits of computer braille, but loses capitals: `Ace` comes back as `ACE`.
# Who meets it: whoever prints squares, dice or card codes for blind players.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pybraille==1.0.0
npm install --silent --no-audit --no-fund braille@1.1.0
"$place/venv/bin/python" - <<'EOF2'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pybraille",)))
from pybraille import convertText

found = [convertText(text) for text in ("3a", "31", "1d6")]
print(found)
assert found == ["⠼⠉⠁", "⠼⠉⠁", "⠼⠁⠙⠼⠋"]
EOF2
cat >"$place/run.cjs" <<'EOF2'
const braille = require('braille');
console.log('braille', JSON.parse(require('fs').readFileSync('node_modules/braille/package.json')).version);
const found = [braille.toBraille('3a'), braille.toBraille('31'), braille.toText(braille.toBraille('Ace'))];
console.log(found);
if (found.join() !== '⠒⠁,⠒⠂,ACE') process.exit(1);
EOF2
node run.cjs
