#!/usr/bin/env bash
# Guess: A Go record without KM has one komi by the rules that it names, or none.
# Real: sgfmill reads 0.0, pysgf 6.5 (also with two handicap stones), GNU Go 5.5 (0.5 with them).
# Who meets it: whoever compares results of one record in two Go programs, or converts a
# collection of records.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 gnugo=3.8-11
dpkg -x gnugo_*.deb root
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check sgfmill==1.1.1 pysgf==1.0.0
printf '(;GM[1]FF[4]SZ[9];B[ee])' >even.sgf
printf '(;GM[1]FF[4]SZ[9]HA[2]AB[cc][gg];W[ee])' >handicap.sgf
echo "gnugo 3.8-11, sgfmill 1.1.1, pysgf 1.0.0"
seen=$(
  for record in even handicap; do
    printf '%s\n' "loadsgf $record.sgf" get_komi quit | root/usr/games/gnugo --mode gtp | sed -n 's/^=  /gnugo /p'
    venv/bin/python - "$record.sgf" <<'EOF'
import sys
from pathlib import Path

from pysgf import GoGame
from sgfmill.sgf import Sgf_game

text = Path(sys.argv[1]).read_text()
print("sgfmill", Sgf_game.from_string(text).get_komi())
print("pysgf", GoGame.parse_sgf(text).komi)
EOF
  done
)
echo "$seen"
test "$(tr '\n' ' ' <<<"$seen")" = 'gnugo 5.5 sgfmill 0.0 pysgf 6.5 gnugo 0.5 sgfmill 0.0 pysgf 6.5 '
