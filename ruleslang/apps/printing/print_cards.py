"""Lays out cards for printing: sheets with backs and crop marks, single pictures, or their data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from attrs import frozen

from ruleslang.apps.printing.card_data import SIZE, CannotPrint, card_data
from ruleslang.apps.printing.typeset import (
    CannotSet,
    Files,
    Pages,
    own_files,
    pages,
    without_glyphs,
)
from ruleslang.explanation.story.declared_parts import PLACE
from ruleslang.library.pictures import BadPicture
from ruleslang.program.program import Program

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SIZES = {
    "poker": (63, 88),
    "bridge": (57, 89),
    "mini": (44, 68),
    "tarot": (70, 120),
    "square": (70, 70),
    "jumbo": (89, 127),
    "hex": (70, 81),
}
PLAIN = re.compile(r"[A-Za-z0-9_-]+")
MARGIN = 5.0  # millimetres that printers leave white
INSET = 10.0  # from the edge of a page to the marks that cutting machines look for
CLEAR = 16.5  # from the edge to a card beside such a mark
CORNER = 3.0  # radius that a machine cuts
MOST_PAGES = 500
PICTURE_EDGE = (6.85, 7.25)  # so that a poker card is 825 x 1125 points at 300 dpi, with bleed


@frozen
class Printed:
    """
    Pages, the files and signs that are missing, and each card with characters that no font has; of
    a sheet the name is empty.
    """

    pages: Pages
    missing: tuple[str, ...] = ()
    glyphs: tuple[tuple[str, str], ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether all of the cards is on the pages, but for missing pictures."""
        cut = any(overflow.way != "broken" for overflow in self.pages.overflows)
        return not cut and not self.glyphs


@frozen
class Layout:
    """
    The layout of cards; `lang` is empty for the rulebook's own language.

    With `fold` the back is above the face, to be folded; with `low_ink` nothing is filled.
    `hexagons` are as wide and high as the size, with a corner at the top. `back_shift` moves backs
    to the right and down, in millimetres, as a printer's other side needs it. With `cutter` there
    are marks for cutting machines, in place of those for people.
    """

    paper: str = "a4"
    size: tuple[int, int] = SIZE
    bleed: float = 0.0
    backs: bool = True
    one_each: bool = False
    fold: bool = False
    low_ink: bool = False
    lang: str = ""
    hexagons: bool = False
    back_shift: tuple[float, float] = (0.0, 0.0)
    cutter: bool = False


def print_data(program: Program, layout: Layout, kind: str = "") -> dict[str, Any]:
    """Return the cards and the layout as data for templates; raises `CannotPrint`."""
    cards = card_data(program, kind)
    if not cards:
        of = f" of the kind `{kind}`" if kind else ""
        raise CannotPrint(f"there are no cards to print{of}")
    backs = list(dict.fromkeys(card["back"] for card in cards))
    for card in cards:
        card["backhue"] = backs.index(card["back"]) / len(backs)
        card["note"] = f"×{card['copies']}" if card["copies"] > 1 else ""
        card["hexagon"] = layout.hexagons and not card["size"]
        card["size"] = card["size"] or list(layout.size)
    return {
        "game": program.title.text if program.title else program.name.replace("_", " "),
        "lang": layout.lang or next(iter(program.languages), "en"),
        "page": list(PAPERS[layout.paper]),
        "bleed": layout.bleed,
        "backs": layout.backs and not layout.fold,
        "fold": layout.fold,
        "low_ink": layout.low_ink,
        "back_shift": list(layout.back_shift),
        "cutter": INSET if layout.cutter else None,
        "cards": cards,
    }


def changed_since(
    data: Mapping[str, Any], before: Sequence[dict[str, Any]]
) -> list[tuple[int, int]]:
    """Return the cards that look different or have more copies, by index, and how many to print."""
    look = ("title", "kinds", "text", "numbers", "items", "panels", "tables", "art", "colour")
    old = {card["name"]: card for card in before}
    changed = []
    for place, card in enumerate(data["cards"]):
        was = old.get(card["name"])
        same = was is not None and all(card[key] == was[key] for key in look)
        copies = card["copies"] - (was["copies"] if was is not None and same else 0)
        if copies > 0:
            changed.append((place, copies))
    return changed


