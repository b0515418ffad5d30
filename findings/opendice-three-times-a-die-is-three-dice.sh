#!/usr/bin/env bash
# Guess: `3*d6` is three times one die: 3, 6, 9 to 18, as in AnyDice, after which it is modelled.
# Real: opendice rolls three dice and adds them up, for `3*d6`, `d6*3` and `3 * d(6)`; `2*(d6+1)` adds
# two rolls. icepool and lea multiply. In lea, moreover, `d + d` is twice one die, elsewhere two dice.
# Who meets it: whoever works out double damage: the mean agrees, the spread doesn't.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check opendice==0.2.0 icepool==2.1.3 lea==4.4.0
echo "opendice 0.2.0, icepool 2.1.3, lea 4.4.0"
"$place/venv/bin/python" - <<'EOF'
import icepool
import lea
import opendice

die, other, third = opendice.d(6), icepool.d(6), lea.interval(1, 6)
found = {
    "opendice 3*d6": [value for value in range(1, 40) if opendice.parse("3*d6").prob(value)],
    "opendice d6*3": [value for value in range(1, 40) if opendice.parse("d6*3").prob(value)],
    "opendice 3 * d(6)": [value for value in range(1, 40) if (3 * die).prob(value)],
    "opendice 2*(d6+1)": [value for value in range(1, 40) if opendice.parse("2*(d6+1)").prob(value)],
    "icepool 3 * d(6)": list((3 * other).outcomes()),
    "lea 3 * d": list((3 * third).support()),
    "opendice d + d": [value for value in range(1, 40) if (die + die).prob(value)],
    "icepool d + d": list((other + other).outcomes()),
    "lea d + d": list((third + third).support()),
}
for name, values in found.items():
    print(name, values)
three, thrice, two, twice = [*range(3, 19)], [*range(3, 19, 3)], [*range(2, 13)], [*range(2, 13, 2)]
expected = [three, three, three, [*range(4, 15)], thrice, thrice, two, two, twice]
assert list(found.values()) == expected
EOF
