#!/usr/bin/env bash
# Guess: after the auction, the 52 cards are played, and the tricks taken are scored.
# Real: by default, the game ends with the auction: the contract is scored with the tricks that
# best play with open cards would take. With `use_double_dummy_result=false`, cards are played.
# Who meets it: whoever trains or compares the play of cards: there is none.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("open_spiel",)))
import random

import pyspiel


def length(name: str) -> tuple[int, int]:
    """The cards dealt, and the calls and cards of the players."""
    draw = random.Random(1)
    state = pyspiel.load_game(name).new_initial_state()
    dealt = played = 0
    while not state.is_terminal():
        dealt += state.is_chance_node()
        played += not state.is_chance_node()
        names = [state.action_to_string(each) for each in state.legal_actions()]
        state.apply_action(
            state.legal_actions()[names.index("1NT")]
            if "1NT" in names
            else state.legal_actions()[names.index("Pass")]
            if "Pass" in names
            else draw.choice(state.legal_actions())
        )
    return dealt, played


by_default, with_cards = length("bridge"), length("bridge(use_double_dummy_result=false)")
print("one no trump and three passes:", by_default, "with cards:", with_cards)
assert by_default == (52, 4)
assert with_cards == (52, 56)
EOF
