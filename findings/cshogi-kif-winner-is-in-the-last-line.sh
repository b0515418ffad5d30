#!/usr/bin/env bash
# Guess: `win` of a KIF record follows from its last move, a resignation or a loss on time.
# Real: it follows only from a line such as `まで2手で後手の勝ち`. Without that line it is `None` for a
# resignation too, and for a loss on time with or without it. python-shogi names the winner.
# Who meets it: whoever counts wins in records of shogi.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check cshogi==1.1.0 python-shogi==1.1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

import cshogi.KIF
import shogi.KIF

print("cshogi", version("cshogi"), "python-shogi", version("python-shogi"))
for end, last, win in (
    ("投了", "まで2手で後手の勝ち", 2),
    ("投了", "", None),
    ("切れ負け", "", None),
    ("切れ負け", "まで2手で時間切れにより後手の勝ち", None),
):
    text = f"""手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)
   2 ３四歩(33)
   3 {end}
{last}
"""
    seen = cshogi.KIF.Parser.parse_str(text).win
    other = shogi.KIF.Parser.parse_str(text)[0]["win"]
    print(end, last, "cshogi", seen, "python-shogi", other)
    assert (seen, other) == (win, "w")
EOF
