#!/usr/bin/env bash
# Guess: As in the rules of Coup, the three coins of an assassination are gone when a Contessa
# blocks it.
# Real: coins are paid after the block only, so a blocked assassination costs nothing.
# Who meets it: whoever compares bots or chances: blocked players try again next turn.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pycoup==0.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pycoup",)))
import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(find_spec("pycoup").origin).parent))
from core import action, game, player


class Blocker(player.Player):
    def confirmBlock(self, active, opponent_action):
        return action.Contessa if opponent_action is action.Assassin else None


coins = []
for kind in (Blocker, player.Player):
    game.GameState.reset()
    assassin, target = player.Player(), kind()
    assassin.coins = 3
    done, message = assassin.play(action.Assassin, target)
    coins.append((done, assassin.coins, len(target.influence)))
    print(message)
print(coins)
assert coins == [(False, 3, 2), (True, 0, 1)]
EOF
