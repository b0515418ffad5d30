#!/usr/bin/env bash
# Guess: a count `"1"` from a form or a table is taken as 1, as by Intl and intl-messageformat.
# Real: no plural is looked up, so the key itself is shown: `card`.
# Who meets it: whoever translates counts read from CSV or a form.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" i18next@26.7.2 intl-messageformat@12.1.5
cat >"$place/run.mjs" <<'EOF'
import i18next from "i18next";
import { IntlMessageFormat } from "intl-messageformat";

const translation = { card_one: "{{count}} card", card_other: "{{count}} cards" };
await i18next.init({ lng: "en", showSupportNotice: false, resources: { en: { translation } } });
const format = new IntlMessageFormat("{n, plural, one {# card} other {# cards}}", "en");
const shown = [i18next.t("card", { count: 1 }), i18next.t("card", { count: "1" })];
console.log("i18next 26.7.2", shown, "intl-messageformat 12.1.5", format.format({ n: "1" }));
if (shown.join() !== "1 card,card" || format.format({ n: "1" }) !== "1 card") process.exit(1);
EOF
node "$place/run.mjs"
