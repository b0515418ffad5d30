"""Pictures have the resolution at which they were drawn, and alpha only where it is used."""

from __future__ import annotations

import itertools
import struct
import zlib
from pathlib import Path

import pytest

from ruleslang.apps.printing.png_files import finished
from tests.apps.cli.conftest import Run
from tests.apps.printing.test_print import written


def chunks_of(png: bytes) -> dict[bytes, bytes]:
    at, found = 8, dict[bytes, bytes]()
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", png, at + 8 + length)[0] == zlib.crc32(kind + data)
        found[kind] = found.get(kind, b"") + data
        at += 12 + length
    return found


def predicted(filter: int, left: int, above: int, corner: int) -> int:
    """What a filter of the standard adds to a byte."""
    if filter == 4:
        guess = left + above - corner
        return min((left, above, corner), key=lambda value: abs(guess - value))
    return (0, left, above, (left + above) // 2)[filter]


def filtered(pixels: list[list[tuple[int, ...]]], filters: tuple[int, ...]) -> bytes:
    """The rows of a picture, each through its filter."""
    size = len(pixels[0][0])
    above, rows = [0] * len(pixels[0]) * size, b""
    for row, filter in zip(pixels, filters, strict=True):
        flat = list(itertools.chain(*row))
        padded, corners = [0] * size + flat, [0] * size + above
        stored = [
            (value - predicted(filter, padded[at], above[at], corners[at])) % 256
            for at, value in enumerate(flat)
        ]
        rows, above = rows + bytes((filter, *stored)), flat
    return rows


def picture(pixels: list[list[tuple[int, ...]]], filters: tuple[int, ...]) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", len(pixels[0]), len(pixels), 8, 6, 0, 0, 0)
    data = zlib.compress(filtered(pixels, filters))
    parts = (b"IHDR", head), (b"IDAT", data[:5]), (b"IDAT", data[5:]), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


OPAQUE = [[(10 * x + y, 255 - 7 * x * y, 99 * y % 256, 255) for x in range(4)] for y in range(3)]


@pytest.mark.parametrize("filters", [*itertools.product(range(5), repeat=3)])
def test_an_opaque_picture_loses_its_alpha_and_nothing_else(filters: tuple[int, ...]) -> None:
    found = chunks_of(finished(picture(OPAQUE, filters), 300))
    colours = [[pixel[:3] for pixel in row] for row in OPAQUE]
    assert zlib.decompress(found[b"IDAT"]) == filtered(colours, filters)
    assert found[b"IHDR"] == struct.pack(">IIBBBBB", 4, 3, 8, 2, 0, 0, 0)
    assert found[b"pHYs"] == struct.pack(">IIB", 11811, 11811, 1)


@pytest.mark.parametrize("filter", range(5))
@pytest.mark.parametrize("place", [(0, 0), (2, 0), (1, 3), (2, 2)])
def test_a_transparent_pixel_keeps_the_alpha(filter: int, place: tuple[int, int]) -> None:
    pixels = [list(row) for row in OPAQUE]
    pixels[place[0]][place[1]] = (1, 2, 3, 254)
    png = picture(pixels, (filter,) * 3)
    found, before = chunks_of(finished(png, 96)), chunks_of(png)
    assert found.pop(b"pHYs") == struct.pack(">IIB", 3780, 3780, 1)
    assert found == before


def test_the_pictures_of_cards_are_as_large_as_the_cards(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    run("print", str(written(tmp_path)), "--to", "pictures")
    for path in Path("stall_png").iterdir():
        found = chunks_of(path.read_bytes())
        width, height, *form = struct.unpack(">IIBBBBB", found[b"IHDR"])
        dots, *_, unit = struct.unpack(">IIB", found[b"pHYs"])
        size = [round(1000 * side / dots, 1) for side in (width, height)]
        assert (size, unit, form[1]) == ([69.9, 95.3], 1, 2)
