#!/usr/bin/env bash
# Guess: the SVG of a drawing in inches shows a card of 2.5 by 3.5 inches, and a block in
# millimetres fits a drawing in inches.
# Real: a unit of the drawing is a millimetre on the page, whatever `units` says (a new drawing says
# metres), and a block keeps its numbers.
# Who meets it: whoever sends outlines of cards and boxes to a cutter.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check ezdxf==1.4.5 pillow==13.0.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("ezdxf", "pillow")))
import re

import ezdxf
from ezdxf import bbox
from ezdxf.addons.drawing import Frontend, RenderContext, layout, svg

INCHES, MILLIMETRES, METRES = 1, 4, 6


def page(units):
    drawing = ezdxf.new(units=units)
    card = [(0, 0), (2.5, 0), (2.5, 3.5), (0, 3.5)]
    drawing.modelspace().add_lwpolyline(card, close=True)
    backend = svg.SVGBackend()
    Frontend(RenderContext(drawing), backend).draw_layout(drawing.modelspace())
    text = backend.get_string(layout.Page(0, 0, layout.Units.mm))
    return re.search(r'width="([^"]+)" height="([^"]+)"', text).groups()


drawing = ezdxf.new(units=INCHES)
block = drawing.blocks.new("CARD")
block.units = MILLIMETRES
block.add_lwpolyline([(0, 0), (63, 0)])
drawing.modelspace().add_blockref("CARD", (0, 0))
width = bbox.extents(drawing.modelspace()).size.x
found = {units: page(units) for units in (INCHES, MILLIMETRES, METRES)}
print(found, width, ezdxf.new().units)
assert set(found.values()) == {("2.5mm", "3.5mm")}
assert (width, ezdxf.new().units) == (63, METRES)
EOF
