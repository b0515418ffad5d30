#!/usr/bin/env bash
# Guess: `get_tile_gid` returns the number that the map file has for the tile.
# Real: PyTMX numbers tiles again, in the order in which the map uses them: 5 and 9 are 1 and 2. The
# numbers of the file are in `tiledgidmap`.
# Who meets it: whoever gives terrain to the tile numbers of a map drawn in Tiled: one more tile in
# the first row changes all of them.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check PyTMX==3.32
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("PyTMX",)))
from pathlib import Path
from tempfile import TemporaryDirectory

from pytmx import TiledMap

SHEET = """<?xml version="1.0"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down" width="3" height="1"
 tilewidth="16" tileheight="16" infinite="0">
 <tileset firstgid="1" name="land" tilewidth="16" tileheight="16" tilecount="9" columns="3">
  <image source="land.png" width="48" height="48"/>
 </tileset>
 <layer id="1" name="ground" width="3" height="1"><data encoding="csv">ROW</data></layer>
</map>"""


def numbers(row: str) -> tuple[list[int], list[int]]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "land.tmx")
        path.write_text(SHEET.replace("ROW", row))
        land = TiledMap(str(path))
    found = [land.get_tile_gid(column, 0, 0) for column in range(3)]
    return found, [land.tiledgidmap[each] for each in found]


for row, wanted in (("5,9,5", [1, 2, 1]), ("9,5,5", [1, 2, 2])):
    found, of_file = numbers(row)
    print("in the file", row, "get_tile_gid", found, "tiledgidmap", of_file)
    assert found == wanted
    assert of_file == [int(each) for each in row.split(",")]
EOF
