#!/usr/bin/env bash
# Guess: An elimination of six gives the first two a bye in round 1, so that four are left.
# Real: round 1 has three matches, and the middle seed of the three winners is free in the
# semi-final; of five, seed 3 is free, and seed 2 in round 2. Twelve also become six, then three.
# Who meets it: whoever runs a cup whose number of players is not a power of two.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check cardarena-tournament-core==1.5.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("cardarena-tournament-core",)))
from cardarena_tournament_core import MatchupOutcome, Player, SingleElimination


def rounds(number):
    cup = SingleElimination([Player(str(seed), str(seed)) for seed in range(1, number + 1)])
    found = []
    while not found or len(found[-1].split()) > 1:
        current = cup.pair()
        pairs = [(match.player1.name, match.player2.name if match.player2 else "free") for match in current.matchups]
        found.append(" ".join("-".join(pair) for pair in pairs))
        for match in current.matchups:
            if match.player2:
                match.outcome = MatchupOutcome.PLAYER1_WINS
        cup.submit_results(current)
    return found


print(rounds(6), rounds(5))
assert rounds(6) == ["1-6 2-5 3-4", "1-3 2-free", "1-2"]
assert rounds(5) == ["1-5 2-4 3-free", "1-3 2-free", "1-2"]
EOF
