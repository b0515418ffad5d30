#!/usr/bin/env bash
# Guess: Odd chips of a split pot are given one by one, from the first seat left of the button on.
# Real: all go to the first of the winners: 35 split by three gives 13, 11 and 11.
# Who meets it: whoever checks a poker rulebook against pokerkit.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pokerkit==0.7.7
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('pokerkit',)))
from pokerkit import Automation, NoLimitTexasHoldem

manual = {Automation.HOLE_DEALING, Automation.BOARD_DEALING}
state = NoLimitTexasHoldem.create_state(
    tuple(each for each in Automation if each not in manual), True, 0, (1, 2), 2, [10, 10, 10, 5], 4
)
for hand in ("AsKs", "AhKh", "AdKd", "2c3d"):
    state.deal_hole(hand)
while state.actor_index is not None:
    if state.can_complete_bet_or_raise_to(10):
        state.complete_bet_or_raise_to(10)
    else:
        state.check_or_call()
for cards in ("QcJdTh", "4d", "5h"):
    state.deal_board(cards)
print("stacks", state.stacks)
assert list(state.stacks) == [13, 11, 11, 0]
EOF
