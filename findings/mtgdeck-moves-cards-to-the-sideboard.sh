#!/usr/bin/env bash
# Guess: a deck that is read and written again is the same, `4x Forest` are four Forests, and an empty
# line begins the sideboard.
# Real: a deck whose first line is of the sideboard is written with all cards behind `Sideboard`, so it
# has no main deck when it is read again; `4x Forest` are four cards `x Forest`; cards behind an empty
# line stay in the main deck.
# Who meets it: whoever converts lists of cards between programs.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check mtgdeck==0.2.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

import mtgdeck

deck = mtgdeck.loads("SB: 2 Duress\n4 Forest\n")
text = mtgdeck.dumps(deck)
print("mtgdeck", version("mtgdeck"), deck, repr(text), mtgdeck.loads(text), sep="\n")
assert deck[1] == ("Forest", {"count": 4})
assert mtgdeck.loads(text)[1] == ("Forest", {"count": 4, "section": "Sideboard"})
for line in ("4x Forest\n", "4 Forest\n\n2 Duress\n"):
    print(repr(line), mtgdeck.loads(line))
assert mtgdeck.loads("4x Forest\n") == [("x Forest", {"count": 4})]
assert all("section" not in of for _, of in mtgdeck.loads("4 Forest\n\n2 Duress\n"))
EOF
