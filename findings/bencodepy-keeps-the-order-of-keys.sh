#!/usr/bin/env bash
# Guess: bencode has one text for one value: keys are sorted, and `True` is `i1e`.
# Real: bencodepy keeps the order in which a dictionary was made, and writes `True` as `iTruee`, which
# no reader knows. bencode2 sorts, and writes `i1e`.
# Who meets it: whoever hashes a state of a game by its bencode.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check bencodepy==0.9.5 bencode2==0.3.38
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

import bencode2
import bencodepy

states = {"b": 1, "a": True}, {"a": True, "b": 1}
for package, encode, seen in (
    ("bencodepy", bencodepy.encode, [b"d1:bi1e1:aiTrueee", b"d1:aiTruee1:bi1ee"]),
    ("bencode2", bencode2.bencode, [b"d1:ai1e1:bi1ee", b"d1:ai1e1:bi1ee"]),
):
    texts = [encode(state) for state in states]
    print(package, version(package), texts)
    assert texts == seen
EOF
