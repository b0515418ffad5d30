#!/usr/bin/env bash
# Guess: `write_text` writes `^` and `~`, with which commands begin, in another form.
# Real: it writes them as they are, so a printer reads `2^3` as the text 2 and a command. Lengths are
# cut to whole dots: 0.3 mm are 3 dots, not 4.
# Who meets it: whoever prints texts of cards on a label printer.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check zpl==0.1.13
"$place/venv/bin/python" - <<'EOF2'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("zpl",)))
from zpl import Label

label = Label(88, 63)
label.origin(0.3, 0.3)
label.write_text("costs 2^3", char_height=2, char_width=2)
label.endorigin()
print(label.dumpZPL())
assert label.dumpZPL() == "^XA^PW756^LL1056^FO3,3^A0N,24,24^FDcosts 2^3^FS^XZ"
EOF2
