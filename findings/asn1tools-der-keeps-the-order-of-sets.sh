#!/usr/bin/env bash
# Guess: DER has one encoding for one value, so a `SET OF` is sorted, whatever the order of the list.
# Real: asn1tools writes the items as given, so equal sets have two encodings; pyasn1 sorts them.
# Who meets it: whoever signs or hashes a hand of cards that is a set.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check asn1tools==0.169.0 pyasn1==0.6.5
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

import asn1tools
from pyasn1.codec.der import encoder
from pyasn1.type import univ

text = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN Hand ::= SET OF INTEGER END"
module = asn1tools.compile_string(text, "der")
hands = [3, 1, 2], [1, 2, 3]
written = [module.encode("Hand", hand).hex() for hand in hands]
print("asn1tools", version("asn1tools"), written)
assert written == ["3109020103020101020102", "3109020101020102020103"]
for hand in hands:
    group = univ.SetOf(componentType=univ.Integer())
    group.extend(hand)
    sorted_group = encoder.encode(group).hex()
    print("pyasn1", version("pyasn1"), hand, sorted_group)
    assert sorted_group == written[1]
EOF
