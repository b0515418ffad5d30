#!/usr/bin/env bash
# Guess: a line of text begins at the left, and a long one is broken between words.
# Real: it is centred, `Ace |` begins at the left, and a long one is broken within a word. `_` and
# `~` are left out or a space, `\_` and `\~` print them.
# Who meets it: whoever prints cards or scores on a receipt printer.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund receiptline@4.0.4
cat >"$place/run.cjs" <<'EOF2'
const assert = require('node:assert');
const {transform} = require('receiptline');
console.log('receiptline', require('receiptline/package.json').version);
const printed = text => transform(text, {cpl: 20, command: 'text', encoding: 'multilingual'});
const found = ['Ace', 'Ace |', 'Ace | 3', 'Draw 1 or 2 cards and play |', 'no_of~cards |'].map(printed);
console.log(found);
assert.deepEqual(found, [
    '         Ace\n', 'Ace\n', 'Ace                3\n', 'Draw 1 or 2 cards an\nd play\n', 'noof cards\n',
]);
assert.equal(printed('no\\_of\\~cards |'), 'no_of~cards\n');
EOF2
node run.cjs
