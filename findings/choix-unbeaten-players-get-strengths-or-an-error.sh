#!/usr/bin/env bash
# Guess: The two ways to fit one model agree on one list of results.
# Real: of three wins in three games `ilsr_pairwise` raises, and `opt_pairwise` returns 6.13 and
# -6.13, where its search stopped. Two pairs that never met are an error for one, and all equal
# for the other. `alpha=0.01` gives both an answer.
# Who meets it: whoever rates decks or players after few games: a number is no proof that one exists.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check choix==0.4.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "choix".split()))
import choix

unbeaten, apart = [(0, 1)] * 3, [(0, 1), (1, 0), (2, 3), (3, 2)]
found = choix.opt_pairwise(2, unbeaten), choix.opt_pairwise(4, apart)
print(*found)
assert found[0][0] > 5 and abs(found[1]).max() < 0.01
for games, number in ((unbeaten, 2), (apart, 4)):
    try:
        choix.ilsr_pairwise(number, games)
    except ValueError as error:
        print(error)
    else:
        raise AssertionError("it found strengths")
assert choix.ilsr_pairwise(2, unbeaten, alpha=0.01)[0] > 1
EOF
