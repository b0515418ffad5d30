#!/usr/bin/env bash
# Guess: `mo.compile` doesn't change the catalogue that it is given.
# Real: it removes the texts without a translation, so a `po.compile` after it writes a file without
# them.
# Who meets it: scripts that save both files, after which translators never see the missing texts.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" gettext-parser@10.0.0
cat >"$place/run.mjs" <<'EOF'
import { mo, po } from "gettext-parser";

const source = `msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

#, fuzzy
msgid "card"
msgstr "Karte"

msgid "deck"
msgstr "Stapel"

msgid "ace"
msgstr ""
`;

const catalogue = po.parse(source);
const before = Object.keys(catalogue.translations[""]);
mo.compile(catalogue);
const after = Object.keys(catalogue.translations[""]);
const written = po.compile(catalogue).toString();
console.log("gettext-parser 10.0.0", before, after);
if (!before.includes("ace") || after.includes("ace") || written.includes('"ace"')) process.exit(1);
EOF
node "$place/run.mjs"
