#!/usr/bin/env bash
# Guess: A tournament report that was read is written with all its lines.
# Real: of extension lines with one name the last counts: of two forbidden pairs (`XXP`) one is
# left.
# Who meets it: whoever edits a report by program before pairing the next round: two players who
# must not meet may meet.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check trf==1.1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("trf",)))
import trf

players = [trf.Player(startrank=i, name=f"Player {i}", rating=2000 - i) for i in (1, 2, 3, 4)]
text = trf.dumps(trf.Tournament(name="Spring", players=players)) + "XXP 1 2\nXXP 3 4\n"
again = trf.dumps(trf.loads(text))
pairs = [[line for line in each.splitlines() if line.startswith("XX")] for each in (text, again)]
print(pairs)
assert pairs == [["XXP 1 2", "XXP 3 4"], ["XXP 3 4"]]
EOF
