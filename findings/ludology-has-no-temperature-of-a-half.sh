#!/usr/bin/env bash
# Guess: the temperature of 1/2 is -1/2 and its mean 1/2, as in Winning Ways and pycgt.
# Real: ludology prints a half as the one character that it cannot read back: both raise a ValueError,
# also for the switch {2|1}, whose mean is 3/2. Games whose numbers are all whole work.
# Who meets it: whoever studies the temperatures of a game's ends.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check ludology==0.1.2 pycgt==0.2.0
echo "ludology 0.1.2, pycgt 0.2.0"
"$place/venv/bin/python" -W ignore - <<'EOF'
import pycgt
from ludology import Game
from ludology.thermography import mean, temperature

texts = ("0", "1/2", "{1|-1}", "{2|1}")
games = (Game(0), Game({0}, {1}), Game({Game(1)}, {Game(-1)}), Game({Game(2)}, {Game(1)}))
found = []
for text, game in zip(texts, games):
    parsed = pycgt.parse(text)
    row = [str(pycgt.temperature(parsed)), str(pycgt.mean(parsed))]
    for measure in (temperature, mean):
        try:
            row.append(float(measure(game)))
        except ValueError:
            row.append("error")
    found.append(row)
    print(text, "pycgt", row[:2], "ludology", row[2:])
assert found == [
    ["-1", "0", -1.0, 0.0],
    ["-1/2", "1/2", "error", "error"],
    ["1", "0", 1.0, 0.0],
    ["1/2", "3/2", "error", "error"],
]
EOF
