#!/usr/bin/env bash
# Guess: a draw, `1-1`, is still a draw after a record was read and written, and `[GameType "21"]` is read
# by the rules of that number.
# Real: py-draughts writes `[Result "*"]`, whatever it read, and no other tag; it reads each record
# as the class says, so a record of type 21 is refused. pydraughts keeps result, tags and type.
# Who meets it: whoever counts results, or corrects a collection of records.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
for package in py-draughts==1.10.1 pydraughts==0.6.7; do
  python3 -m venv "$place/${package%==*}"
  "$place/${package%==*}/bin/pip" install --quiet --disable-pip-version-check "$package"
  echo "$package"
done
cat >"$place/records.py" <<'EOF'
DRAW = '[Event "club"]\n[Result "1-1"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-1'
CHECKERS = '[GameType "21"]\n[Result "1-0"]\n\n1. 11-15 22-18 1-0'
EOF
cd "$place"
PYTHONPATH=$place py-draughts/bin/python - <<'EOF'
from draughts import Board
from records import CHECKERS, DRAW

written = Board.from_pdn(DRAW).pdn
try:
    refused = Board.from_pdn(CHECKERS) and ""
except ValueError as error:
    refused = str(error).splitlines()[0]
print("py-draughts", repr(written), refused)
assert '[Result "*"]' in written and written.endswith("*") and "club" not in written
assert "not legal" in refused
EOF
PYTHONPATH=$place pydraughts/bin/python - <<'EOF'
from draughts.PDN import PDNReader
from records import CHECKERS, DRAW

draw, checkers = (PDNReader(text).games[0] for text in (DRAW, CHECKERS))
print("pydraughts", draw.tags, draw.game_ending, checkers.variant)
assert draw.tags == {"Event": "club", "Result": "1-1"}
assert (draw.game_ending, checkers.variant) == ("1-1", "english")
EOF