def sheets(
    data: Mapping[str, Any],
    layout: Layout,
    copies: Sequence[tuple[int, int]],
    folder: Path,
    *,
    form: Literal["pdf", "png"] = "pdf",
    ppi: float = 300,
) -> tuple[Printed, int]:
    """
    Return the PDF with the given copies of each card, or its pages as pictures, and the number of
    cards.
    """
    groups_of_pages = page_groups(data, layout, copies)
    number = sum(
        -(-len(page["cards"]) // (page["grid"][0] * page["grid"][1])) for page in groups_of_pages
    )
    number *= 2 if layout.backs and not layout.fold else 1
    if number > MOST_PAGES:
        raise CannotPrint(f"that would be {number:,} pages, more than {MOST_PAGES}; `--one-each`?")
    prepared, files, missing = _prepared(data, folder)
    laid = {**prepared, "layout": "sheets", "groups": groups_of_pages}
    set_pages = pages("cards.typ", laid, form=form, ppi=ppi, files=files)
    return Printed(set_pages, missing, cards_without_glyphs(prepared, files)), number


def page_groups(
    data: Mapping[str, Any], layout: Layout, copies: Sequence[tuple[int, int]]
) -> list[dict[str, Any]]:
    """
    Return the cards of one size and back, with the grid of their pages: misalignment of the printer
    shows least between equals.
    """
    groups: dict[tuple[Any, ...], list[int]] = {}
    for place, number in copies:
        card = data["cards"][place]
        many = 1 if layout.one_each else number
        groups.setdefault((*card["size"], card["back"]), []).extend([place] * many)
    return [
        {"size": [*size], "cards": places, **grid(layout, (size[0], size[1]))}
        for (*size, _), places in groups.items()
    ]


def grid(layout: Layout, size: tuple[int, int]) -> dict[str, Any]:
    """
    Return the numbers of columns and rows of cards that fit on a page, and whether cards are turned
    by 90 degrees, since more fit so.
    """
    width, height = _cut(layout, size)
    edges = ((INSET, CLEAR), (CLEAR, INSET)) if layout.cutter else ((MARGIN, MARGIN),)
    ways = [
        (_fitting(layout, sides, margins), sides != (width, height))
        for sides in ((width, height), (height, width))
        for margins in edges
    ]
    (columns, rows), turned = max(ways, key=lambda way: way[0][0] * way[0][1])
    if not columns * rows:
        raise CannotPrint(f"a card of {size[0]} x {height} mm does not fit on {layout.paper}")
    return {"grid": [columns, rows], "turned": turned}


def _cut(layout: Layout, size: Sequence[int]) -> tuple[int, int]:
    """Return the sides of what is cut out: a card, or with `fold` its back above it."""
    return size[0], 2 * size[1] if layout.fold else size[1]


def _fitting(
    layout: Layout, sides: tuple[float, float], margins: tuple[float, float]
) -> tuple[int, int]:
    columns, rows = (
        int((of - 2 * margin + 1e-6) // (side + 2 * layout.bleed))
        for of, side, margin in zip(PAPERS[layout.paper], sides, margins, strict=True)
    )
    return columns, rows


def cut_lines(layout: Layout, group: Mapping[str, Any]) -> str:
    """Return what a machine cuts on the pages of a group, in millimetres, as DXF."""
    width, height = _cut(layout, group["size"])
    sides = (height, width) if group["turned"] else (width, height)
    (columns, rows), paper = group["grid"], PAPERS[layout.paper]
    steps = [side + 2 * layout.bleed for side in sides]
    left, top = (
        (of - many * step) / 2 + layout.bleed
        for of, many, step in zip(paper, (columns, rows), steps, strict=True)
    )
    parts = [
        part
        for column in range(columns)
        for row in range(rows)
        for part in _rounded(
            left + column * steps[0], paper[1] - top - row * steps[1] - sides[1], sides
        )
    ]
    head = [(0, "SECTION"), (2, "HEADER"), (9, "$INSUNITS"), (70, 4), (0, "ENDSEC")]
    lines = [*head, (0, "SECTION"), (2, "ENTITIES"), *parts, (0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in lines)


def _rounded(
    x: float, y: float, sides: tuple[float, float]
) -> Iterator[tuple[int, str | int | float]]:
    """Yield the sides and the corners of a card, as codes and values of DXF."""
    (wide, high), r = sides, CORNER
    for x1, y1, x2, y2 in (
        (x + r, y, x + wide - r, y),
        (x + wide, y + r, x + wide, y + high - r),
        (x + wide - r, y + high, x + r, y + high),
        (x, y + high - r, x, y + r),
    ):
        yield from ((0, "LINE"), (8, "cut"), (10, x1), (20, y1), (11, x2), (21, y2))
    for turn, (cx, cy) in enumerate(
        ((x + wide - r, y + high - r), (x + r, y + high - r), (x + r, y + r), (x + wide - r, y + r))
    ):
        yield from ((0, "ARC"), (8, "cut"), (10, cx), (20, cy), (40, r))
        yield from ((50, 90 * turn), (51, 90 * turn + 90))


def card_pictures(data: Mapping[str, Any], folder: Path) -> tuple[Printed, list[str]]:
    """Return a PNG of each card, then of each back, at 300 dpi with bleed; and the files' names."""
    cards = data["cards"]
    backs: dict[str, int] = {}
    for place, card in enumerate(cards):
        backs.setdefault(card["back"], place)
    sides = [(place, False) for place in range(len(cards))]
    sides += [(place, True) for place in backs.values()]
    names = _file_names(
        [card["name"] for card in cards] + [f"back_{back}" if back else "back" for back in backs]
    )
    prepared, files, missing = _prepared(data, folder)
    prepared["sides"] = [
        {"card": place, "size": cards[place]["size"], "back": back, "extra": list(PICTURE_EDGE)}
        for place, back in sides
    ]
    drawn = pages(
        "cards.typ", {**prepared, "layout": "single", "bleed": 0}, form="png", files=files
    )
    return Printed(drawn, missing, cards_without_glyphs(prepared, files)), names


def sheet_of(template: str, data: Mapping[str, Any], files: Files | None = None) -> Printed:
    """Return a sheet that is no card, and the characters on it that no font has."""
    letters = without_glyphs({(): "".join(_strings(data, ()))}, {})
    return Printed(pages(template, data, files=files), glyphs=(("", letters),) if letters else ())


def alignment(layout: Layout) -> Printed:
    """Return a page whose two sides show how far a printer moves backs."""
    data = {"page": list(PAPERS[layout.paper]), "back_shift": list(layout.back_shift)}
    return sheet_of("alignment.typ", data)


def _file_names(names: Sequence[str]) -> list[str]:
    """
    Return file names that differ from each other, also where capitals are not distinguished.

    >>> _file_names(["a", "a_", "A", "b(1)"])
    ['a', 'a_', 'A-2', 'b_1']
    """
    taken, files = set[str](), []
    for name in names:
        plain = name if PLAIN.fullmatch(name) else file_name(name)
        file, number = plain, 1
        while file.lower() in taken:
            number += 1
            file = f"{plain}-{number}"
        taken.add(file.lower())
        files.append(file)
    return files


def file_name(name: str) -> str:
    """
    Return a file name that is valid on every system.

    >>> file_name("french(2, clubs)")
    'french_2_clubs'
    """
    letters = "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in name)
    return "_".join(filter(None, letters.split("_"))) or "card"


MARKUP = re.compile(r"</?\w+ ?/?>|__\w[^_]*__")  # other programs' marks, printed as written


def _prepared(
    data: Mapping[str, Any], folder: Path
) -> tuple[dict[str, Any], Files, tuple[str, ...]]:
    """Return the data with files that its cards name; and what is missing, with braces' signs."""
    cards = [dict(card) for card in data["cards"]]
    files, missing = own_files(cards, folder)
    signs = (
        f"a picture or sign for `{part}`, in the text of {card['name']}"
        for card in data["cards"]
        for part in card["rich"]
        if isinstance(part, str) and PLACE.fullmatch(part)
    )
    marks = (
        f"a style for `{found[0]}`, in the text of {card['name']} (write `**bold**`, `*italic*`, "
        "`\\n`)"
        for card in data["cards"]
        for found in MARKUP.finditer(card["text"])
    )
    return {**data, "cards": cards}, files, (*missing, *dict.fromkeys((*signs, *marks)))


def missing_files(program: Program, folder: Path) -> tuple[str, ...]:
    """Return the files and signs for cards that are missing, or cannot be used."""
    try:
        return _prepared(print_data(program, Layout()), folder)[2]
    except CannotPrint:
        return ()
    except (BadPicture, CannotSet) as problem:
        return (str(problem),)


def cards_without_glyphs(data: Mapping[str, Any], files: Files) -> tuple[tuple[str, str], ...]:
    """Return the cards with characters that no font has, and these."""
    texts: dict[tuple[str, ...], str] = {}
    printed = {card["name"]: "".join(_strings(card)) for card in data["cards"]}
    for card in data["cards"]:
        families = tuple(filter(None, card["fonts"]))
        texts[families] = texts.get(families, "") + printed[card["name"]]
    missing = {letter for letter in without_glyphs(texts, files.fonts) if not letter.isspace()}
    found = (
        (name, "".join(dict.fromkeys(letter for letter in text if letter in missing)))
        for name, text in printed.items()
    )
    return tuple((name, letters) for name, letters in found if letters)


NOT_PRINTED = (
    *("name", "kind", "fonts", "art", "layout", "places", "icon", "colour", "dir", "fields"),
    *("type", "back", "back_art", "style"),
)


def _strings(value: Any, hidden: Sequence[str] = NOT_PRINTED) -> Iterator[str]:
    """Yield all texts in the data of a card, or of a sheet."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            if key not in hidden:
                yield from _strings(part, hidden)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part, hidden)
