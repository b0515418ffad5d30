"""Backs are behind their faces when the sheet is turned over at its long edge."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from ruleslang.apps.printing.print_cards import (
    PAPERS,
    SIZE,
    SIZES,
    Layout,
    card_pictures,
    print_data,
    sheets,
)
from ruleslang.apps.printing.typeset import pages
from ruleslang.library.load import load
from tests.apps.cli.conftest import Run
from tests.apps.printing.test_print import written

pytest.importorskip("typst")

RED = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
    '<rect width="63" height="88" fill="#f00"/></svg>'
)
POINTS_PER_INCH = 20.0
COLUMNS, ROWS = 3, 3


def points_of(picture: bytes) -> list[bytes]:
    """The rows of a PNG as RGBA, without its filters; its own may be RGB."""
    width, height, depth, colours = struct.unpack(">IIBB", picture[16:26])
    size_of_point = {2: 3, 6: 4}[colours]
    assert depth == 8
    at, packed = 8, b""
    while at < len(picture):
        size, name = struct.unpack(">I4s", picture[at : at + 8])
        packed += picture[at + 8 : at + 8 + size] if name == b"IDAT" else b""
        at += 12 + size
    data, before, rows = zlib.decompress(packed), bytes(size_of_point * width), list[bytes]()
    for line in range(height):
        start = line * (size_of_point * width + 1)
        row = bytearray(data[start + 1 : start + 1 + size_of_point * width])
        for place in range(len(row)):
            left = row[place - size_of_point] if place >= size_of_point else 0
            corner = before[place - size_of_point] if place >= size_of_point else 0
            row[place] = (row[place] + _filtered(data[start], left, before[place], corner)) % 256
        before = bytes(row)
        rows.append(before if size_of_point == 4 else _with_alpha(before))
    return rows


def _with_alpha(row: bytes) -> bytes:
    return b"".join(row[at : at + 3] + b"\xff" for at in range(0, len(row), 3))


def _filtered(kind: int, left: int, above: int, corner: int) -> int:
    """What a filter of a PNG took from a byte."""
    near = left + above - corner
    nearest = min((left, above, corner), key=lambda value: abs(near - value))
    return (0, left, above, (left + above) // 2, nearest)[kind]


def cells_with_ink(picture: bytes) -> set[tuple[int, int]]:
    """The columns and rows of a sheet in the middle of which something is printed."""
    rows, (wide, high) = points_of(picture), PAPERS["a4"]
    scale = POINTS_PER_INCH / 25.4
    edges = (wide - COLUMNS * SIZE[0]) / 2, (high - ROWS * SIZE[1]) / 2
    inked = set[tuple[int, int]]()
    for y, row in enumerate(rows):
        for x in range(len(row) // 4):
            column, right = divmod(x / scale - edges[0], SIZE[0])
            line, down = divmod(y / scale - edges[1], SIZE[1])
            is_inside = 8 < right < SIZE[0] - 8 and 8 < down < SIZE[1] - 8
            if is_inside and min(row[4 * x : 4 * x + 3]) < 200:
                inked.add((int(column), int(line)))
    return inked


def test_backs_are_mirrored_behind_their_faces(tmp_path: Path) -> None:
    compiled = load(str(written(tmp_path))).compiled
    assert compiled is not None
    data = print_data(compiled.program, Layout())

    printed, _ = sheets(data, Layout(), [(0, 4)], tmp_path, form="png", ppi=POINTS_PER_INCH)
    faces, backs = map(cells_with_ink, printed.pages.files)

    assert faces == {(0, 0), (1, 0), (2, 0), (0, 1)}
    assert backs == {(COLUMNS - 1 - column, line) for column, line in faces}
    assert backs != faces


def test_backs_are_pictures_by_a_field(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path)
    looks = "\ntable looks\n    | what | back |\n    | jewel | backs/{metal}.svg |\n"
    path.write_text(path.read_text(encoding="utf-8") + looks, encoding="utf-8")
    (tmp_path / "backs").mkdir()
    (tmp_path / "backs" / "silver.svg").write_text(RED, encoding="utf-8")
    compiled = load(str(path)).compiled
    assert compiled is not None
    data = print_data(compiled.program, Layout(size=(20, 28)))
    printed, names = card_pictures(data, tmp_path)

    backs = dict(zip(names[-2:], map(points_of, printed.pages.files[-2:]), strict=True))
    assert sorted(backs) == ["back_backs_copper", "back_backs_silver"]
    for name, rows in backs.items():
        colours = {bytes(row[4 * x : 4 * x + 3]) for row in rows for x in range(len(row) // 4)}
        assert (colours == {b"\xff\0\0"}) == (name == "back_backs_silver")
        assert rows[0][:3] != b"\xff\xff\xff"  # up to the end of the bleed
    assert "backs/copper.svg" in "".join(printed.missing)
    ran = run("print", str(path))
    assert (ran.status, "missing: `backs/copper.svg`" in ran.out) == (0, True)
    assert "this is missing: `backs/copper.svg`" in run("check", str(path)).out


def test_hexagons_are_white_beyond_their_sides(tmp_path: Path) -> None:
    compiled = load(str(written(tmp_path))).compiled
    assert compiled is not None
    layout = Layout(size=SIZES["hex"], hexagons=True)
    data = print_data(compiled.program, layout)

    printed, _ = sheets(data, layout, [(0, 4)], tmp_path, form="png", ppi=POINTS_PER_INCH)
    back, (wide, high) = points_of(printed.pages.files[1]), PAPERS["a4"]
    across, along = SIZES["hex"]  # turned by 90 degrees, so that eight fit: two columns, four rows
    edges = (wide - 2 * along) / 2, (high - 4 * across) / 2
    scale, ink, beyond = POINTS_PER_INCH / 25.4, 0, 0
    for y, row in enumerate(back):
        for x in range(len(row) // 4):
            column, right = divmod((x + 0.5) / scale - edges[0], along)
            line, down = divmod((y + 0.5) / scale - edges[1], across)
            is_dark = min(row[4 * x : 4 * x + 3]) < 200
            if 0 <= column < 2 and 0 <= line < 4 and is_dark:
                ink += 1
                side, height = abs(right - along / 2), abs(down - across / 2)
                beyond += side + height * (along / 4) / (across / 2) > along / 2 + 1.5
    assert ink > 4 * 0.5 * across * along * scale**2  # a hexagon is three quarters of its box
    assert beyond == 0


def test_the_numbers_read_on_the_alignment_page_put_the_back_where_it_belongs() -> None:
    """A printer moves backs; through the paper, right and left are exchanged."""
    right, down = 4, -3  # what the printer does to the back, in millimetres as seen on it
    page = {"page": list(PAPERS["a4"])}
    middle = PAPERS["a4"][0] / 2

    def cross(shift: tuple[float, float]) -> tuple[float, float]:
        data = {**page, "back_shift": list(shift)}
        rows = points_of(pages("alignment.typ", data, form="png", ppi=25.4).files[1])
        inked = [[row[4 * x] < 245 for x in range(len(row) // 4)] for row in rows]
        around = inked[120:180]  # the cross in the middle, a point for each millimetre
        columns = [sum(row[x] for row in around) for x in range(len(around[0]))]
        lines = [sum(row) for row in around]
        x, y = columns.index(max(columns)), lines.index(max(lines))
        return x + right, y + 120 + down

    x, y = cross((0, 0))
    read = (2 * middle - x) - middle, PAPERS["a4"][1] / 2 - y  # the labels at the cross
    moved_x, moved_y = cross(read)

    assert moved_x == pytest.approx(middle, abs=1)
    assert moved_y == pytest.approx(PAPERS["a4"][1] / 2, abs=1)
