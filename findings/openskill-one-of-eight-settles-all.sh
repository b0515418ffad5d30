#!/usr/bin/env bash
# Guess: One match of eight players narrows their doubt (sigma 8.33) a little, to about 8.
# Real: in the model ThurstoneMostellerFull sigma falls to 0.083 for all eight and mu runs from
# 54.6 to -4.6, so later matches hardly count; the default model (PlackettLuce) stays above 8.1.
# Who meets it: whoever rates bots or players of a game for many players and compares the models.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('openskill',)))
from openskill.models import PlackettLuce, ThurstoneMostellerFull

for model in (ThurstoneMostellerFull(), PlackettLuce()):
    rated = [team[0] for team in model.rate([[model.rating()] for _ in range(8)])]
    print(type(model).__name__, [(round(each.mu, 2), round(each.sigma, 3)) for each in rated])
    sigmas = [each.sigma for each in rated]
    if isinstance(model, ThurstoneMostellerFull):
        assert max(sigmas) < 0.084, sigmas
        assert rated[0].mu > 54 and rated[-1].mu < -4
        again = [team[0] for team in model.rate([[each] for each in reversed(rated)])]
        print("after the reverse result", round(again[-1].mu, 2))
    else:
        assert min(sigmas) > 8.1, sigmas
EOF
