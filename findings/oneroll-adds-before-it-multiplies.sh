#!/usr/bin/env bash
# Guess: `1+2*3` is 7, and `2^3^2` 512 or 64.
# Real: all operators have one rank and go from left to right: `1+2*3` is 9, `10-4/2` is 3 and
# `-2^2` is 4. Brackets help, and d20, dice and rpg-dice-roller multiply first.
# Who meets it: whoever writes `1d6+2*3` as damage plus a critical bonus.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check oneroll==1.3.5 d20==1.1.2
echo "oneroll 1.3.5, d20 1.1.2"
"$place/venv/bin/python" - <<'EOF'
import d20
import oneroll

for text, expected in (("1+2*3", (9, 7)), ("10-4/2", (3, 8)), ("1+(2*3)", (7, 7)), ("2*3+1", (7, 7))):
    found = oneroll.roll(text)["total"], d20.roll(text).total
    print(text, "oneroll", found[0], "d20", found[1])
    assert found == expected
power = oneroll.roll("2^3^2")["total"], oneroll.roll("-2^2")["total"]
print("2^3^2", power[0], "-2^2", power[1])
assert power == (64, 4)
EOF
