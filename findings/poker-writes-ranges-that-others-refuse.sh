#!/usr/bin/env bash
# Guess: a range that `poker` writes is read by pokerkit and eval7, as `QQ+` is.
# Real: it shortens `22-44` to `44-` and `A5s-A2s` to `A5s-`, which both refuse.
# Who meets it: whoever moves ranges of hands from one library to another.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check poker==0.30.0 pokerkit==0.7.7 eval7==0.1.11 "setuptools<80"
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "poker pokerkit eval7 setuptools".split()))
import eval7
import pokerkit
from poker import Range

written = [str(Range(text)) for text in ("QQ+", "22-44", "A5s-A2s")]
read = []
for reader in (pokerkit.parse_range, eval7.HandRange):
    for text in written:
        try:
            read.append(len(reader(text)))
        except (ValueError, eval7.rangestring.RangeStringError):
            read.append(None)
print(written, read)
assert written == ["QQ+", "44-", "A5s-"] and read == [18, None, None] * 2
EOF
