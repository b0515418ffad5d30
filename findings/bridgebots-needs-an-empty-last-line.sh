#!/usr/bin/env bash
# Guess: A PBN file may end after its last line.
# Real: without an empty line after it, the auction of the last board is four passes and its play
# is lost, with a warning in the log; deal, contract and result are right.
# Who meets it: whoever writes PBN by a program: the last board of each file loses its bidding.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check bridgebots==0.0.12
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("bridgebots",)))
import logging
import tempfile
from pathlib import Path

import bridgebots

logging.disable()
BOARD = """[Board "1"]
[West "w"]
[North "n"]
[East "e"]
[South "s"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQ2.432.5432.32 JT98.A65.AK6.765 543.KQJ.QJT.AKQJ 76.T987.987.T984"]
[Declarer "S"]
[Contract "3NT"]
[Result "9"]
[Score "NS 400"]
[Auction "N"]
Pass Pass 1NT Pass
3NT Pass Pass Pass
[Play "W"]
HT H2 HA HJ
*
"""


def read(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "boards.pbn"
        path.write_text(text)
        (deal,) = bridgebots.parse_pbn(path)
    record = deal.board_records[0]
    return record.bidding_record[:4], len(record.play_record), record.tricks


bare, spaced = read(BOARD), read(BOARD + "\n")
print(bare, spaced)
assert bare == (["PASS", "PASS", "PASS", "PASS"], 0, 9)
assert spaced == (["PASS", "PASS", "1NT", "PASS"], 4, 9)
EOF
