#!/usr/bin/env bash
# Guess: the bid "two twos" fails where the dice are a 2 and a 6.
# Real: it holds: the highest face is wild and counts as every other, by default.
# Who meets it: whoever compares odds and bids with a liar's dice without wild faces.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("open_spiel",)))
import pyspiel


def bidder_wins(first: int, second: int) -> bool:
    state = pyspiel.load_game("liars_dice").new_initial_state()
    for name in (f"Roll {first}", f"Roll {second}", "2-2", "Liar"):
        state.apply_action(
            next(each for each in state.legal_actions() if state.action_to_string(each) == name)
        )
    return state.returns() == [1.0, -1.0]


found = [(second, bidder_wins(2, second)) for second in range(1, 7)]
print("a 2 and", found)
assert found == [(1, False), (2, True), (3, False), (4, False), (5, False), (6, True)]
EOF
