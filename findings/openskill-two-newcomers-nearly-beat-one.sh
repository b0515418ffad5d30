#!/usr/bin/env bash
# Guess: For one newcomer against a team of two newcomers, `predict_win` gives the pair about
# three quarters.
# Real: it gives the pair 95 %, because skills of a team are added; after a win of the single
# player the pair loses over three times what it would have gained.
# Who meets it: designers of one-against-many games who judge balance with a rating library.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('openskill',)))
from openskill.models import PlackettLuce

model = PlackettLuce()
one, pair = [model.rating()], [model.rating(), model.rating()]
odds = model.predict_win([one, pair])
as_expected = model.rate([pair, one])[1][0].mu - 25
upset = model.rate([one, pair])[0][0].mu - 25
print("odds", odds, "loser's change", as_expected, "winner's change in an upset", upset)
assert 0.945 < odds[1] < 0.947
assert upset > 3 * -as_expected
EOF
