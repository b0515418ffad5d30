#!/usr/bin/env bash
# Guess: `4d6dl1` rolls four dice and drops the lowest: 3 to 18.
# Real: in yadr `dl` is another way of rolling: so many dice, of which the lowest is kept. `4d6dl1` rolls
# 4d6 dice of one face, and is always 1, as `4d6dh1` is; no error. `4dl6` is the lowest of four.
# In pyhedrals, dicetray and oneroll the same text drops a die.
# Who meets it: whoever copies formulas for abilities from another program.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check yadr==0.1.6 pyhedrals==0.2.0 dicetray==2.1.1 oneroll==1.3.5
echo "yadr 0.1.6, pyhedrals 0.2.0, dicetray 2.1.1, oneroll 1.3.5"
"$place/venv/bin/python" - <<'EOF'
import oneroll
import pyhedrals
import yadr
from dicetray import Dicetray

rollers = {
    "yadr": yadr.roll,
    "pyhedrals": lambda text: pyhedrals.DiceRoller().parse(text).result,
    "dicetray": lambda text: Dicetray(text).roll(),
    "oneroll": lambda text: oneroll.roll(text)["total"],
}
for name, roll in rollers.items():
    rolled = {roll("4d6dl1") for _ in range(300)}
    print(name, "4d6dl1", min(rolled), "to", max(rolled), "4d1dl1", roll("4d1dl1"))
    if name == "yadr":
        assert rolled == {1} == {yadr.roll("4d6dh1") for _ in range(300)}
        assert {yadr.roll("4dl6") for _ in range(300)} > {1, 2}
    else:
        assert max(rolled) > 12 and roll("4d1dl1") == 3
EOF
