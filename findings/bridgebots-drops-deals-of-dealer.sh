#!/usr/bin/env bash
# Guess: two deals that `dealer` writes as PBN are read as two deals.
# Real: bridgebots drops both with a warning, and endplay refuses the counts at the end, unless `-v`
# leaves them out.
# Who meets it: whoever draws deals for problems with `dealer`, and studies them in Python.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 dealer=20211121+ds-1
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check bridgebots==0.0.12 endplay==0.5.12
printf 'hcp(north) >= 20\nproduce 2\naction printpbn\n' >"$place/strong"
deal() { "$place/root/usr/games/dealer" -s 7 "$@" "$place/strong"; }
deal >"$place/counted.pbn"
deal -v >"$place/plain.pbn"
echo "bridgebots==0.0.12"
"$place/venv/bin/python" - "$place/counted.pbn" "$place/plain.pbn" <<'EOF'
import logging
import sys
from pathlib import Path

from bridgebots import parse_pbn
from endplay.parsers import pbn

logging.disable(logging.CRITICAL)
counts = []
for path in map(Path, sys.argv[1:]):
    counts.append(len(parse_pbn(path)))
    try:
        counts.append(len(pbn.loads(path.read_text())))
    except pbn.PBNDecodeError as error:
        counts.append(str(error))
print(counts)
assert counts == [0, "Expected a tag", 0, 2]
EOF
