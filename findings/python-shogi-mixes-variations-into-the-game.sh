#!/usr/bin/env bash
# Guess: of a KIF record, the main line is read, and the variations behind it are left out.
# Real: python-shogi and cshogi add the moves of a variation to the game. python-shogi also leaves out
# a move with `+`, as programs mark one that has variations: a game that Black won in three moves has
# four, and White wins.
# Who meets it: whoever reads annotated records of shogi, here one written by tsshogi.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" tsshogi@2.2.0
cat >"$place/plain.kif" <<'EOF'
手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)
   2 ３四歩(33)
   3 ２六歩(27)
   4 投了

変化：3手
   3 ６六歩(67)
   4 ８四歩(83)
   5 投了
EOF
cat >"$place/run.mjs" <<'EOF'
import { readFileSync, writeFileSync } from "node:fs";
import { exportKIF, importKIF } from "tsshogi";
const [, , source, target] = process.argv;
const record = importKIF(readFileSync(source, "utf8"));
console.log("tsshogi@2.2.0", record.moves.slice(1).map((move) => move.displayText).join(" "));
writeFileSync(target, exportKIF(record, { returnCode: "\n" }));
EOF
node "$place/run.mjs" "$place/plain.kif" "$place/marked.kif"
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check python-shogi==1.1.1 cshogi==1.1.0
"$place/venv/bin/python" - "$place" <<'EOF'
import sys
from importlib.metadata import version
from pathlib import Path

import cshogi
import cshogi.KIF
from shogi import KIF


def seen(text: str) -> tuple[list[str], str]:
    game = KIF.Parser.parse_str(text)[0]
    return game["moves"], game["win"]


def seen_by_cshogi(text: str) -> list[str]:
    return [cshogi.move_to_usi(move) for move in cshogi.KIF.Parser.parse_str(text).moves]


plain, marked = ((Path(sys.argv[1]) / name).read_text("utf-8") for name in ("plain.kif", "marked.kif"))
alone = plain.partition("変化")[0]
found = [seen(text) for text in (alone, plain, marked)]
print("python-shogi", version("python-shogi"), *found, sep="\n")
main, other = ["7g7f", "3c3d", "2g2f"], ["6g6f", "8c8d"]
assert found[0] == (main, "b")
assert found[1][0] == main + other
assert found[2] == (main[:2] + other, "w")
others = [seen_by_cshogi(text) for text in (alone, plain, marked)]
print("cshogi", version("cshogi"), *others, sep="\n")
assert others == [main, main + other, main + other]
EOF
