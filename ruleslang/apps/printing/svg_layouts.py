"""
Layouts drawn as SVG: each rectangle is named after the part of a card set there.

The file is a stranger's: entities and everything that names another file are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any
from xml.etree.ElementTree import Element, ParseError, fromstring

from ruleslang.library.pictures import BadPicture, check_picture
from ruleslang.program.looks import six_digits

LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
BOX = ("x", "y", "width", "height")
LINKED = ("image", "feImage", "script", "foreignObject")
MOST_PLACES = 200
DIGITS = r"([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)"
MOVED = re.compile(rf"\s*translate\(\s*{DIGITS}(?:[\s,]+{DIGITS})?\s*\)\s*")
NUMBER = re.compile(rf"\s*{DIGITS}\s*(?:px|mm|pt|cm|in)?\s*")
COLOUR = re.compile(r"#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def places_of(path: str, data: bytes) -> list[dict[str, Any]]:
    """
    Return the named rectangles of a layout, as shares of its width and height.

    Rectangles that are turned or scaled are left out. Raises `BadPicture`.
    """
    check_picture(path, data)
    try:
        root = fromstring(data)
    except ParseError as problem:
        raise BadPicture(f"the layout `{path}` is not an SVG file: {problem}") from None
    _refuse_links(path, root)
    sides = "0", "0", root.get("width", ""), root.get("height", "")
    view = _numbers(root.get("viewBox", "").replace(",", " ").split() or sides)
    if len(view) != 4 or min(view[2:]) <= 0:
        raise BadPicture(f"the layout `{path}` has neither a `viewBox` nor a width and height")
    left, top, wide, high = view
    places = []
    for element, x, y in _moved_elements(root):
        box = _numbers(element.get(key, "0" if key in "xy" else "") for key in BOX)
        if element is root or len(box) != 4:
            continue
        shares = (box[0] + x - left) / wide, (box[1] + y - top) / high, box[2] / wide, box[3] / high
        place = {**dict(zip(BOX, shares, strict=True)), **_letters(path, element, high)}
        names = filter(None, {element.get("id"), element.get(LABEL)})
        places += [{"name": name, **place} for name in names]
    if len(places) > MOST_PLACES:
        raise BadPicture(f"the layout `{path}` has more than {MOST_PLACES} named rectangles")
    return places


def _refuse_links(path: str, root: Element) -> None:
    for element in root.iter():
        links = [value for key, value in element.items() if key.rpartition("}")[2] == "href"]
        if element.tag.rpartition("}")[2] in LINKED or any(not to.startswith("#") for to in links):
            raise BadPicture(f"the layout `{path}` names other files: draw everything in it")


def _moved_elements(root: Element) -> Iterator[tuple[Element, float, float]]:
    """Yield all elements that are only moved, and by how much."""
    left = [(root, 0.0, 0.0)]
    while left:
        element, x, y = left.pop()
        moved = MOVED.fullmatch(element.get("transform") or "translate(0)")
        if moved is not None:
            x, y = x + float(moved[1]), y + float(moved[2] or 0)
            yield element, x, y
            left += [(child, x, y) for child in element]


def _letters(path: str, element: Element, high: float) -> dict[str, Any]:
    """Return how a place sets its text: largest size as a share of the height, colour, side."""
    style = dict(
        part.split(":", 1) for part in (element.get("style") or "").split(";") if ":" in part
    )
    given = {key.strip(): value.strip() for key, value in style.items()}
    size, colour, anchor = (
        given.get(key) or element.get(key) or "" for key in ("font-size", "color", "text-anchor")
    )
    digits = six_digits(colour)
    if not COLOUR.fullmatch(digits or "#000"):
        raise BadPicture(f"the layout `{path}` has the colour `{colour[:40]}`: write `#a04030`")
    return {"size": sum(_numbers((size,))) / high, "colour": digits, "anchor": anchor}


def _numbers(texts: Iterable[str]) -> tuple[float, ...]:
    """Return the numbers of these texts, without their units; none for any other text."""
    return tuple(float(found[1]) for text in texts if (found := NUMBER.fullmatch(text)))
