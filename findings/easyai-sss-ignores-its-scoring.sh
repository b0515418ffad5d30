#!/usr/bin/env bash
# Guess: SSS and DUAL search with the scoring that they are given, as Negamax does.
# Real: they always ask the game's own `scoring`: they choose by that, or fail where the game has
# none.
# Who meets it: whoever compares scorings, or lets the two search a game whose scoring is in the
# search.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check easyAI==2.0.12 numpy==2.3.5
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("easyAI",)))
from easyAI import DUAL, SSS, AI_Player, Negamax, TwoPlayerGame


class Pick(TwoPlayerGame):
    def __init__(self):
        self.players = [AI_Player(None), AI_Player(None)]
        self.current_player = 1
        self.picked = None

    def possible_moves(self):
        return ["low", "high"]

    def make_move(self, move):
        self.picked = move

    def is_over(self):
        return self.picked is not None

    def scoring(self):
        return 0


def high(game):  # for the player after the pick
    return -100 if game.picked == "high" else 0


found = [search(1, scoring=high)(Pick()) for search in (Negamax, SSS, DUAL)]
print(found)
assert found == ["high", "low", "low"]
EOF
