#!/usr/bin/env bash
# Guess: A tie of two newcomers leaves their ratings as they were.
# Real: `rating` of TrueSkillCompetitor is the careful estimate, mu less three sigma: a tie lifts
# both from 0 to 5.6, and a first loss costs less than 1.
# Who meets it: whoever swaps Elo for TrueSkill in a ladder: players climb by playing, not only by
# winning.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check elote==1.5.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('elote',)))
from elote import EloCompetitor, TrueSkillCompetitor

for kind in (EloCompetitor, TrueSkillCompetitor):
    one, other = kind(), kind()
    before = one.rating
    one.tied(other)
    print(kind.__name__, before, one.rating, other.rating)
    risen = one.rating - before
    assert (risen > 5) is (kind is TrueSkillCompetitor)
    assert one.rating == other.rating
EOF
