#!/usr/bin/env bash
# Guess: a translation that is marked `fuzzy` isn't compiled, as in msgfmt and polib.
# Real: it is compiled, so players read it.
# Who meets it: whoever merges new texts of cards into translations, which marks guesses as fuzzy.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" gettext-parser@10.0.0
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check polib==1.2.0
cat >"$place/de.po" <<'EOF'
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\n"

#, fuzzy
msgid "card"
msgstr "Karte"

msgid "deck"
msgstr "Stapel"
EOF
cat >"$place/run.mjs" <<'EOF'
import { readFileSync } from "fs";
import { mo, po } from "gettext-parser";

const compiled = mo.parse(mo.compile(po.parse(readFileSync(process.argv[2]))));
console.log("gettext-parser 10.0.0", Object.keys(compiled.translations[""]).join());
if (!compiled.translations[""].card) process.exit(1);
EOF
node "$place/run.mjs" "$place/de.po"
"$place/venv/bin/python" - "$place/de.po" <<'EOF'
import sys

import polib

polib.pofile(sys.argv[1]).save_as_mofile(sys.argv[1] + ".mo")
texts = [entry.msgid for entry in polib.mofile(sys.argv[1] + ".mo")]
print("polib 1.2.0", texts)
assert texts == ["deck"]
EOF
