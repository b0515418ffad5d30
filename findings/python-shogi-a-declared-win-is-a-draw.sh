#!/usr/bin/env bash
# Guess: in a CSA record, the side to move wins with `%KACHI`, its declaration of a win.
# Real: `win` is `-`, as for repetitions and draws; in a KIF record it is None, as for games that
# were broken off.
# Who meets it: whoever counts results of records of computer shogi.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check python-shogi==1.1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("python-shogi",)))
import shogi.CSA
import shogi.KIF

csa = "V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n-3334FU\n{}\n"
kif = """手合割：平手
先手：A
後手：B
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:01/00:00:01)
   2 ３四歩(33)   ( 0:02/00:00:02)
   3 {}
"""
ends = ("%TORYO", "%KACHI", "%SENNICHITE")
in_csa = [shogi.CSA.Parser.parse_str(csa.format(end))[0]["win"] for end in ends]
ends = ("投了", "入玉勝ち", "中断")
in_kif = [shogi.KIF.Parser.parse_str(kif.format(end))[0]["win"] for end in ends]
print(in_csa, in_kif)
assert in_csa == ["w", "-", "-"] and in_kif == ["w", None, None]
EOF
