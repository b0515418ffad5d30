#!/usr/bin/env bash
# Guess: `vertex_enumeration` lists all extreme equilibria of a small game.
# Real: where payoffs are equal it loses some: of a game whose payoffs are all 0 it returns one pair
# of four; `pure_nash_brute` and `support_enumeration` return four.
# Who meets it: whoever solves card games and auctions as matrices: equal payoffs are common there.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check quantecon==0.11.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("quantecon",)))
import quantecon.game_theory as theory


def found(payoffs):
    game = theory.NormalFormGame(payoffs)
    pure = theory.pure_nash_brute(game)
    return len(pure), len(theory.support_enumeration(game)), len(theory.vertex_enumeration(game))


zero = found([[(0, 0), (0, 0)], [(0, 0), (0, 0)]])
partly = found([[(1, 1), (1, 1)], [(0, 0), (1, 2)]])
pennies = found([[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]])
print(zero, partly, pennies)
assert (zero, partly, pennies) == ((4, 4, 1), (3, 3, 1), (0, 1, 1))
EOF
