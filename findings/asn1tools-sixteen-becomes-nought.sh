#!/usr/bin/env bash
# Guess: a value outside its range is refused: 16 for `INTEGER (0..10)`.
# Real: nothing is checked by default. DER keeps 16; packed (UPER), where the range has four bits, 16 is
# read back as 0, without a word. `encode(…, check_constraints=True)` refuses it.
# Who meets it: whoever packs moves or cards with a schema, and trusts its ranges.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check asn1tools==0.169.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

import asn1tools

text = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN Card ::= INTEGER (0..10) END"
print("asn1tools", version("asn1tools"))
for rules, seen in (("der", [10, 11, 16]), ("uper", [10, 11, 0])):
    module = asn1tools.compile_string(text, rules)
    read = [module.decode("Card", module.encode("Card", card)) for card in (10, 11, 16)]
    print(rules, "10, 11 and 16 come back as", read)
    assert read == seen
    try:
        module.encode("Card", 16, check_constraints=True)
    except asn1tools.ConstraintsError as problem:
        print(rules, "with check_constraints:", problem)
    else:
        raise AssertionError("16 passes the check")
EOF
