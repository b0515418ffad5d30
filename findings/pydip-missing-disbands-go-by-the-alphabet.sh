#!/usr/bin/env bash
# Guess: a power that names too few units to remove loses those farthest from home, as the rules of
# Diplomacy say.
# Real: it loses those whose place comes first in the alphabet, even at home.
# Who meets it: whoever compares games with missing orders.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pydip==0.1.8
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("pydip", version("pydip"))
from pydip.map.predefined.vanilla_dip import generate_starting_ownership_map
from pydip.player.unit import Unit, UnitTypes
from pydip.turn.adjustment import resolve_adjustment

army = UnitTypes.TROOP
units = {"France": {Unit(army, "Marseilles"), Unit(army, "Paris"), Unit(army, "Warsaw")}}
kept = resolve_adjustment(generate_starting_ownership_map(), {"France": -1}, units, [])["France"]
print("France must remove one of", units["France"], "and keeps", kept)
assert kept == {Unit(army, "Paris"), Unit(army, "Warsaw")}
EOF
