#!/usr/bin/env bash
# Guess: of two players the dealer pays the small blind, and acts first before the flop.
# Real: the dealer pays the big blind, and acts second before the flop.
# Who meets it: bots for two players, and odds by position.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pypokerengine==1.0.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "pypokerengine".split()))
from pypokerengine.api.game import setup_config, start_poker
from pypokerengine.players import BasePokerPlayer

seen = []


class Caller(BasePokerPlayer):
    def declare_action(self, valid_actions, hole_card, round_state):
        keys = ("street", "dealer_btn", "big_blind_pos", "next_player")
        seen.append([round_state[key] for key in keys])
        return "call", valid_actions[1]["amount"]

    def ignore(self, *messages):
        pass

    receive_game_start_message = receive_round_start_message = ignore
    receive_street_start_message = receive_game_update_message = ignore
    receive_round_result_message = ignore


config = setup_config(max_round=1, initial_stack=100, small_blind_amount=5)
for name in ("Ann", "Ben"):
    config.register_player(name, Caller())
start_poker(config, verbose=0)
street, dealer, big_blind, first = seen[0]
print(street, dealer, big_blind, first)
assert street == "preflop" and dealer == big_blind != first
EOF
