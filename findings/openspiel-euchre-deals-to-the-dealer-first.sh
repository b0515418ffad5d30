#!/usr/bin/env bash
# Guess: Euchre's deal begins to the left of the dealer, who may put away any card, as at a table.
# Real: the first card goes to the dealer, and every fourth after it; the card that was turned up
# can't be put away.
# Who meets it: whoever replays deals of another euchre program, or compares hands by their seats.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('open_spiel',)))
import pyspiel

state = pyspiel.load_game("euchre").new_initial_state()
state.apply_action(0)  # the dealer is North
for card in range(21):  # twenty are dealt, one is turned up
    state.apply_action(card)
north = str(state).split("\n\n")[1].splitlines()[:4]
print(*north, sep="\n")
first, turned = "CKQJT9", "CA"
assert "".join("".join(north).split()).endswith(first)
state.apply_action(state.legal_actions()[1])  # East orders it up
away = [state.action_to_string(state.current_player(), each) for each in state.legal_actions()]
print(state.current_player(), away)
assert state.current_player() == 0 and len(away) == 5 and turned not in away
EOF
