#!/usr/bin/env bash
# Guess: a CSV of one column of times has no delimiter, as one of names has none.
# Real: the delimiter is `:`; of texts with one semicolon it is `;`, of names with one space the
# space.
# Who meets it: whoever reads lists of cards, texts or times from files of one column.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check clevercsv==0.8.5
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("clevercsv",)))
import clevercsv


def delimiter(*lines):
    return clevercsv.Sniffer().sniff("".join(f"{line}\n" for line in lines)).delimiter


found = [
    delimiter("name", "wolf", "bear"),
    delimiter("time", "12:30", "13:45"),
    delimiter("text", "Draw 2; then discard", "Draw 1; win"),
    delimiter("card name", "big wolf", "old bear"),
]
print(found)
assert found == ["", ":", ";", " "]
EOF
