"""Boxes to cut out, fold and glue, as large as the cards need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ruleslang.apps.printing.card_data import CannotPrint
from ruleslang.apps.printing.print_cards import MARGIN, PAPERS, Layout, Printed, sheet_of

ROOM = 1.5  # millimetres that a box has more than its cards, on each way
TAB, TONGUE = 12.0, 15.0


def tuck_boxes(data: Mapping[str, Any], layout: Layout, thickness: float) -> Printed:
    """Return a page with a box for all cards of each size, so thick. Raises `CannotPrint`."""
    many = Counter[tuple[int, int]]()
    for card in data["cards"]:
        many[card["size"][0], card["size"][1]] += card["copies"]
    boxes = [_box(size, number * thickness, layout) for size, number in many.items()]
    for box, number in zip(boxes, many.values(), strict=True):
        box["label"] = f"{number} × {box['card'][0]} × {box['card'][1]} mm"
    shown = {key: data[key] for key in ("game", "lang", "low_ink")}
    return sheet_of("tuckbox.typ", {**shown, "tab": TAB, "tongue": TONGUE, "boxes": boxes})


def _box(size: tuple[int, int], thick: float, layout: Layout) -> dict[str, Any]:
    """Return the inner size of a box, and its page: upright or not, whichever has room."""
    width, height, depth = size[0] + ROOM, size[1] + ROOM, max(4.0, thick + ROOM)
    wide, high = TAB + 2 * width + 2 * depth, TONGUE + 2 * depth + height
    upright = PAPERS[layout.paper]
    for page in (upright, upright[::-1]):
        if wide <= page[0] - 2 * MARGIN and high <= page[1] - 2 * MARGIN:
            inside = [width, height, round(depth, 1)]
            return {"card": [*size], "inside": inside, "page": [*page], "size": [wide, high]}
    raise CannotPrint(
        f"a box for these cards is {wide:.0f} x {high:.0f} mm when unfolded, which does not fit "
        f"on {layout.paper}: print a box for each KIND, or thinner cards with `--thickness`"
    )
