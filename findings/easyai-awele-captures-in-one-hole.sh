#!/usr/bin/env bash
# Guess: In Awele a last seed that makes two or three in a hole of the opponent captures them.
# Real: only in the first hole of a side: elsewhere nothing is captured, because a division isn't
# whole since Python 3; so it is in `AweleTactical`.
# Who meets it: whoever compares an oware of their own with it: games end at a few points.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check easyAI==2.0.12 numpy==2.3.5
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("easyAI",)))
from types import SimpleNamespace

from easyAI.games.Awele import Awele


def taken(seeds):
    game = Awele([SimpleNamespace(), SimpleNamespace()])
    game.board = [4, 4, 4, 4, 4, seeds] + [1] * 6
    game.make_move("f")
    return game.players[0].score


found = [taken(seeds) for seeds in (1, 2, 3)]
print(found)
assert found == [2, 0, 0]
EOF
