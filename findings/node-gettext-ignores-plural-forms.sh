#!/usr/bin/env bash
# Guess: the header `Plural-Forms` of the file decides which form a count takes.
# Real: node-gettext has a rule of its own for each language: with a header of one form, German
# still has two.
# Who meets it: translators of cards whose header differs from the built-in rule, and who see other
# texts in Python.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" node-gettext@3.0.1
cat >"$place/run.cjs" <<'EOF'
const Gettext = require("node-gettext");
const gettext = new Gettext();
const card = { msgid: "card", msgid_plural: "cards", msgstr: ["Karte", "Karten"] };
gettext.addTranslations("de", "game", {
  headers: { "plural-forms": "nplurals=1; plural=0;" },
  translations: { "": { card } },
});
gettext.setTextDomain("game");
gettext.setLocale("de");
const shown = [1, 2].map((count) => gettext.ngettext("card", "cards", count));
console.log("node-gettext 3.0.1", shown);
if (shown.join() !== "Karte,Karten") process.exit(1);
EOF
node "$place/run.cjs"
