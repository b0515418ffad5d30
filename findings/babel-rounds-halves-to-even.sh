#!/usr/bin/env bash
# Guess: Babel and a browser's `Intl` format a number alike: 2.5 without digits is 3.
# Real: Babel rounds halves to even: 2.5 is 2 and 0.125 is 12%; 1500 is `2K`, and Spanish 1234
# `1.234`. Node.js says 3, 13%, 1.5K and 1234.
# Who meets it: odds and scores shown by a server and by a page.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check babel==2.19.0
cat >"$place/run.mjs" <<'EOF'
const format = (locale, number, options) => new Intl.NumberFormat(locale, options).format(number);
const seen = [
  format("en", 2.5, { maximumFractionDigits: 0 }),
  format("en", 0.125, { style: "percent" }),
  format("en", 1500, { notation: "compact" }),
  format("es", 1234),
];
console.log("Intl:", ...seen);
if (String(seen) !== "3,13%,1.5K,1234") process.exit(1);
EOF
echo "babel==2.19.0 Node.js $(node --version)"
node "$place/run.mjs"
"$place/venv/bin/python" - <<'EOF'
from babel.numbers import format_compact_decimal, format_decimal, format_percent

seen = [
    format_decimal(2.5, "#", locale="en"),
    format_percent(0.125, locale="en"),
    format_compact_decimal(1500, locale="en"),
    format_decimal(1234, locale="es"),
]
print("Babel:", *seen)
assert seen == ["2", "12%", "2K", "1.234"]
EOF
