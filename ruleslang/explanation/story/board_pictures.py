"""
Draws boards as SVG from their geometry, with the regions that a rulebook names; also the contents
of a view, with the letters that the terminal uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import cos, pi, sin
from string import ascii_letters, digits
from typing import Any

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.decision import View
from ruleslang.engine.match.interface import Match
from ruleslang.explanation.story.board_drawing import Mark, legend_of, marks_on_spaces, plain
from ruleslang.explanation.story.declared_parts import declarations_of
from ruleslang.explanation.story.view_text import spectated
from ruleslang.program.program import Program

CELL = 40.0
EDGE = 24.0
ROW = 18.0  # the height of a row of the legend
PALETTE = ("#f3c9a5", "#b9d7ea", "#c5e3b1", "#e6c3e0", "#f2e29b", "#c9c9ee", "#b8e0d6", "#efb8b8")
FONT = 'font-family="Libertinus Serif, Georgia, serif"'


def boards(program: Program) -> dict[str, str]:
    """Return the picture of each board, by its name."""
    match = engine_for(program).opening(options=None, players=None, automatic=None)
    return {board["name"]: _picture(board) for board in declarations_of(match).boards}


def boards_with(match: Match, view: View) -> dict[str, str]:
    """Return the picture of each board with what a view shows on it, by its name."""
    program = match.population.program
    marks, _ = marks_on_spaces(view, legend_of(program))
    return {board["name"]: _picture(board, marks) for board in declarations_of(match).boards}


def in_html(match: Match) -> str:
    """Return the view of a spectator, for notebooks: pictures of boards, then words."""
    pictures = "".join(boards_with(match, match.view(None)).values())
    text = escape(spectated(match, draws=not pictures))
    return f"{pictures}<pre style='white-space: pre-wrap'>{text}</pre>"


def _picture(board: Mapping[str, Any], marks: Mapping[str, Sequence[Mark]] | None = None) -> str:
    on = {space["name"]: (marks or {}).get(space["name"], ()) for space in board["spaces"]}
    meanings = {plain(mark): None for here in on.values() for mark in here if mark.meaning}
    places = _places(board)
    regions = _regions(board)
    right = max(x for x, _ in places.values()) + CELL / 2 + EDGE
    bottom = max(y for _, y in places.values()) + CELL / 2 + EDGE
    rows = len(regions) + len(meanings)
    height = bottom + ROW * rows + (6 if rows else 0)
    shades = _shades(board, regions)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right:g} {height:g}" '
        f'width="{right:g}" height="{height:g}">',
        f'<rect width="{right:g}" height="{height:g}" fill="white"/>',
        *_links(board, places),
    ]
    for space in board["spaces"]:
        parts += _space(board, space, places[space["name"]], regions, shades)
        parts += _contents(on[space["name"]], places[space["name"]])
    parts += _edges(board, places)
    for number, (name, _) in enumerate(regions):
        y = bottom + ROW * number
        parts.append(_shape("square", EDGE + 7, y + 7, 7, shades[name]))
        parts.append(_text(EDGE + 20, y + 11, name, 12, "start"))
    for number, mark in enumerate(meanings, start=len(regions)):
        y = bottom + ROW * number
        parts += _contents([mark], (EDGE + 7, y + 7), size=12)
        parts.append(_text(EDGE + 20, y + 11, mark.meaning, 12, "start"))
    return "\n".join([*parts, "</svg>\n"])


def _regions(board: Mapping[str, Any]) -> list[tuple[str, frozenset[str]]]:
    """Return the regions, largest first, so that smaller ones are drawn on top; equal ones once."""
    names: dict[frozenset[str], str] = {}
    for region in board["regions"]:
        name = region["text"]
        if sum(other["name"] == region["name"] for other in board["regions"]) > 1:
            same = [other for other in board["regions"] if other["name"] == region["name"]]
            name = f"{name} {same.index(region) + 1}"
        names.setdefault(frozenset(region["spaces"]), name)
    ordered = sorted(names.items(), key=lambda item: -len(item[0]))
    return [(name, spaces) for spaces, name in ordered]


def _shades(
    board: Mapping[str, Any], regions: Sequence[tuple[str, frozenset[str]]]
) -> dict[str, str]:
    colours = {frozenset(region["spaces"]): region["colour"] for region in board["regions"]}
    return {
        name: colours[spaces] or PALETTE[number % len(PALETTE)]
        for number, (name, spaces) in enumerate(regions)
    }


def _places(board: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """Return the centre of each space; row 1 is at the bottom."""
    spaces = board["spaces"]
    start = EDGE + CELL / 2
    if board["shape"] in ("map", "ring"):
        radius = max(1.4 * CELL, CELL * 1.35 * len(spaces) / (2 * pi))
        middle = start + radius
        turn = 2 * pi / len(spaces)
        return {
            space["name"]: (middle + radius * sin(turn * n), middle - radius * cos(turn * n))
            for n, space in enumerate(spaces)
        }
    is_hex = board["shape"] == "hexes"
    down = CELL * 0.866 if is_hex else CELL
    return {
        space["name"]: (
            start
            + CELL * (space["column"] - 1)
            + (CELL / 2 if is_hex and space["row"] % 2 == 0 else 0),
            start + down * (board["rows"] - space["row"]),
        )
        for space in spaces
    }


def _links(board: Mapping[str, Any], places: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    if board["shape"] not in ("map", "ring"):
        return
    for space in board["spaces"]:
        for near in space["near"]:
            if space["name"] < near:
                (x, y), (to_x, to_y) = places[space["name"]], places[near]
                yield (
                    f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" '
                    'stroke="#777" stroke-width="1.5"/>'
                )


def _space(
    board: Mapping[str, Any],
    space: Mapping[str, Any],
    at: tuple[float, float],
    regions: Sequence[tuple[str, frozenset[str]]],
    shades: Mapping[str, str],
) -> Iterator[str]:
    x, y = at
    shape = {"hexes": "hexagon", "map": "circle", "ring": "circle"}.get(board["shape"], "square")
    chequered = board["named"] and shape == "square" and not regions
    is_dark = chequered and (space["column"] + space["row"]) % 2 == 0
    yield _shape(shape, x, y, CELL / 2, "#d8d2c4" if is_dark else "#fffdf8")
    here = [name for name, spaces in regions if space["name"] in spaces]
    for depth, name in enumerate(here[:4]):
        yield _shape(shape, x, y, CELL / 2 - 1 - 4 * depth, shades[name], "none")
    if shape == "circle" or (board["shape"] == "line" and board["named"]):
        yield _text(x, y + 3, str(space["text"])[:14], 8 if len(space["text"]) > 6 else 11)


def _contents(marks: Sequence[Mark], at: tuple[float, float], size: float = 15) -> Iterator[str]:
    if marks:
        letters = "".join(mark.letter for mark in marks)
        yield _text(at[0], at[1] + size / 3, letters, size if len(letters) < 4 else 10)


def _edges(board: Mapping[str, Any], places: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    """Yield labels of the columns below and the rows at the left, after the names of the spaces."""
    if board["shape"] in ("map", "ring"):
        return
    is_flat = board["shape"] in ("grid", "hexes")
    bottom = max(y for _, y in places.values()) + CELL / 2 + 14
    for space in board["spaces"]:
        x, y = places[space["name"]]
        if space["row"] == 1:
            label = space["text"].rstrip(digits) if is_flat else str(space["column"])
            yield _text(x, bottom, label, 11)
        if space["column"] == 1 and is_flat:
            yield _text(EDGE / 2, y + 4, space["text"].lstrip(ascii_letters), 11)


def _shape(shape: str, x: float, y: float, half: float, fill: str, stroke: str = "#8a8577") -> str:
    style = f'fill="{fill}" stroke="{stroke}" stroke-width="1"'
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half:g}" {style}/>'
    if shape == "square":
        side = 2 * half
        return (
            f'<rect x="{x - half:g}" y="{y - half:g}" width="{side:g}" height="{side:g}" {style}/>'
        )
    radius = half * 1.1547
    corners = " ".join(
        f"{x + radius * sin(pi / 3 * n):.1f},{y - radius * cos(pi / 3 * n):.1f}" for n in range(6)
    )
    return f'<polygon points="{corners}" {style}/>'


def _text(x: float, y: float, words: str, size: float, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" {FONT} '
        f'fill="#222">{escape(words)}</text>'
    )
