#!/usr/bin/env bash
# Guess: a property of type `object` is the object's number, as one of type `int` is a number.
# Real: it is a text, "7", which equals no `id`; properties of the other types are converted.
# Who meets it: whoever links doors, spaces or stacks of a Tiled map to each other.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pytiled-parser==2.2.9
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pytiled-parser",)))
import tempfile
from pathlib import Path

import pytiled_parser

TMX = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.10.2" orientation="orthogonal"
 renderorder="right-down" width="1" height="1" tilewidth="32" tileheight="32" infinite="0"
 nextlayerid="2" nextobjectid="9">
 <properties>
  <property name="door" type="object" value="7"/>
  <property name="size" type="int" value="7"/>
 </properties>
 <objectgroup id="1" name="doors"><object id="7" x="1" y="2"><point/></object></objectgroup>
</map>
"""
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder, "map.tmx")
    path.write_text(TMX, "utf-8")
    tiled = pytiled_parser.parse_map(path)
number = tiled.layers[0].tiled_objects[0].id
print(tiled.properties, number)
assert tiled.properties == {"door": "7", "size": 7.0} and number == 7
EOF
