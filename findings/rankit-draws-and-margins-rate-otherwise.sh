#!/usr/bin/env bash
# Guess: a draw brings unequal ratings together, as in trueskill, and with K 10 a win between
# equals moves 5 points.
# Real: a draw leaves the means of TrueSkillRanker as they are; EloRanker weighs the difference of
# the scores: 1-0 moves 2 points, 5-0 3.5.
# Who meets it: whoever rates players by it and by another package.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check rankit==0.3.3 trueskill==0.4.5
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("rankit", "trueskill")))
import trueskill
from rankit.Ranker import EloRanker, TrueSkillRanker

ranker = TrueSkillRanker()
ranker.setup({"north": 2000, "south": 1000}, {"north": 500, "south": 500})
before = list(ranker.indexMiuLut)
ranker.update_single("north", "south", 1, 1)
after = list(ranker.indexMiuLut)
peer = trueskill.rate_1vs1(trueskill.Rating(33), trueskill.Rating(17), drawn=True)
print("rankit", before, after, "trueskill", peer)
assert before == after and peer[0].mu < 33 and peer[1].mu > 17
for goals in (1, 5):
    elo = EloRanker()
    elo.setup({"north": 1500, "south": 1500})
    moved = elo.update_single("north", "south", goals, 0)[0] - 1500
    print(goals, round(moved, 3))
    assert abs(moved - {1: 2.021, 5: 3.519}[goals]) < 0.001
EOF
