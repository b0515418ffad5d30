#!/usr/bin/env bash
# Guess: a hand that is exported and imported ends with the same chips at each seat.
# Real: the history counts seats from the button: the winner of seat 2 is in seat 1 after importing.
# Who meets it: whoever keeps hands as files and adds up winnings by seat.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check texasholdem==0.11.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "texasholdem".split()))
import random
import tempfile

from texasholdem import ActionType, TexasHoldEm

for seed in range(20):
    random.seed(seed)
    game = TexasHoldEm(buyin=500, big_blind=5, small_blind=2, max_players=3)
    game.start_hand()
    while game.is_hand_running():
        types = game.get_available_moves().action_types
        game.take_action(ActionType.CALL if ActionType.CALL in types else ActionType.CHECK)
    button, played = game.btn_loc, [player.chips for player in game.players]
    path = game.export_history(tempfile.mkdtemp())
    *_, last = TexasHoldEm.import_history(path)
    read = [player.chips for player in last.players]
    if button and len({*played}) > 1:
        break
print(button, played, read)
assert read == [played[(seat + button) % 3] for seat in range(3)] and read != played
EOF
