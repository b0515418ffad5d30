#!/usr/bin/env bash
# Guess: `ArcLine` from 0 to 90 degrees is the quarter from the right to the bottom, as y goes down,
# and `Arc` is too.
# Real: `ArcLine` turns the other way: its quarter goes from the right to the top. `Arc` ends at the
# bottom, but goes there through the top, three quarters; with `cw=True` it is the quarter.
# Who meets it: whoever draws dials and score tracks.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check \
    drawsvg==2.4.2 svgpathtools==1.8.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("drawsvg", "svgpathtools")))
import re

import drawsvg
from svgpathtools import parse_path


def drawn(part: drawsvg.DrawingElement) -> str:
    drawing = drawsvg.Drawing(30, 30)
    drawing.append(part)
    return drawing.as_svg()


def middle(**how: bool) -> tuple[int, int, int]:
    """The middle of an arc of radius 10, and its length."""
    path = parse_path(re.search(r' d="([^"]+)"', drawn(drawsvg.Arc(0, 0, 10, 0, 90, **how)))[1])
    point = path.point(0.5)
    return round(point.real), round(point.imag), round(path.length())


line = drawn(drawsvg.ArcLine(0, 0, 10, 0, 90))
dashes = [round(float(each)) for each in re.search(r'dasharray="([^"]+)"', line)[1].split()]
shift = round(float(re.search(r'dashoffset="([-\d.]+)"', line)[1]))
print(dashes, shift, middle(), middle(cw=True))
# A circle begins at the right and goes on to the bottom: 16 of its 63 are drawn after the first 47.
assert (dashes, shift) == ([16, 47], -47)
assert (middle(), middle(cw=True)) == ((-7, -7, 47), (7, 7, 16))
EOF
