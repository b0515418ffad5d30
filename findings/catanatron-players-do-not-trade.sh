#!/usr/bin/env bash
# Guess: players may trade with each other, and choose which cards they give up at a seven.
# Real: there is no trade except with the bank and harbours, and giving up cards is one action for
# any hand: which cards go is drawn at random.
# Who meets it: whoever compares strategies or lengths of games with the printed rules.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check catanatron==3.2.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("catanatron",)))
import random
from collections import Counter

from catanatron import Color, Game, RandomPlayer

offered = Counter[str]()
choices = set[int]()


class Watched(RandomPlayer):
    def decide(self, game, playable_actions):
        kinds = {each.action_type.name for each in playable_actions}
        offered.update(kinds)
        if "DISCARD" in kinds:
            choices.add(len(playable_actions))
            assert playable_actions[0].value is None
        return super().decide(game, playable_actions)


random.seed(1)
for seed in range(5):
    Game([Watched(each) for each in (Color.RED, Color.BLUE, Color.WHITE)], seed=seed).play()
print(sorted(offered), "actions at a discard:", choices)
assert [each for each in offered if "TRADE" in each] == ["MARITIME_TRADE"]
assert choices == {1}
EOF
