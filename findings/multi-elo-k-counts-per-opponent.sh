#!/usr/bin/env bash
# Guess: of four newcomers with K 32, the winner gets 16 points, as of two: K is shared by the opponents.
# Real: in multi-elo and elo-calculator each opponent counts with the whole K: 48 points; in
# copiedmultielo places are worth even steps: 24. With two players all three agree.
# Who meets it: whoever copies K from one program to another, or compares ratings of larger tables.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check multi-elo==2.0.0 elo-calculator==0.1.1 copiedmultielo==0.3.1
echo "multi-elo 2.0.0, elo-calculator 0.1.1, copiedmultielo 0.3.1"
"$place/venv/bin/python" - <<'EOF'
from copiedMultielo import MultiElo
from elo_calculator import Entry, update_elos_for_group
from multi_elo import EloPlayer, calc_elo


def rated(seats):
    places = range(1, seats + 1)
    entries = [Entry(id=str(place), name="", place=place, input_elo=1500) for place in places]
    return (
        calc_elo([EloPlayer(place=place, elo=1500) for place in places], 32),
        [entry.output_elo for entry in update_elos_for_group(entries, 32)],
        [round(value) for value in MultiElo(k_value=32).get_new_ratings([1500] * seats)],
    )


for seats, expected in (
    (2, ([1516, 1484], [1516, 1484], [1516, 1484])),
    (4, ([1548, 1516, 1484, 1452], [1548, 1516, 1484, 1452], [1524, 1508, 1492, 1476])),
):
    found = rated(seats)
    print(seats, "players", *found)
    assert found == expected
EOF
